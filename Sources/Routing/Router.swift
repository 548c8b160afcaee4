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
    /// When `advance` is needed next; may be early, never late. `UInt64.max`: only a message changes anything.
    public internal(set) var deadline = UInt64.max
    public internal(set) var status = RouterStatus()

    var ledger: Ledger
    var outbox: Outbox
    var sysEx: SysExPaths
    /// When a SysEx that holds a port may have been silent for too long (S8); may be early, never late. 0: nobody has looked
    /// since a port was taken, or what holds one still waits.
    var silentSysExAt = UInt64.max
    /// Ports that are wires, a bit each.
    var wires: UInt32 = 0
    var inputs: Inputs
    /// Whether the message being routed goes by a preset that no longer runs (P3).
    var routesPast = false
    let channels: UnsafeMutablePointer<ChannelState>
    let heard: UnsafeMutablePointer<HeardState>
    /// How often a remap sent what it made of the tilt (F4). Wraps.
    public internal(set) var tiltsSent: UInt32 = 0
    var stages: Stages
    var loops: LoopGuard
    /// Who hears what becomes of messages, and the index of the routing that is at work.
    var listener = Listener()
    var working = AtWork(TraceRecord.none)
    var clocks: Clocks
    var session: Session
    /// Destinations that have to be stopped some day (H12).
    var started: StartedDestinations

    let transmit: Transmit
    let context: UnsafeMutableRawPointer?

    /// Memory that `init(memory:)` wants, in bytes.
    public static let byteCount =
        LoopGuard.byteCount + Ledger.byteCount + Outbox.byteCount + SysExPaths.byteCount
        + Inputs.byteCount + Stages.byteCount
        + Limits.ports * 16 * MemoryLayout<ChannelState>.stride + Limits.ports * MemoryLayout<HeardState>.stride
        + Clocks.byteCount + Session.byteCount + StartedDestinations.byteCount + 9 * 16

    /// - Parameters:
    ///   - memory: at least `byteCount` bytes that outlive the router.
    ///   - program: lives until another one is adopted.
    public init(
        memory: UnsafeMutableRawBufferPointer, program: UnsafePointer<Program>, transmit: Transmit,
        context: UnsafeMutableRawPointer?
    ) {
        var memory = Memory(memory)
        loops = LoopGuard(&memory)
        ledger = Ledger(&memory)
        outbox = Outbox(&memory)
        sysEx = SysExPaths(&memory)
        inputs = Inputs(&memory, program.pointee.derived)
        channels = memory.take(Limits.ports * 16, repeating: ChannelState())
        heard = memory.take(Limits.ports, repeating: HeardState())
        stages = Stages(&memory)
        clocks = Clocks(&memory)
        session = Session(&memory)
        started = StartedDestinations(&memory)
        self.program = program
        self.transmit = transmit
        self.context = context
        preset = program.pointee.presets
        status.tempo = program.pointee.tempo
        session.follow(preset)
        findListeners()
        resetAssignments()
    }

    /// A hash of the status: whether the display has to be drawn again.
    public var statusHash: UInt64 {
        @inline(__always)
        mutating get { status.hash }
    }

    /// Something is due at `time`.
    mutating func schedule(at time: UInt64) {
        if time < deadline { deadline = time }
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
        if listener.trace != nil { hear(message, from: source, isNew: moves.passes) }
        if isDroppedAtInput(kind, from: source) {  // K5
            why(.clockIn, UInt16(TraceRecord.none))
        } else {
            updateConditions(message, moves, from: source)  // C1
            goThroughRoutings(message, as: kind, moves, from: source)  // R1, R2
            inputs.set(moves, of: source)  // R14, C2
            assignments(message, moves, from: source)  // A1, A2, A3
            if kind == .contact { updateLights() }  // F3
        }
        inputs.moves.pop(moves)
    }

    /// Sends a message through the routings that it concerns, in listed order (R1). The stages of a routing are those of R2:
    ///
    /// 1. `admitted`: channel restriction, mute, conditions (R3, R4)
    /// 2. `note`: note range, filter, map and shift (R6), then velocity (R7)
    /// 3. `control`: the remaps of controllers and of notes as controllers (R8 to R13, R17), filter
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
