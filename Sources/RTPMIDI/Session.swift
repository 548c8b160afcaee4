import MIDI

/// One session with a peer, from the moment at which both have agreed to it (N3, N4, N5, N6, N7, N8): its clock, its
/// output and its input.
///
/// A value whose owner passes it datagrams and the time, and asks it for the datagrams to send. The owner provides all
/// memory.
package struct Session {
    /// The effect of a datagram or of time on the session.
    package enum Event: Equatable, Sendable {
        case none
        /// BY: the peer has ended the session (N3).
        case saidBye
        /// The peer has been silent for too long (N4).
        case gone
    }

    package internal(set) var setup: SessionSetup
    package internal(set) var counters = SessionCounters()

    // Output to the peer.
    var queue: SendQueue
    var dump: DumpQueue
    var outgoing = Outgoing()
    let sendingJournal: UnsafeMutablePointer<SendingJournal>
    var prepared: PreparedJournal

    // Input from the peer.
    var window = SequenceWindow()
    var feedback = Feedback()
    var buffer: MessageBuffer
    let receivingJournal: UnsafeMutablePointer<ReceivingJournal>
    var sounding = SoundingKeys()

    // The clock, and the control messages that have to be sent to the peer.
    var sync = ClockSync()
    var exchange: ClockExchange
    /// The CK that has to be sent.
    var owedClock: ClockExchangeMessage?
    var owesAcceptance = false

    /// Begins a new session. Messages that waited for the peer of the last session are dropped.
    ///
    /// - Parameter sequence: the number of the first packet, random (RFC 3550, 5.1).
    package mutating func begin(_ setup: SessionSetup, firstSequence sequence: UInt16, at now: UInt64) {
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

    /// When the session has work to do, in nanoseconds, unless a datagram or message arrives earlier.
    package var deadline: UInt64 {
        let sending = min(outgoing.guardAt, dumpDeadline)
        let receiving = min(feedback.deadline, buffer.deadline)
        return min(exchange.deadline, min(sending, receiving))
    }

    /// Does the work that is due by `now`, and passes the messages whose time has come to `deliver` (N8).
    package mutating func advance(to now: UInt64, deliver: (Message) -> Void) -> Event {
        while buffer.deadline <= now, let message = buffer.take() { play(message, deliver) }
        switch exchange.advance(to: now) {
        case .none: break
        case .giveUp: return .gone
        case .ask: owedClock = ClockExchangeMessage(ssrc: setup.ownSSRC, count: 0, t1: now / ClockSync.tick)
        }
        return .none
    }

    /// Called when the session or its link has ended (H9): routes the messages that wait for their time, and releases
    /// all that the peer holds. If a packet arrives later, its journal repairs the state.
    ///
    /// - Parameter releases: false if the peer's notes and controllers stay (`notes-off-on-unplug: false`).
    package mutating func end(releases: Bool, deliver: (Message) -> Void) {
        while let message = buffer.take() { play(message, deliver) }
        if !releases { return }
        let state = receivingJournal
        state.pointee.releaseAll { play($0, deliver) }
        sounding.release(deliver)
    }

    /// Delivers a message whose time has come.
    mutating func play(_ message: Message, _ deliver: (Message) -> Void) {
        if message.type == MessageType.system && message.status == Status.reset { sounding.release(deliver) }
        sounding.hear(message)
        deliver(message)
    }
}
