import MIDI

/// One session with a peer, from the moment at which both have agreed to it (N3, N4, N5, N6, N7, N8): its clock, what is
/// sent to the peer and what comes from it.
///
/// A value of its owner, who hands it datagrams and time, and asks it for the datagrams to send. All memory was handed in.
public struct Session {
    /// What a datagram or the time has done to the session.
    public enum Event: Equatable, Sendable {
        case none
        /// BY: the peer has ended the session (N3).
        case saidBye
        /// The peer has been silent for too long (N4).
        case gone
    }

    public internal(set) var setup: SessionSetup
    public internal(set) var counters = SessionCounters()

    // Sending.
    var queue: SendQueue
    var dump: DumpQueue
    var outgoing = Outgoing()
    let sendingJournal: UnsafeMutablePointer<SendingJournal>
    var prepared: PreparedJournal

    // Receiving.
    var window = SequenceWindow()
    var feedback = Feedback()
    var buffer: CommandBuffer
    let receivingJournal: UnsafeMutablePointer<ReceivingJournal>
    var sounding = SoundingKeys()

    // The clock and the control messages that are owed to the peer.
    var sync = ClockSync()
    var exchange: ClockExchange
    /// The CK that is owed.
    var owedClock: ClockExchangeMessage?
    var owesAcceptance = false

    /// Begins anew with a peer. What waited for another peer is dropped.
    ///
    /// - Parameter sequence: the number of the first packet, random (RFC 3550, 5.1).
    public mutating func begin(_ setup: SessionSetup, firstSequence sequence: UInt16, at now: UInt64) {
        self.setup = setup
        counters = SessionCounters()
        queue.clear()
        dump.clear()
        outgoing = Outgoing()
        outgoing.begin(first: sequence)
        sendingJournal.pointee.begin(first: sequence)
        prepared.forget()
        window = SequenceWindow()
        feedback = Feedback()
        buffer.clear()
        receivingJournal.pointee.begin()
        sounding = SoundingKeys()
        sync = ClockSync()
        exchange = ClockExchange(isInitiator: setup.isInitiator, at: now)
        (owedClock, owesAcceptance) = (nil, false)
    }

    /// When something is to be done unless something comes first, in nanoseconds.
    public var deadline: UInt64 {
        let sending = min(outgoing.guardAt, dumpDeadline)
        let receiving = min(feedback.deadline, buffer.deadline)
        return min(exchange.deadline, min(sending, receiving))
    }

    /// Does what is due by `now`, and hands the messages whose time has come to `deliver` (N8).
    public mutating func advance(to now: UInt64, deliver: (Message) -> Void) -> Event {
        while buffer.deadline <= now, let message = buffer.take() { play(message, deliver) }
        switch exchange.advance(to: now) {
        case .none: break
        case .giveUp: return .gone
        case .ask: owedClock = ClockExchangeMessage(ssrc: setup.ownSSRC, count: 0, t1: now / ClockSync.tick)
        }
        return .none
    }

    /// Routes what still waits for its time, and releases all that the peer holds: the session has ended, or its link
    /// (H9). A packet that comes later is repaired from its journal.
    ///
    /// - Parameter releases: false where all stays as it is (`notes-off-on-unplug: false`).
    public mutating func end(releases: Bool, deliver: (Message) -> Void) {
        while let message = buffer.take() { play(message, deliver) }
        if !releases { return }
        let state = receivingJournal
        state.pointee.releaseAll { play($0, deliver) }
        sounding.release(deliver)
    }

    /// Hands a message over whose time has come.
    mutating func play(_ message: Message, _ deliver: (Message) -> Void) {
        if message.type == MessageType.system && message.status == Status.reset { sounding.release(deliver) }
        sounding.hear(message)
        deliver(message)
    }
}
