// The control messages of the data port: CK, RS, IN and BY (N3, N4).
extension Session {
    mutating func receiveControl(_ bytes: UnsafeRawBufferPointer, at now: UInt64) -> Event {
        guard let message = SessionMessage(bytes) else {
            counters.malformed &+= 1
            return .none
        }
        switch message {
        case .clock(let clock): return handle(clock, at: now)
        case .feedback(let ssrc, let sequence): handle(feedback: sequence, from: ssrc, at: now)
        case .invitation(let invitation) where invitation.ssrc == setup.remoteSSRC:
            // N3: our answer was lost, so the peer sends the invitation again.
            setup.token = invitation.token
            owesAcceptance = true
        case .goodbye(_, let ssrc) where ssrc == setup.remoteSSRC: return .saidBye
        case .acceptance, .refusal, .bitRate: break
        case .invitation, .goodbye: counters.foreign &+= 1
        }
        return .none
    }

    private mutating func handle(_ clock: ClockExchangeMessage, at now: UInt64) -> Event {
        let own = setup.ownSSRC
        if clock.ssrc != setup.remoteSSRC {
            counters.foreign &+= 1
            return .none
        }
        exchange.heard(at: now)
        switch clock.count {
        case 0:
            owedClock = ClockExchangeMessage(ssrc: own, count: 1, t1: clock.t1, t2: now / ClockSync.tick)
        case 1:
            if !exchange.answered(clock.t1, at: now) { break }
            let sent = exchange.sentAt
            owedClock = ClockExchangeMessage(
                ssrc: own, count: 2, t1: clock.t1, t2: clock.t2, t3: now / ClockSync.tick)
            synchronize(roundTrip: now - sent, isTheirs: false, theirs: clock.t2, ours: sent + (now - sent) / 2)
        default:
            if setup.isInitiator || clock.t3 &- clock.t1 > 1 << 32 { break }
            // CK2 returns our time in `t2`, so we need not store it.
            synchronize(
                roundTrip: clock.t3 &- clock.t1, isTheirs: true,
                theirs: clock.t1 &+ (clock.t3 &- clock.t1) / 2, ours: clock.t2 &* ClockSync.tick)
        }
        return .none
    }

    private mutating func synchronize(roundTrip: UInt64, isTheirs: Bool, theirs: UInt64, ours: UInt64) {
        sync.add(roundTrip: roundTrip, isTheirs: isTheirs, theirs: theirs, ours: ours)
        counters.roundTrip = sync.roundTrip
    }

    /// N6: processes an RS. An RS with another SSRC is counted as foreign (N9).
    private mutating func handle(feedback word: UInt32, from ssrc: UInt32, at now: UInt64) {
        if ssrc != setup.remoteSSRC {
            counters.foreign &+= 1
            return
        }
        acknowledge(word, at: now)
    }

    /// Processes the word of an RS, either half of which holds the sequence number (N6). Ignored unless such a packet
    /// was sent.
    package mutating func acknowledge(_ word: UInt32, at now: UInt64) {
        let upper = UInt16(word >> 16)
        let lower = UInt16(truncatingIfNeeded: word)
        let sequence = lower != 0 && (upper == 0 || !outgoing.isOpen(upper)) ? lower : upper
        if outgoing.acknowledge(sequence, at: now) && setup.sendsJournal {
            sendingJournal.pointee.acknowledge(sequence)
            prepared.forget()
        }
    }
}
