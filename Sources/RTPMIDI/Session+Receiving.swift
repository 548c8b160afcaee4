import MIDI

// Input from a peer (N7, N8).
extension Session {
    /// Processes a datagram of the peer and passes its messages to `deliver`, in order. Afterwards `nextDatagram`
    /// returns the answers. A datagram of more than `SessionLimits.datagram` bytes, which may be cut, is dropped.
    package mutating func receive(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, deliver: (Message) -> Void
    ) -> Event {
        if bytes.count > SessionLimits.datagram {
            counters.tooLarge &+= 1
            return .none
        }
        if bytes.count >= 2 && bytes[0] == 0xFF && bytes[1] == 0xFF { return receiveControl(bytes, at: now) }
        guard let packet = Packet(bytes), CommandReader.isWellFormed(packet), hasWellFormedJournal(packet) else {
            counters.malformed &+= 1
            return .none
        }
        if packet.ssrc != setup.remoteSSRC {
            counters.foreign &+= 1
            return .none
        }
        exchange.heard(at: now)
        receive(packet, at: now, deliver)
        return .none
    }

    private func hasWellFormedJournal(_ packet: Packet) -> Bool {
        guard let journal = packet.journal else { return true }
        return ReceivingJournal.check(journal) != nil
    }

    private mutating func receive(_ packet: Packet, at now: UInt64, _ deliver: (Message) -> Void) {
        switch window.place(of: packet.sequence) {
        case .next: if let journal = packet.journal { receivingJournal.pointee.resynchronize(journal) }
        case .first: repair(packet, missing: nil, at: now, deliver)
        case .gap(let count): repair(packet, missing: count, at: now, deliver)
        case .old:
            counters.duplicates &+= 1
            return window.drop(packet.sequence)
        case .restart:
            releaseAll(at: packet.timestamp, now, deliver)
            receivingJournal.pointee.begin()
        }
        window.record(packet.sequence)
        receivingJournal.pointee.begin(packet: packet.sequence)
        feedback.heard(at: now)
        var reader = CommandReader(packet)
        while let command = reader.next() { handle(command, at: reader.timestamp, now, deliver) }
    }

    /// Repairs the loss of `missing` packets from the journal of the next one (N7). Nil: this is the first packet of a
    /// session, before which packets may have been lost.
    private mutating func repair(
        _ packet: Packet, missing: Int?, at now: UInt64, _ deliver: (Message) -> Void
    ) {
        guard let journal = packet.journal else {
            if let missing { giveUp(missing, at: packet.timestamp, now, deliver) }
            return
        }
        let expected = missing == nil ? journal.word16(at: 1) : window.expected
        let stamp = packet.timestamp
        let state = receivingJournal
        let lost = state.pointee.lostSysEx
        let result = state.pointee.repair(journal, expected: expected) { route($0, at: stamp, now, deliver) }
        if case .repaired = result {
            if state.pointee.lostSysEx == lost { counters.repaired &+= UInt32(missing ?? 0) }
            counters.lostSysEx &+= state.pointee.lostSysEx &- lost
        } else if let missing {
            giveUp(missing, at: stamp, now, deliver)
        }
    }

    /// N7: the content of the lost packets is unknown, so everything that the peer holds is released.
    private mutating func giveUp(
        _ missing: Int, at stamp: UInt32, _ now: UInt64, _ deliver: (Message) -> Void
    ) {
        counters.unrepaired &+= UInt32(missing)
        let state = receivingJournal
        let lost = state.pointee.lostSysEx
        releaseAll(at: stamp, now, deliver)
        counters.lostSysEx &+= state.pointee.lostSysEx &- lost
    }

    private mutating func releaseAll(at stamp: UInt32, _ now: UInt64, _ deliver: (Message) -> Void) {
        let state = receivingJournal
        state.pointee.releaseAll { route($0, at: stamp, now, deliver) }
    }

    private mutating func handle(
        _ command: CommandReader.Command, at stamp: UInt32, _ now: UInt64, _ deliver: (Message) -> Void
    ) {
        switch command {
        case .message(let message): handle(message, at: stamp, now, deliver)
        case .undefined: break
        case .sysEx(let data, let isFirst, let tail):
            let isOpen = receivingJournal.pointee.isInSysEx
            // The beginning of the SysEx was lost.
            if !isFirst && !isOpen { return }
            if tail == .cancel || isFirst && isOpen { cutSysEx(at: stamp, now, deliver) }
            if tail == .cancel { return }
            SysExCutter.cut(data, hasBegun: !isFirst, isLast: tail == .end) { handle($0, at: stamp, now, deliver) }
        }
    }

    /// Drops an open SysEx that the sender has cancelled (RFC 6295, 3.2) or whose end is missing.
    private mutating func cutSysEx(at stamp: UInt32, _ now: UInt64, _ deliver: (Message) -> Void) {
        let state = receivingJournal
        state.pointee.cutSysEx { route($0, at: stamp, now, deliver) }
    }

    private mutating func handle(
        _ message: Message, at stamp: UInt32, _ now: UInt64, _ deliver: (Message) -> Void
    ) {
        receivingJournal.pointee.record(message)
        route(message, at: stamp, now, deliver)
    }

    /// Delivers a message at once, or buffers it until its time (N8).
    private mutating func route(
        _ message: Message, at stamp: UInt32, _ now: UInt64, _ deliver: (Message) -> Void
    ) {
        var due = now
        if setup.buffer > 0, let sent = sync.time(of: stamp), Session.isPlausible(sent, at: now) {
            due = sent &+ setup.buffer
        }
        if due <= now && buffer.deadline == UInt64.max { return play(message, deliver) }
        if buffer.isFull, let oldest = buffer.take() { play(oldest, deliver) }
        buffer.append(message, at: due)
    }

    /// Whether a time is within 2 s of now, and thus plausible.
    private static func isPlausible(_ time: UInt64, at now: UInt64) -> Bool {
        let difference = Int64(bitPattern: time &- now)
        return -2_000_000_000...2_000_000_000 ~= difference
    }
}

extension Message {
    /// Marks the end of a SysEx whose rest was lost or cancelled: the part that arrived is dropped.
    package static var cutSysEx: Message { Message(0) }
}
