import MIDI
import Program

/// All that leaves the router: messages to the ports, and reports of what becomes of messages.
///
/// A message goes at once, or waits in the outbox for its turn (S8, S9). Whatever was given to a destination is remembered for its
/// return and for panic (H9, H10), for transport that must be stopped some day (H12), and in case it comes back (R19).
///
/// Out-of-line methods are mutating, also those that change nothing: otherwise each call would copy the whole struct.
struct Outputs {
    var outbox: Outbox
    var sysEx: SysExPaths
    let channels: ChannelStates
    let heard: HeardStates
    var loops: LoopGuard
    let started: StartedDestinations
    var tracer = Tracer()
    /// Whole messages that were dropped because there was no room for them since the last panic (S8, H11).
    private(set) var dropped: UInt32 = 0
    /// When `advance` is needed next, in nanoseconds; may be early, never late. `UInt64.max`: never.
    private(set) var deadline = UInt64.max
    /// When a SysEx that holds a port may have been silent for too long (S8); may be early, never late. 0: nobody has looked
    /// since a port was taken, or what holds one still waits.
    var silentSysExAt = UInt64.max
    /// Ports that are wires, a bit each.
    private var wires: UInt32 = 0
    private let driver: Transmit
    private let context: UnsafeMutableRawPointer?

    static let byteCount =
        Outbox.byteCount + SysExPaths.byteCount + ChannelStates.byteCount + HeardStates.byteCount + LoopGuard.byteCount
        + StartedDestinations.byteCount

    init(_ memory: inout Memory, _ driver: Transmit, context: UnsafeMutableRawPointer?) {
        outbox = Outbox(&memory)
        sysEx = SysExPaths(&memory)
        channels = ChannelStates(&memory)
        heard = HeardStates(&memory)
        loops = LoopGuard(&memory)
        started = StartedDestinations(&memory)
        self.driver = driver
        self.context = context
    }

    /// Hands a message to the driver. False: not now.
    @inline(__always)
    func transmit(_ message: Message, to port: PortIndex, at sentAt: UInt64) -> Bool {
        driver(context, UInt32(port.rawValue), message.word0, message.word1, sentAt) != 0
    }

    /// Something is due at `time`.
    @inline(__always)
    mutating func schedule(at time: UInt64) {
        if time < deadline { deadline = time }
    }

    /// Does what is due by `now`: closes a SysEx that has been silent for too long (S8), and sends what wires that have
    /// become free take (S9).
    mutating func advance(to now: UInt64) {
        deadline = UInt64.max
        closeSilentSysEx(at: now)
        var wires = wires
        while wires != 0 {
            let port = PortIndex(wires.trailingZeroBitCount)
            wires &= wires - 1
            if outbox[port].wantsDrain { drain(port, at: now) }
        }
    }

    /// A whole message was dropped.
    mutating func countDrop() { dropped &+= 1 }

    /// Panic: everything counts from here.
    mutating func forgetDrops() { dropped = 0 }

    /// Reports what becomes of messages to `trace`; nil: to nobody. Every message takes the slow way meanwhile.
    mutating func listen(_ trace: Trace?, context: UnsafeMutableRawPointer?) {
        tracer.listen(trace, context: context)
        outbox.setTraced(tracer.isOn)
    }

    mutating func findWires() {
        wires = 0
        for port in PortIndex.all where outbox[port].wire.isSlow { wires |= port.bit }
    }
}

// MARK: - What is known of a port

extension Outputs {
    /// Whether anything can be sent to a port now.
    func isPresent(_ port: PortIndex) -> Bool { outbox[port].isPresent }

    /// Whether messages wait for a port, for its wire or for a SysEx to end.
    func hasWaiting(_ port: PortIndex) -> Bool { !outbox[port].isIdle }

    /// How many more messages may wait.
    var room: Int { outbox.freeCount }

    /// The sources that have started a destination, a bit each (H12).
    func sources(thatStarted destination: PortIndex) -> UInt64 { started.sources(of: destination) }

    /// Every channel of a destination is to be at rest when the destination comes back (H9).
    func resetChannels(of destination: PortIndex) { channels.reset(destination) }
}

// MARK: - Recording

extension Outputs {
    /// Whether nothing is on its way that `forEachTable` does not visit.
    var isQuiet: Bool {
        if loops.hasLoop || outbox.freeCount != Limits.waiting || !sysEx.isIdle { return false }
        for port in PortIndex.all where !outbox[port].owner.isNone { return false }
        return true
    }

    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        withUnsafeMutableBytes(of: &dropped, visit)
        loops.forEachTable(visit)
        outbox.forEachTable(visit)
        channels.forEachTable(visit)
        heard.forEachTable(visit)
        started.forEachTable(visit)
    }

    /// Whether restored bytes are outputs at which nothing waits.
    func hasValidState(at now: UInt64) -> Bool {
        dropped < UInt32.max / 2 && outbox.hasValidState(at: now) && channels.hasValidState() && heard.hasValidState()
    }

    /// After bytes have been restored: what follows from them is found out anew.
    mutating func settle() {
        findWires()
        outbox.setTraced(tracer.isOn)
        deadline = 0
    }
}
