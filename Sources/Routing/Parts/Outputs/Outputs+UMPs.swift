import MIDI
import Plan

// UMP ports (U3). Each message is sent with its UMP, or is translated here before it is queued. Thus a message in
// the outbox depends on no other, and may wait, be dropped or be sent in any order.
extension Outputs {
    /// Whether a port speaks the MIDI 2.0 protocol. Tests one bit of a word, so that boxes without such ports pay
    /// nothing (U13).
    @inline(__always)
    func speaksMIDI2(_ place: PortIndex) -> Bool { ofMIDI2 & place.bit != 0 }

    /// Sends a MIDI 2.0 message to a port: the UMP if the port speaks MIDI 2.0, otherwise its shadow. A value of its
    /// channel that still waits for its LSB goes before the UMP.
    mutating func send(_ shadow: Message, ump: Message, to place: PortIndex, at now: UInt64) {
        channels.tell(shadow, to: place)
        if !speaksMIDI2(place) { return send(shadow, to: place, as: .any, at: now) }
        if translations.isWaiting(place, ump.channel) { endWaitForLSB(place, ump.channel, at: now) }
        // The shadow of a parameter is its last Control Change only, which means nothing alone.
        queue(ump.isParameter ? ump : shadow, ump: ump, to: place, at: now)
    }

    /// Sends a UMP without MIDI 1.0 equivalent to a port, if that port speaks MIDI 2.0.
    mutating func send(ump: Message, to place: PortIndex, at now: UInt64) {
        if !speaksMIDI2(place) { return }
        if translations.isWaiting(place, ump.channel) { endWaitForLSB(place, ump.channel, at: now) }
        queue(ump, ump: ump, to: place, at: now)
    }

    /// Sends a 128-bit UMP, which exists in both protocols, to a port, if that is a UMP port. Returns false if there
    /// was no room.
    mutating func send(long ump: Message, to place: PortIndex, at now: UInt64) -> Bool {
        ofUMPs & place.bit == 0 || queue(ump, ump: ump, to: place, at: now)
    }

    /// Sends one of the box's own UMPs. MIDI 2.0 channel messages are translated for ports that do not speak MIDI
    /// 2.0; 128-bit UMPs are sent to UMP ports only.
    mutating func send(ownUMP ump: Message, to place: PortIndex, at now: UInt64) {
        if !ump.isMIDI2ChannelMessage {
            _ = send(long: ump, to: place, at: now)
            return
        }
        let shadows = Shadows(ump)
        if speaksMIDI2(place) {
            if shadows.count == 1 { return send(shadows[0].resting(as: ump), ump: ump, to: place, at: now) }
            return send(ump: ump, to: place, at: now)
        }
        for index in 0..<shadows.count { send(shadows[index], to: place, at: now) }
    }

    /// Sends a 14-bit pair of the box's own: one controller to a port that speaks MIDI 2.0, otherwise two Control
    /// Changes (U4).
    mutating func send(pair: Message, to place: PortIndex, at now: UInt64) {
        if speaksMIDI2(place) { return send(pair.upperHalf, ump: pair.pairUp, to: place, at: now) }
        send(pair.upperHalf, to: place, at: now)
        send(pair.lowerHalf, to: place, at: now)
    }

    /// Queues a MIDI 1.0 message for a UMP port, translated to the protocol of the port.
    @inline(never)
    mutating func queue(asUMPs message: Message, to place: PortIndex, at now: UInt64) {
        if !message.isChannelMessage || outbox[place].speaks == .ump1 {
            queue(message, ump: Message(0), to: place, at: now)
            return
        }
        // A copy, because the closure mutates `self` during the translation.
        var translations = translations
        translations.translate(message, at: place, now: now) { ump in
            queue(ump.isParameter ? ump : message, ump: ump, to: place, at: now)
        }
        self.translations = translations
        schedule(at: translations.dueAt)
    }

    /// Ends the waits for an LSB that are due at `now`.
    @inline(never)
    mutating func endWaitsForLSB(at now: UInt64) {
        while let due = translations.takeDue(at: now) { endWaitForLSB(due.place, due.channel, at: now) }
        schedule(at: translations.dueAt)
    }

    private mutating func endWaitForLSB(_ place: PortIndex, _ channel: UInt8, at now: UInt64) {
        var translations = translations
        translations.release(place, channel) { ump in queue(ump, ump: ump, to: place, at: now) }
        self.translations = translations
    }
}

// MARK: - In their turn

extension Outputs {
    /// Queues a message for a UMP port, to be sent at once or in its turn (S8). Returns false if there was no room.
    ///
    /// - Parameters:
    ///   - shadow: the MIDI 1.0 message used by queues and stored states; the UMP itself if it has none.
    ///   - ump: the UMP to send; `Message(0)` to send the shadow itself.
    @discardableResult
    private mutating func queue(
        _ shadow: Message, ump: Message, to place: PortIndex, at now: UInt64
    ) -> Bool {
        if !outbox[place].isPresent {
            tracer.report(.unplugged, to: place, at: now)
            return true
        }
        if isWatched {
            let told = ump.word0 == 0 ? shadow : ump
            watch(shadow, as: told.on(group: outbox[place].group), to: place, at: now)
        }
        let lane = outbox[place].lane(of: shadow)
        if outbox[place].isTurn(of: lane) && !outbox[place].isBlocked(for: shadow)
            && transmit(shadow, ump: ump, to: place, at: now)
        {
            remember(shadow, ump, to: place, at: now)
            return true
        }
        feedback.rememberWaiting(ump.word0 == 0 ? shadow : ump.on(group: 0), to: place, at: now)
        return queue(shadow, ump: ump, in: outbox[place].lane(of: shadow), to: place, at: now)
    }

    /// Hands a message to the driver of a UMP port, as the UMP with which it waited. Returns false if the driver is not
    /// ready.
    mutating func transmit(asUMP message: Message, to place: PortIndex, at now: UInt64) -> Bool {
        if !message.hasWaitingUMP { return transmit(message, ump: Message(0), to: place, at: now) }
        return transmit(Message(message.word0), ump: outbox.ump(of: message), to: place, at: now)
    }

    private mutating func transmit(_ shadow: Message, ump: Message, to place: PortIndex, at now: UInt64) -> Bool {
        var out = ump.word0 == 0 ? shadow : ump
        // The message waited without its UMP, because there was no room for the UMP.
        if out.isChannelMessage && speaksMIDI2(place) { out = out.alone }
        if !transmit(rawUMP: out, to: place, at: now) {
            outbox[place].block(for: shadow)
            return false
        }
        heard[place].hear(shadow, at: now)
        if out.isMIDI2ChannelMessage { perNote.hear(out, at: place) }
        return true
    }

    /// Lets a message wait for a UMP port. Returns false if there was no room.
    private mutating func queue(
        _ shadow: Message, ump: Message, in lane: Outbox.Lane, to place: PortIndex, at now: UInt64
    ) -> Bool {
        if ump.word0 == 0 {
            queue(shadow, in: lane, path: .none, to: place, at: now)
            return true
        }
        if outbox.freeCount <= Limits.waitingReserve && shadow.isNoteOff && outbox.isRepeated(shadow, of: place) {
            return true
        }
        let hasRoom = outbox.freeCount > 0 || makeRoom(for: shadow, on: place, at: now)
        if hasRoom && outbox.append(shadow, as: ump, to: lane, of: place) { return true }
        countDrop()
        tracer.report(.noRoom, to: place, at: now)
        return false
    }
}

// MARK: - Feedback

extension Outputs {
    /// Remembers a message sent after waiting, in case it returns (R19).
    @inline(__always)
    mutating func rememberWaited(_ message: Message, to port: PortIndex, at now: UInt64) {
        if !outbox[port].speaks.isUMP { return feedback.rememberWaited(message, to: port, at: now) }
        let ump = outbox.ump(of: message)
        feedback.rememberWaited(ump == message ? message : ump.on(group: 0), to: port, at: now)
    }

    private mutating func remember(_ shadow: Message, _ ump: Message, to place: PortIndex, at now: UInt64) {
        if ump.word0 == 0 { return feedback.remember(shadow, to: place, at: now, isAnswer: true) }
        feedback.remember(ump: ump.on(group: 0), to: place, at: now)
    }
}

extension Message {
    /// Whether only UMPs can represent the message: MIDI 2.0 channel messages, and 128-bit UMPs.
    package var isUMPOnly: Bool {
        isMIDI2ChannelMessage || type == MessageType.longData || type == MessageType.flexData
    }

    /// Whether this is a registered or assignable controller of the MIDI 2.0 protocol, for which MIDI 1.0 needs several
    /// messages.
    fileprivate var isParameter: Bool {
        isMIDI2ChannelMessage && status < Status.assignableController + 0x10
            && status >= Status.registeredController
    }

    /// Returns this MIDI 1.0 channel message in the MIDI 2.0 protocol, without regard to earlier messages.
    fileprivate var alone: Message { isProgramChange ? programUp(bank: nil) : scaledUp }
}
