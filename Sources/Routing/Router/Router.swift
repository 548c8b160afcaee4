import MIDI
import Plan

/// The routing engine: routes the messages of sources through the routings of the running preset to destinations.
///
/// The router is composed of parts, each of which owns its tables. All tables are carved from one block of `byteCount`
/// bytes; nothing is allocated. Only four things drive the router: a message (`receive`), time (`advance`), an action
/// (`perform`), and a port that appears or disappears. Thus the same code runs under `run` with devices and under
/// `render` with virtual time. Time is in nanoseconds and never decreases.
///
/// Methods that only read are mutating too: otherwise a call that is not inlined copies the router, about a kilobyte.
package struct Router: ~Copyable {
    var planAddress: UnsafePointer<Plan>
    /// The address of the running preset, one of `plan`.
    var presetAddress: UnsafePointer<Preset>
    var now: UInt64 = 0
    /// When anything except the outputs' work is due, in nanoseconds; may be early, never late. `UInt64.max` if never.
    var scheduled = UInt64.max
    package internal(set) var status = RouterStatus()
    /// Whether the message being routed uses a preset that no longer runs (P3).
    var routesPast = false
    /// Number of messages that remaps made from tilt and pedals (F4); wraps.
    package internal(set) var tiltsSent: UInt32 = 0
    /// The UMP of the MIDI 2.0 message being routed (U4).
    var fine = FineMessage()

    /// State of the inputs: last values, waiting halves, selected parameters, incoming SysEx (R14, R15, R16, R17).
    var inputs: Inputs
    /// State of the stages of routings and assignments: internal values and conditions (R12, C1, A2).
    var stages: Stages
    /// Held notes and controllers, each with the path that it took (H).
    var ledger: Ledger
    /// State of the outputs: queues, SysEx streams, what destinations were sent, feedback detection (S, H9, R19).
    var outputs: Outputs
    /// The box's clock, followed clocks, taps and clock rates (K).
    var clocks: Clocks
    /// Changes by hand: mutes, bypasses, LEDs, undo and saves; and the progress of a preset's load (P).
    var byHand: ByHand

    /// Number of bytes of memory that `init(memory:)` needs.
    package static let byteCount =
        Inputs.byteCount + Stages.byteCount + Ledger.byteCount + Outputs.byteCount + Clocks.byteCount
        + ByHand.byteCount

    /// - Parameters:
    ///   - memory: at least `byteCount` bytes that outlive the router.
    ///   - plan: must live until another one is adopted.
    ///   - transmit: called with `context` for messages to byte-stream ports.
    ///   - transmitUMP: called with `context` for UMPs to UMP ports.
    package init(
        memory: UnsafeMutableRawBufferPointer, plan: UnsafePointer<Plan>, transmit: Transmit,
        transmitUMP: TransmitUMP = { _, _, _, _ in 0 }, context: UnsafeMutableRawPointer?
    ) {
        var memory = Memory(memory)
        inputs = Inputs(&memory, plan.pointee.derived)
        stages = Stages(&memory)
        ledger = Ledger(&memory)
        outputs = Outputs(&memory, transmit, umps: transmitUMP, context: context)
        clocks = Clocks(&memory)
        byHand = ByHand(&memory)
        planAddress = plan
        presetAddress = plan.pointee.presets.at(PresetIndex(0))
        status.tempo = plan.pointee.tempo
        status.transposition = plan.pointee.transposition
        outputs.adoptGroups(of: plan)
        stages.arms.adopt(plan)
        startVariables()
        readTables()
        resetAssignments()
    }

    var plan: Plan {
        @inline(__always) mutating unsafeAddress { planAddress }
    }

    /// The running preset.
    var preset: Preset {
        @inline(__always) mutating unsafeAddress { presetAddress }
    }

    /// Number of whole messages dropped for lack of room since the last panic (S8, H11).
    package var dropped: UInt32 { outputs.dropped }

    /// Whether any path is muted because of feedback (R19).
    package var hasFeedback: Bool { outputs.feedback.hasFeedback }

    /// A hash of `status`, `dropped` and `hasFeedback`, by which the display detects that it must be redrawn.
    package var statusHash: UInt64 {
        @inline(__always)
        mutating get { status.hash ^ (UInt64(outputs.dropped) << 1 | (hasFeedback ? 1 : 0)) }
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
            let isGrouped = plan.groupedSources & 1 &<< UInt64(source) != 0  // U6
            if isGrouped { startFromPort(moves, of: source) }
            updateConditions(message, moves, from: source)  // C1
            if isGrouped { startFromGroup(moves, of: source) }
            goThroughRoutings(message, as: kind, moves, from: source)  // R1, R2
            inputs.set(moves, of: source)  // R14, C2
            if isGrouped { setCommonValues(moves, of: source) }
            assignments(message, moves, from: isGrouped ? port(of: source) : source)  // A1, A2, A3
            if kind == .contact {
                updateLEDs()  // F3
                showSwitches(isLoad: false)  // D2
            }
        }
        inputs.moves.pop(moves)
    }

    /// Routes a message through the routings that it concerns, in listed order (R1). The stages of a routing are those
    /// of R2:
    ///
    /// 1. `admitted`: channel restriction, mute, conditions (R3, R4)
    /// 2. `note`: note range, filter, map and shift (R6), then velocity (R7)
    /// 3. `control`: the remaps of controllers and of notes as controllers (R8, R9, R10, R11, R12, R13, R17), filter
    /// 4. `outChannel`: the channel remap
    /// 5. `Outputs.send`: the destinations in listed order, each message to all of them before the next message
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

    /// K5: whether `clock-in: false` drops a clock or transport message at the input.
    @inline(__always)
    private mutating func isDroppedAtInput(_ kind: MessageKind, from source: UInt8) -> Bool {
        switch kind {
        case .timingClock, .start, .continue, .stop, .songPosition:
            return source < Limits.ports && !plan.ports[Int(source)].clockIn
        default: return false
        }
    }
}
