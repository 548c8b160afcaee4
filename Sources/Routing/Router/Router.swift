import MIDI
import Program

/// The routing engine: routes the messages of sources through the routings of the running preset to destinations.
///
/// It composes parts, each of which owns its tables. All of them are carved from one block of `byteCount` bytes; nothing is
/// allocated. Only four things drive it: a message (`receive`), time (`advance`), an action (`perform`), and a port that comes
/// or goes. So the same code runs under `run` with devices and under `render` with virtual time. Time is in nanoseconds and never
/// goes back.
///
/// Methods that only read are mutating too: otherwise a call that is not inlined copies the router, which is a kilobyte.
public struct Router: ~Copyable {
    var program: UnsafePointer<Program>
    /// The running preset, one of `program`.
    var preset: UnsafePointer<Preset>
    var now: UInt64 = 0
    /// When something other than the outputs' work is due, in nanoseconds; may be early, never late. `UInt64.max`: never.
    var scheduled = UInt64.max
    public internal(set) var status = RouterStatus()
    /// Whether the message being routed goes by a preset that no longer runs (P3).
    var routesPast = false
    /// Number of messages that remaps made of the tilt (F4). Wraps.
    public internal(set) var tiltsSent: UInt32 = 0
    /// The packet of the MIDI 2.0 message that is being routed (U4).
    var fine = FineMessage()

    /// What has come in: last values, halves that wait, selected parameters, incoming SysEx (R14, R15, R16, R17).
    var inputs: Inputs
    /// What the stages of routings and assignments remember: internal values, states of conditions (R12, C1, A2).
    var stages: Stages
    /// What is held: notes and controllers, each along the path it took (H).
    var ledger: Ledger
    /// What goes out: queues, SysEx streams, what destinations heard, loops (S, H9, R19).
    var outputs: Outputs
    /// What keeps time: the box's clock, followed clocks, taps, rates (K).
    var clocks: Clocks
    /// What is done by hand: mutes, bypasses, LEDs, undo, saves, and the load of the preset (P).
    var session: Session

    /// Bytes of memory that `init(memory:)` needs.
    public static let byteCount =
        Inputs.byteCount + Stages.byteCount + Ledger.byteCount + Outputs.byteCount + Clocks.byteCount
        + Session.byteCount

    /// - Parameters:
    ///   - memory: at least `byteCount` bytes that outlive the router.
    ///   - program: lives until another one is adopted.
    ///   - transmit: takes the messages for ports of bytes, with `context`.
    ///   - transmitPacket: takes the packets for ports that speak them, with `context`.
    public init(
        memory: UnsafeMutableRawBufferPointer, program: UnsafePointer<Program>, transmit: Transmit,
        transmitPacket: TransmitPacket = { _, _, _, _ in 0 }, context: UnsafeMutableRawPointer?
    ) {
        var memory = Memory(memory)
        inputs = Inputs(&memory, program.pointee.derived)
        stages = Stages(&memory)
        ledger = Ledger(&memory)
        outputs = Outputs(&memory, transmit, packets: transmitPacket, context: context)
        clocks = Clocks(&memory)
        session = Session(&memory)
        self.program = program
        preset = program.pointee.presets.at(PresetIndex(0))
        status.tempo = program.pointee.tempo
        outputs.takeGroups(of: program)
        readTables()
        resetAssignments()
    }

    /// Whole messages dropped because there was no room for them since the last panic (S8, H11).
    public var dropped: UInt32 { outputs.dropped }

    /// Whether a path is muted because what is sent comes back (R19).
    public var hasLoop: Bool { outputs.loops.hasLoop }

    /// A hash of `status`, `dropped` and `hasLoop`: whether the display has to be drawn again.
    public var statusHash: UInt64 {
        @inline(__always)
        mutating get { status.hash ^ (UInt64(outputs.dropped) << 1 | (hasLoop ? 1 : 0)) }
    }
}

// MARK: - The order of a message

extension Router {
    /// Routes a message, or a value that was waited for (R15), in the order of A1: conditions, routings, assignments.
    @inline(__always)
    mutating func route(
        _ message: Message, as kind: MessageKind, _ moves: ControllerMoves, from source: UInt8
    ) {
        inputs.moves.push(moves)
        if isTraced { hear(message, from: source, isNew: moves.passes) }
        if isDroppedAtInput(kind, from: source) {  // K5
            why(.clockIn, .none)
        } else {
            let isGrouped = program.pointee.groupedSources & 1 &<< UInt64(source) != 0  // U6
            if isGrouped { startFromPort(moves, of: source) }
            updateConditions(message, moves, from: source)  // C1
            if isGrouped { startFromGroup(moves, of: source) }
            goThroughRoutings(message, as: kind, moves, from: source)  // R1, R2
            inputs.set(moves, of: source)  // R14, C2
            if isGrouped { setCommonValues(moves, of: source) }
            assignments(message, moves, from: isGrouped ? port(of: source) : source)  // A1, A2, A3
            if kind == .contact { updateLEDs() }  // F3
        }
        inputs.moves.pop(moves)
    }

    /// Sends a message through the routings that it concerns, in listed order (R1). The stages of a routing are those of R2:
    ///
    /// 1. `admitted`: channel restriction, mute, conditions (R3, R4)
    /// 2. `note`: note range, filter, map and shift (R6), then velocity (R7)
    /// 3. `control`: the remaps of controllers and of notes as controllers (R8, R9, R10, R11, R12, R13, R17), filter
    /// 4. `outChannel`: the channel remap
    /// 5. `send` and `give`: the destinations in listed order, each message to all of them before the next
    @inline(__always)
    private mutating func goThroughRoutings(
        _ message: Message, as kind: MessageKind, _ moves: ControllerMoves, from source: UInt8
    ) {
        switch kind {
        case .noteOn: noteOn(message, moves, from: source)  // R6, R7, R9, H2
        case .noteOff: noteOff(message, moves, from: source)  // R5, H3
        case .polyPressure: polyPressure(message, moves, from: source)  // R6, H8
        case .controlChange, .programChange, .channelPressure, .pitchBend, .motion, .contact:
            controller(message, moves, from: source)  // R8, R20, H4
        case .sysEx: systemExclusive(message, moves, from: source)  // R17, S8
        case .timingClock, .start, .continue, .stop, .songPosition:
            let port = port(of: source)  // U6
            if port < Limits.ports && kind == .timingClock && clocks.measureTick(from: port, at: now) {  // K5
                muteClock(of: source)  // R19
            }
            system(message, moves, from: source)  // K4, H12
            if port < Limits.ports { externalClock(message, from: port) }  // K5
        default: system(message, moves, from: source)  // R3
        }
    }

    /// K5: `clock-in: false` drops clock and transport at the input.
    @inline(__always)
    private mutating func isDroppedAtInput(_ kind: MessageKind, from source: UInt8) -> Bool {
        switch kind {
        case .timingClock, .start, .continue, .stop, .songPosition:
            return source < Limits.ports && !program.pointee.ports[Int(source)].clockIn
        default: return false
        }
    }
}
