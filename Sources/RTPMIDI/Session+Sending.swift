import MIDI

// Output to a peer (N5, N6).
extension Session {
    /// Puts a message into the next packet. Returns false if there is no room: a packet must be sent first, or the rest
    /// of a SysEx must wait.
    package mutating func put(_ message: Message, at time: UInt64) -> Bool {
        if message.type == MessageType.sysEx {
            if !dump.hasRoom { return false }
            dump.append(message, order: outgoing.order)
        } else {
            if queue.isFull { return false }
            queue.append(message, order: outgoing.order, at: time)
        }
        outgoing.order &+= 1
        return true
    }

    /// Whether there is room for a piece of a SysEx.
    package var hasRoomForSysEx: Bool { dump.hasRoom }

    /// Whether there is room for a message that is no SysEx.
    package var hasRoom: Bool { !queue.isFull }

    /// Writes the next datagram that is due to `memory` of `SessionLimits.payload` bytes. Returns its range in
    /// `memory`; nil if nothing more is due.
    package mutating func nextDatagram(at now: UInt64, to memory: UnsafeMutableRawBufferPointer) -> Range<Int>? {
        if let clock = owedClock {
            owedClock = nil
            return 0..<SessionMessage.clock(clock).write(to: memory)
        }
        if owesAcceptance {
            owesAcceptance = false
            let invitation = Invitation(token: setup.token, ssrc: setup.ownSSRC, name: setup.name)
            return 0..<SessionMessage.acceptance(invitation).write(to: memory)
        }
        if let packet = nextPacket(at: now, to: memory) { return packet }
        if feedback.deadline <= now {
            feedback.sent()
            let word = UInt32(window.newest) << 16
            return 0..<SessionMessage.feedback(ssrc: setup.ownSSRC, sequence: word).write(to: memory)
        }
        return nil
    }

    private mutating func nextPacket(at now: UInt64, to memory: UnsafeMutableRawBufferPointer) -> Range<Int>? {
        if !queue.isEmpty && !isDumpNext(at: now) { return messagePacket(at: now, to: memory) }
        if dump.isWorthy && outgoing.dumpTime <= now {
            return dumpPacket(at: now, to: memory)
        }
        return outgoing.guardAt <= now ? emptyPacket(at: now, to: memory) : nil
    }

    /// Whether the first SysEx came before the first waiting message and goes before it. Messages overtake a SysEx
    /// longer than a segment.
    private mutating func isDumpNext(at now: UInt64) -> Bool {
        let first = queue.first
        return !first.message.isRealTime && outgoing.dumpTime <= now
            && dump.isWholeBefore(first.order, SessionLimits.segment)
    }

    /// When the next segment of a SysEx may go, in nanoseconds.
    var dumpDeadline: UInt64 { dump.isWorthy ? outgoing.dumpTime : UInt64.max }

    /// Packs the waiting messages from the first on: a real-time message alone, others together (N5).
    private mutating func messagePacket(at now: UInt64, to memory: UnsafeMutableRawBufferPointer) -> Range<Int> {
        let journal = writeJournal()
        let room = SessionLimits.payload - Packet.overhead - journal
        let stamp = outgoing.stamp(at: queue.first.time)
        var last = stamp
        var end = Packet.overhead
        repeat {
            let next = queue.first
            // Four bytes of delta time, and the writer may write eight bytes.
            if end - Packet.overhead + 12 > room { break }
            let isAlone = next.message.isRealTime
            if isAlone && end > Packet.overhead { break }
            if !isAlone && end > Packet.overhead && isDumpNext(at: now) { break }
            if end > Packet.overhead {
                let time = max(next.time / ClockSync.tick, last)
                end += Session.writeDelta(time - last, to: memory, at: end)
                last = time
            }
            var writer = StreamWriter()
            end += writer.write(next.message, at: 0, to: memory.baseAddress!.assumingMemoryBound(to: UInt8.self) + end)
            record(next.message)
            queue.removeFirst()
            if isAlone { break }
        } while !queue.isEmpty
        outgoing.stamped(last)
        return finish(end - Packet.overhead, journal, stamp, at: now, memory)
    }

    /// Packs one segment of a SysEx (N5).
    private mutating func dumpPacket(at now: UInt64, to memory: UnsafeMutableRawBufferPointer) -> Range<Int> {
        let journal = writeJournal()
        let room = min(SessionLimits.segment, SessionLimits.payload - Packet.overhead - journal)
        let body = UnsafeMutableRawBufferPointer(rebasing: memory[Packet.overhead...])
        let length = dump.write(to: body, room)
        let data = UnsafeRawBufferPointer(rebasing: body[1..<length - 1])
        let hasBegun = body[0] == Status.sysExEnd
        SysExCutter.cut(data, hasBegun: hasBegun, isLast: body[length - 1] == Status.sysExEnd) { record($0) }
        outgoing.dumps(length, at: now)
        return finish(length, journal, outgoing.stamp(at: now), at: now, memory)
    }

    /// A packet without commands, whose journal repairs the loss of the last packets.
    private mutating func emptyPacket(at now: UInt64, to memory: UnsafeMutableRawBufferPointer) -> Range<Int> {
        finish(0, writeJournal(), outgoing.stamp(at: now), at: now, memory)
    }

    /// Writes the journal of the next packet now, because the time between packets costs no latency.
    package mutating func prepareJournal() {
        if setup.sendsJournal && !prepared.isReady { prepared.write(sendingJournal, for: outgoing.next) }
    }

    /// The length of the journal of this packet, which is in `prepared`; 0 if journals are not sent.
    private mutating func writeJournal() -> Int {
        if !setup.sendsJournal { return 0 }
        prepareJournal()
        return prepared.length
    }

    private mutating func finish(
        _ length: Int, _ journal: Int, _ stamp: UInt64, at now: UInt64, _ memory: UnsafeMutableRawBufferPointer
    ) -> Range<Int> {
        let start = Packet.writeHeader(
            sequence: outgoing.next, timestamp: UInt32(truncatingIfNeeded: stamp), ssrc: setup.ownSSRC, length: length,
            journal: journal, to: memory)
        let end = Packet.overhead + length
        if journal > 0 { prepared.copy(to: UnsafeMutableRawBufferPointer(rebasing: memory[end...])) }
        outgoing.stamped(stamp)
        outgoing.sent(hasCommands: length > 0, isProtected: setup.sendsJournal, at: now)
        return start..<end + journal
    }

    private mutating func record(_ message: Message) {
        if setup.sendsJournal { sendingJournal.pointee.record(message, in: outgoing.next) }
    }

    /// Writes a delta time of one to four bytes (RFC 6295, figure 4). Returns its length.
    private static func writeDelta(_ ticks: UInt64, to memory: UnsafeMutableRawBufferPointer, at index: Int) -> Int {
        var count = 1
        while count < 4 && ticks >> (7 * UInt64(count)) > 0 { count += 1 }
        for place in 0..<count {
            let more: UInt8 = place < count - 1 ? 0x80 : 0
            memory[index + place] = more | UInt8(truncatingIfNeeded: ticks >> UInt64(7 * (count - 1 - place))) & 0x7F
        }
        return count
    }
}

extension Session {
    /// Whether all messages were sent, not counting SysEx.
    package var isSent: Bool { queue.isEmpty }
}
