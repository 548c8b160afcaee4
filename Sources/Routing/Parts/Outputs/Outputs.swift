import MIDI
import Plan

/// Everything that leaves the router: messages to the ports, and reports about messages.
///
/// A message is sent at once, or waits in the outbox for its turn (S8, S9). What a destination was sent is remembered:
/// for its return and for panic (H9, H10), to stop the transport later (H12), and to detect feedback (R19).
///
/// Three words name the steps of the way out; labels tell the kind of message:
/// - `send` remembers what the destination is told, and passes the message on.
/// - `queue` transmits the message if it is its turn. If the port is busy or another message is before it, the message
///   waits in the outbox. `queue(_:in:…)` knows already that it must wait.
/// - `transmit` hands the message to the driver now, and remembers that the destination heard it. Returns false if the
///   wire or the driver is not ready. `transmit(raw:…)` only asks the driver.
///
/// Out-of-line methods are mutating even if they change nothing: otherwise each call would copy the whole struct.
struct Outputs {
    var outbox: Outbox
    var sysEx: SysExPaths
    let channels: ChannelStates
    let heard: HeardStates
    var feedback: FeedbackGuard
    /// Destinations held back during a feedback test, one bit each (R19).
    var heldBack: UInt32 = 0
    let started: StartedDestinations
    var tracer = Tracer()
    /// The last values of destinations (R27).
    var sent: SentValues
    /// Whether sent messages are reported or their values are kept.
    var isWatched = false
    /// Whole messages dropped for lack of room since the last panic (S8, H11).
    private(set) var dropped: UInt32 = 0
    /// When `advance` is needed next, in nanoseconds; may be early, never late. `UInt64.max`: never.
    private(set) var deadline = UInt64.max
    /// When a SysEx that owns a port may have been silent for too long (S8), in nanoseconds; may be early, never late.
    /// 0: unknown, because a port was taken since the last check or the owner still has waiting pieces.
    var silentSysExAt = UInt64.max
    /// Ports with a slow wire, one bit each.
    private var wires: UInt32 = 0
    /// UMP ports, and those of them that speak the MIDI 2.0 protocol, one bit each (U2).
    private(set) var ofUMPs: UInt32 = 0
    private(set) var ofMIDI2: UInt32 = 0
    /// Translation to the MIDI 2.0 protocol (U3).
    var translations: Translations
    /// Streams of 128-bit UMPs in progress (U7).
    let long: LongStreams
    /// Keys whose per-note controllers or per-note bend were moved (U5).
    let perNote: PerNoteStates
    private let driver: Transmit
    private let umpDriver: TransmitUMP
    private let context: UnsafeMutableRawPointer?

    static let byteCount =
        Outbox.byteCount + SysExPaths.byteCount + ChannelStates.byteCount + HeardStates.byteCount
        + FeedbackGuard.byteCount
        + StartedDestinations.byteCount + Translations.byteCount + LongStreams.byteCount + PerNoteStates.byteCount
        + SentValues.byteCount

    init(
        _ memory: inout Memory, _ driver: Transmit, umps: TransmitUMP, context: UnsafeMutableRawPointer?
    ) {
        outbox = Outbox(&memory)
        sysEx = SysExPaths(&memory)
        channels = ChannelStates(&memory)
        heard = HeardStates(&memory)
        feedback = FeedbackGuard(&memory)
        started = StartedDestinations(&memory)
        translations = Translations(&memory)
        long = LongStreams(&memory)
        perNote = PerNoteStates(&memory)
        sent = SentValues(&memory)
        self.driver = driver
        umpDriver = umps
        self.context = context
    }

    /// Hands a message to the driver and remembers nothing. Returns false for "not now".
    @inline(__always)
    func transmit(raw message: Message, to port: PortIndex, at sentAt: UInt64) -> Bool {
        driver(context, UInt32(port.rawValue), message.word0, message.word1, sentAt) != 0
    }

    /// Same as `transmit(raw:to:at:)`, for a UMP, which gets the group of its port.
    mutating func transmit(rawUMP ump: Message, to port: PortIndex, at sentAt: UInt64) -> Bool {
        let ump = ump.on(group: outbox[port].group)
        var words: InlineArray<4, UInt32> = [ump.word0, ump.word1, ump.word2, ump.word3]
        return withUnsafeBytes(of: &words) { words in
            umpDriver(
                context, UInt32(port.rawValue), words.assumingMemoryBound(to: UInt32.self).baseAddress!, sentAt)
                != 0
        }
    }

    /// Makes `advance` due at `time` at the latest, in nanoseconds.
    @inline(__always)
    mutating func schedule(at time: UInt64) {
        if time < deadline { deadline = time }
    }

    /// Does what is due at `now`: closes a SysEx that has been silent for too long (S8), and sends waiting messages to
    /// wires that are free (S9).
    mutating func advance(to now: UInt64) {
        deadline = UInt64.max
        closeSilentSysEx(at: now)
        if translations.dueAt != UInt64.max { endWaitsForLSB(at: now) }
        if feedback.test.phase != .idle { advanceFeedback(to: now) }
        var wires = wires
        while wires != 0 {
            let port = PortIndex(wires.trailingZeroBitCount)
            wires &= wires - 1
            if outbox[port].wantsDrain { drain(port, at: now) }
        }
    }

    /// Counts one dropped whole message.
    mutating func countDrop() { dropped &+= 1 }

    /// Resets the count of dropped messages, on panic.
    mutating func forgetDrops() { dropped = 0 }

    /// Reports what happens to messages to `trace`; nil stops the reports. While reporting, every message takes the
    /// slow path.
    mutating func listen(_ trace: Trace?, context: UnsafeMutableRawPointer?) {
        tracer.listen(trace, context: context)
        watchSent()
    }

    /// Updates the bit sets of slow wires, UMP ports and MIDI 2.0 ports.
    mutating func findWires() {
        (wires, ofUMPs, ofMIDI2) = (0, 0, 0)
        for port in PortIndex.all {
            if outbox[port].wire.isSlow { wires |= port.bit }
            if outbox[port].speaks.isUMP { ofUMPs |= port.bit }
            if outbox[port].speaks == .ump2 { ofMIDI2 |= port.bit }
        }
    }
}

// MARK: - What is known of a port

extension Outputs {
    /// Whether anything can be sent to a port now.
    func isPresent(_ port: PortIndex) -> Bool { outbox[port].isPresent }

    /// Whether messages wait for a port, because of its wire or a SysEx under way.
    func hasWaiting(_ port: PortIndex) -> Bool { !outbox[port].isIdle }

    /// How many more messages may wait.
    var room: Int { outbox.freeCount }

    /// The sources that have started a destination, one bit each (H12).
    func sources(thatStarted destination: PortIndex) -> UInt64 { started.sources(of: destination) }

    /// Sets every channel of a destination to rest, which is sent when the destination returns (H9).
    func resetChannels(of destination: PortIndex) { channels.reset(destination) }
}

// MARK: - Recording

extension Outputs {
    /// Whether no state is pending that `forEachTable` would miss.
    var isQuiet: Bool {
        if !feedback.isQuiet || outbox.freeCount != Limits.waiting || !sysEx.isIdle { return false }
        if translations.dueAt != UInt64.max { return false }
        for port in PortIndex.all where !outbox[port].owner.isNone { return false }
        return true
    }

    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        withUnsafeMutableBytes(of: &dropped, visit)
        feedback.forEachTable(visit)
        outbox.forEachTable(visit)
        channels.forEachTable(visit)
        heard.forEachTable(visit)
        started.forEachTable(visit)
        translations.forEachTable(visit)
        perNote.forEachTable(visit)
        sent.forEachTable(visit)
    }

    /// Checks restored bytes: the outputs must be valid and have nothing waiting.
    func hasValidState(at now: UInt64) -> Bool {
        dropped < UInt32.max / 2 && outbox.hasValidState(at: now) && channels.hasValidState() && heard.hasValidState()
            && translations.hasValidState() && feedback.hasValidState(at: now) && started.hasValidState()
    }

    /// Recomputes derived state after bytes have been restored.
    mutating func settle() {
        findWires()
        watchSent()
        deadline = 0
    }
}
