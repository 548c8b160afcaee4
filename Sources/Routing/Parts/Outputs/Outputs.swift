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
    /// Destinations that are held back while a ring is tested, a bit each (R19).
    var heldBack: UInt32 = 0
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
    /// Ports that speak packets, and those that speak the MIDI 2.0 protocol, a bit each (U2).
    private(set) var ofPackets: UInt32 = 0
    private(set) var ofMIDI2: UInt32 = 0
    /// What is translated to the MIDI 2.0 protocol (U3).
    var translations: Translations
    /// Streams of 128-bit packets under way (U7).
    let long: LongStreams
    /// Keys whose per-note controllers or bend were moved (U5).
    let perNote: PerNoteStates
    private let driver: Transmit
    private let packetDriver: TransmitPacket
    private let context: UnsafeMutableRawPointer?

    static let byteCount =
        Outbox.byteCount + SysExPaths.byteCount + ChannelStates.byteCount + HeardStates.byteCount + LoopGuard.byteCount
        + StartedDestinations.byteCount + Translations.byteCount + LongStreams.byteCount + PerNoteStates.byteCount

    init(
        _ memory: inout Memory, _ driver: Transmit, packets: TransmitPacket, context: UnsafeMutableRawPointer?
    ) {
        outbox = Outbox(&memory)
        sysEx = SysExPaths(&memory)
        channels = ChannelStates(&memory)
        heard = HeardStates(&memory)
        loops = LoopGuard(&memory)
        started = StartedDestinations(&memory)
        translations = Translations(&memory)
        long = LongStreams(&memory)
        perNote = PerNoteStates(&memory)
        self.driver = driver
        packetDriver = packets
        self.context = context
    }

    /// Hands a message to the driver. False: not now.
    @inline(__always)
    func transmit(_ message: Message, to port: PortIndex, at sentAt: UInt64) -> Bool {
        driver(context, UInt32(port.rawValue), message.word0, message.word1, sentAt) != 0
    }

    /// Hands a packet to the driver, in the group of its port. False: not now.
    mutating func transmit(packet: Message, to port: PortIndex, at sentAt: UInt64) -> Bool {
        let packet = packet.on(group: outbox[port].group)
        var words: InlineArray<4, UInt32> = [packet.word0, packet.word1, packet.word2, packet.word3]
        return withUnsafeBytes(of: &words) { words in
            packetDriver(
                context, UInt32(port.rawValue), words.assumingMemoryBound(to: UInt32.self).baseAddress!, sentAt)
                != 0
        }
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
        if translations.dueAt != UInt64.max { endWaitsForLSB(at: now) }
        if loops.test.phase != .idle { advanceLoops(to: now) }
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

    /// Finds out which ports are wires, and which speak packets.
    mutating func findWires() {
        (wires, ofPackets, ofMIDI2) = (0, 0, 0)
        for port in PortIndex.all {
            if outbox[port].wire.isSlow { wires |= port.bit }
            if outbox[port].speaks.isPackets { ofPackets |= port.bit }
            if outbox[port].speaks == .packets2 { ofMIDI2 |= port.bit }
        }
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
        if !loops.isQuiet || outbox.freeCount != Limits.waiting || !sysEx.isIdle { return false }
        if translations.dueAt != UInt64.max { return false }
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
        translations.forEachTable(visit)
        perNote.forEachTable(visit)
    }

    /// Whether restored bytes are outputs at which nothing waits.
    func hasValidState(at now: UInt64) -> Bool {
        dropped < UInt32.max / 2 && outbox.hasValidState(at: now) && channels.hasValidState() && heard.hasValidState()
            && translations.hasValidState() && loops.hasValidState(at: now)
    }

    /// After bytes have been restored: what follows from them is found out anew.
    mutating func settle() {
        findWires()
        outbox.setTraced(tracer.isOn)
        deadline = 0
    }
}
