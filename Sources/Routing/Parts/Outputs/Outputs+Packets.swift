import MIDI
import Program

// Ports that speak packets (U3). Each message goes to them with its packet, or is translated here, when it is given: so what
// waits in the outbox depends on no other message, and may wait, give way or go in any order.
extension Outputs {
    /// Whether a place speaks the MIDI 2.0 protocol. One bit of a word, so that boxes without such places pay nothing (U13).
    @inline(__always)
    func speaksMIDI2(_ place: PortIndex) -> Bool { ofMIDI2 & place.bit != 0 }

    /// Sends a message of the MIDI 2.0 protocol to a place: the packet where it speaks that protocol, else its shadow.
    mutating func send(_ shadow: Message, as packet: Message, to place: PortIndex, at now: UInt64) {
        channels.tell(shadow, to: place)
        if !speaksMIDI2(place) { return give(shadow, to: place, as: .any, at: now) }
        give(packet: packet, shadow: shadow, to: place, at: now)
    }

    /// Gives a packet to a place that speaks the MIDI 2.0 protocol, behind a value of its channel that still waits.
    private mutating func give(packet: Message, shadow: Message, to place: PortIndex, at now: UInt64) {
        if translations.isWaiting(place, packet.channel) { endWaitForLSB(place, packet.channel, at: now) }
        // The shadow of a parameter is only its last Control Change, which says nothing alone.
        queue(packet.isParameter ? packet : shadow, packet, to: place, at: now)
    }

    /// Gives a packet that MIDI 1.0 has no message for to a place that speaks the MIDI 2.0 protocol.
    mutating func send(packet: Message, to place: PortIndex, at now: UInt64) {
        if speaksMIDI2(place) { give(packet: packet, shadow: packet, to: place, at: now) }
    }

    /// Gives a packet of 128 bits, which both protocols have, to a place that speaks packets. False: there was no room.
    mutating func send(long packet: Message, to place: PortIndex, at now: UInt64) -> Bool {
        ofPackets & place.bit == 0 || queue(packet, packet, to: place, at: now)
    }

    /// Sends a packet of the box's own that is no MIDI 1.0 message: what the place does not speak is translated, and packets of
    /// 128 bits go to places that speak packets only.
    mutating func sendOwn(packet: Message, to place: PortIndex, at now: UInt64) {
        if !packet.isMIDI2ChannelMessage {
            _ = send(long: packet, to: place, at: now)
            return
        }
        let shadows = Shadows(packet)
        if speaksMIDI2(place) {
            if shadows.count == 1 { return send(shadows[0].resting(as: packet), as: packet, to: place, at: now) }
            return send(packet: packet, to: place, at: now)
        }
        for index in 0..<shadows.count { send(shadows[index], to: place, at: now) }
    }

    /// Sends a 14-bit pair of the box's own: one controller where MIDI 2.0 is spoken, else two Control Changes (U4).
    mutating func sendPair(_ pair: Message, to place: PortIndex, at now: UInt64) {
        if speaksMIDI2(place) { return send(pair.upperHalf, as: pair.pairUp, to: place, at: now) }
        send(pair.upperHalf, to: place, at: now)
        send(pair.lowerHalf, to: place, at: now)
    }

    /// Gives a MIDI 1.0 message to a place that speaks packets.
    @inline(never)
    mutating func givePackets(_ message: Message, to place: PortIndex, at now: UInt64) {
        if !message.isChannelMessage || outbox[place].speaks == .packets1 {
            queue(message, Message(0), to: place, at: now)
            return
        }
        // A copy, since what it emits is queued meanwhile.
        var translations = translations
        translations.translate(message, at: place, now: now) { packet in
            queue(packet.isParameter ? packet : message, packet, to: place, at: now)
        }
        self.translations = translations
        schedule(at: translations.dueAt)
    }

    /// Ends the waits for an LSB that are due.
    @inline(never)
    mutating func endWaitsForLSB(at now: UInt64) {
        while let due = translations.takeDue(at: now) { endWaitForLSB(due.place, due.channel, at: now) }
        schedule(at: translations.dueAt)
    }

    private mutating func endWaitForLSB(_ place: PortIndex, _ channel: UInt8, at now: UInt64) {
        var translations = translations
        translations.release(place, channel) { packet in queue(packet, packet, to: place, at: now) }
        self.translations = translations
    }
}

// MARK: - In their turn

extension Outputs {
    /// Sends a message to a place that speaks packets, at once or in its turn (S8). False: there was no room for it.
    ///
    /// - Parameters:
    ///   - shadow: the MIDI 1.0 message by which queues and memories know it; the packet itself where there is none.
    ///   - packet: what goes out; `Message(0)`: the shadow itself.
    @discardableResult
    private mutating func queue(
        _ shadow: Message, _ packet: Message, to place: PortIndex, at now: UInt64
    ) -> Bool {
        if !outbox[place].isPresent {
            tracer.report(.unplugged, to: place, at: now)
            return true
        }
        if tracer.isOn {
            let told = packet.word0 == 0 ? shadow : packet
            tracer.report(.sent, by: tracer.working, told.on(group: outbox[place].group), to: place, at: now)
        }
        let lane = outbox[place].lane(of: shadow)
        if outbox[place].isTurn(of: lane) && !outbox[place].isBlocked(for: shadow)
            && hand(shadow, packet, to: place, at: now)
        {
            remember(shadow, packet, to: place, at: now)
            return true
        }
        loops.rememberWaiting(packet.word0 == 0 ? shadow : packet.on(group: 0), to: place, at: now)
        return wait(shadow, packet, lane: outbox[place].lane(of: shadow), on: place, at: now)
    }

    /// Hands a message of the outbox to a place that speaks packets; false when the driver is not ready for it.
    mutating func handPacket(_ message: Message, to place: PortIndex, at now: UInt64) -> Bool {
        if !message.hasWaitingPacket { return hand(message, Message(0), to: place, at: now) }
        return hand(Message(message.word0), outbox.packet(of: message), to: place, at: now)
    }

    private mutating func hand(_ shadow: Message, _ packet: Message, to place: PortIndex, at now: UInt64) -> Bool {
        var out = packet.word0 == 0 ? shadow : packet
        // It waited while there was no room for its packet.
        if out.isChannelMessage && speaksMIDI2(place) { out = out.alone }
        if !transmit(packet: out, to: place, at: now) {
            outbox[place].block(for: shadow)
            return false
        }
        heard[place].hear(shadow, at: now)
        if out.isMIDI2ChannelMessage { perNote.hear(out, at: place) }
        return true
    }

    private mutating func wait(
        _ shadow: Message, _ packet: Message, lane: Outbox.Lane, on place: PortIndex, at now: UInt64
    ) -> Bool {
        if packet.word0 == 0 {
            wait(shadow, path: .none, lane: lane, on: place, at: now)
            return true
        }
        if outbox.freeCount <= Limits.waitingReserve && shadow.isNoteOff && outbox.isRepeated(shadow, of: place) {
            return true
        }
        let hasRoom = outbox.freeCount > 0 || makeRoom(for: shadow, on: place, at: now)
        if hasRoom && outbox.append(shadow, as: packet, to: lane, of: place) { return true }
        countDrop()
        tracer.report(.noRoom, to: place, at: now)
        return false
    }
}

// MARK: - Loops

extension Outputs {
    /// Remembers a message that has waited, in case it comes back (R19).
    @inline(__always)
    mutating func rememberWaited(_ message: Message, to port: PortIndex, at now: UInt64) {
        if !outbox[port].speaks.isPackets { return loops.rememberWaited(message, to: port, at: now) }
        let packet = outbox.packet(of: message)
        loops.rememberWaited(packet == message ? message : packet.on(group: 0), to: port, at: now)
    }

    private mutating func remember(_ shadow: Message, _ packet: Message, to place: PortIndex, at now: UInt64) {
        if packet.word0 == 0 { return loops.remember(shadow, to: place, at: now, isAnswer: true) }
        loops.remember(packet: packet.on(group: 0), to: place, at: now)
    }
}

extension Message {
    /// Whether only packets can hold it: MIDI 2.0 channel messages, and packets of 128 bits.
    public var isPacketOnly: Bool {
        isMIDI2ChannelMessage || type == MessageType.longData || type == MessageType.flexData
    }

    /// A registered or assignable controller of the MIDI 2.0 protocol, which MIDI 1.0 spreads over several messages.
    fileprivate var isParameter: Bool {
        isMIDI2ChannelMessage && status < Status.assignableController + 0x10
            && status >= Status.registeredController
    }

    /// This MIDI 1.0 channel message in the MIDI 2.0 protocol, without the messages before it.
    fileprivate var alone: Message { isProgramChange ? programUp(bank: nil) : scaledUp }
}
