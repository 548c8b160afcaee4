import MIDI
import Program

/// The routing engine: what comes in at a source goes through the routings of the running preset to the ports.
///
/// It owns nothing that allocates: all its tables are carved from one block of `byteCount` bytes. It is driven by four
/// things only, a message (`receive`), time (`advance`), an action (`perform`) and a port that comes or goes, so that
/// the same code runs under `run` with real devices and under `render` with virtual time. Time is nanoseconds and never
/// goes back.
///
/// Its methods are mutating, also those that change nothing: where one that only reads is not inlined, it is given a copy,
/// and this is a kilobyte.
public struct Router: ~Copyable {
    var program: UnsafePointer<Program>
    var preset: UnsafePointer<Preset>
    var now: UInt64 = 0
    /// When something of the router's own is due, in nanoseconds; may be early, never late. `UInt64.max`: never.
    var scheduled = UInt64.max
    public internal(set) var status = RouterStatus()

    var ledger: Ledger
    var inputs: Inputs
    var outputs: Outputs
    /// Whether the message being routed goes by a preset that no longer runs (P3).
    var routesPast = false
    /// How often a remap sent what it made of the tilt (F4). Wraps.
    public internal(set) var tiltsSent: UInt32 = 0
    var stages: Stages
    var clocks: Clocks
    var session: Session

    /// Memory that `init(memory:)` wants, in bytes.
    public static let byteCount =
        Inputs.byteCount + Outputs.byteCount + Ledger.byteCount + Stages.byteCount + Clocks.byteCount
        + Session.byteCount

    /// - Parameters:
    ///   - memory: at least `byteCount` bytes that outlive the router.
    ///   - program: lives until another one is adopted.
    public init(
        memory: UnsafeMutableRawBufferPointer, program: UnsafePointer<Program>, transmit: Transmit,
        context: UnsafeMutableRawPointer?
    ) {
        var memory = Memory(memory)
        ledger = Ledger(&memory)
        outputs = Outputs(&memory, transmit, context: context)
        inputs = Inputs(&memory, program.pointee.derived)
        stages = Stages(&memory)
        clocks = Clocks(&memory)
        session = Session(&memory)
        self.program = program
        preset = program.pointee.presets
        status.tempo = program.pointee.tempo
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
        mutating get { status.hash.mixed(UInt64(outputs.dropped) << 1 | (hasLoop ? 1 : 0)) }
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
            why(.clockIn, UInt16(TraceRecord.none))
        } else {
            updateConditions(message, moves, from: source)  // C1
            goThroughRoutings(message, as: kind, moves, from: source)  // R1, R2
            inputs.set(moves, of: source)  // R14, C2
            assignments(message, moves, from: source)  // A1, A2, A3
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
            if source < Limits.ports && kind == .timingClock { clocks.measureTick(from: source, at: now) }  // K5
            system(message, moves, from: source)  // K4, H12
            if source < Limits.ports { externalClock(message, from: source) }  // K5
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
