import MIDI

/// What a peer holds by its messages, as H9 has it: sounding keys, pedals, bends and channel pressures. It is released
/// one message at a time, so that the caller may wait between them.
package struct HeldByPeer: BitwiseCopyable {
    /// One bit a key, two words a channel.
    private var keys = InlineArray<32, UInt64>(repeating: 0)
    /// One bit a channel for each controller.
    private var sustained: UInt16 = 0
    private var sostenuto: UInt16 = 0
    private var held2: UInt16 = 0
    private var bent: UInt16 = 0
    private var pressed: UInt16 = 0
    private let keepsReleased: Bool

    /// - Parameter keepsReleased: what was released counts as held, because the peer may not have heard it.
    package init(keepsReleased: Bool = false) { self.keepsReleased = keepsReleased }

    package var isEmpty: Bool {
        for word in 0..<32 where keys[word] != 0 { return false }
        return sustained | sostenuto | held2 | bent | pressed == 0
    }

    /// Notes what a message holds or releases.
    package mutating func hear(_ message: Message) {
        if message.type != MessageType.midi1Channel {
            if message.type == MessageType.system && message.status == Status.reset { clear() }
            return
        }
        let channel: UInt16 = 1 << UInt16(message.channel)
        switch Status.withoutChannel(message.status) {
        case Status.noteOff: setKey(message, false)
        case Status.noteOn: setKey(message, message.data2 > 0)
        case Status.controlChange: hearController(message, channel)
        case Status.channelPressure: pressed = with(channel, message.data1 > 0, in: pressed)
        case Status.pitchBend: bent = with(channel, message.data1 != 0 || message.data2 != 64, in: bent)
        default: break
        }
    }

    /// Adds what another peer holds.
    package mutating func add(_ other: HeldByPeer) { combine(other) { $0 | $1 } }

    /// Removes what another peer holds.
    package mutating func remove(_ other: HeldByPeer) { combine(other) { $0 & ~$1 } }

    private mutating func combine(_ other: HeldByPeer, by change: (UInt64, UInt64) -> UInt64) {
        for word in 0..<32 { keys[word] = change(keys[word], other.keys[word]) }
        func changed(_ bits: UInt16, _ others: UInt16) -> UInt16 {
            UInt16(truncatingIfNeeded: change(UInt64(bits), UInt64(others)))
        }
        sustained = changed(sustained, other.sustained)
        sostenuto = changed(sostenuto, other.sostenuto)
        held2 = changed(held2, other.held2)
        bent = changed(bent, other.bent)
        pressed = changed(pressed, other.pressed)
    }

    private mutating func clear() { if !keepsReleased { self = HeldByPeer() } }

    private mutating func hearController(_ message: Message, _ channel: UInt16) {
        let isHeld = message.data2 > 0
        switch message.data1 {
        case ControllerNumber.sustain: sustained = with(channel, isHeld, in: sustained)
        case ControllerNumber.sostenuto: sostenuto = with(channel, isHeld, in: sostenuto)
        case ControllerNumber.hold2: held2 = with(channel, isHeld, in: held2)
        // The mode messages from All Notes Off on turn all notes off.
        case ControllerNumber.allSoundOff, ControllerNumber.allNotesOff...127:
            if keepsReleased { return }
            let word = 2 * Int(message.channel)
            (keys[word], keys[word + 1]) = (0, 0)
        default: break
        }
    }

    private func with(_ bit: UInt16, _ isOn: Bool, in bits: UInt16) -> UInt16 {
        isOn ? bits | bit : keepsReleased ? bits : bits & ~bit
    }

    private mutating func setKey(_ message: Message, _ isOn: Bool) {
        let word = 2 * Int(message.channel) + Int(message.data1 >> 6)
        let bit: UInt64 = 1 << UInt64(message.data1 & 63)
        if isOn {
            keys[word] |= bit
        } else if !keepsReleased {
            keys[word] &= ~bit
        }
    }

    /// Returns a message that releases something, which then counts as released; nil if nothing is held.
    package mutating func next() -> Message? {
        for word in 0..<32 where keys[word] != 0 {
            let key = keys[word].trailingZeroBitCount
            keys[word] &= keys[word] - 1
            return .noteOff(channel: UInt8(word / 2), key: UInt8(64 * (word % 2) + key))
        }
        if let channel = HeldByPeer.take(&sustained) { return HeldByPeer.release(ControllerNumber.sustain, channel) }
        if let channel = HeldByPeer.take(&sostenuto) { return HeldByPeer.release(ControllerNumber.sostenuto, channel) }
        if let channel = HeldByPeer.take(&held2) { return HeldByPeer.release(ControllerNumber.hold2, channel) }
        if let channel = HeldByPeer.take(&bent) { return Message(status: Status.pitchBend | channel, 0, 64) }
        if let channel = HeldByPeer.take(&pressed) { return Message(status: Status.channelPressure | channel) }
        return nil
    }

    private static func release(_ controller: UInt8, _ channel: UInt8) -> Message {
        .controlChange(channel: channel, controller: controller, value: 0)
    }

    private static func take(_ bits: inout UInt16) -> UInt8? {
        if bits == 0 { return nil }
        let channel = bits.trailingZeroBitCount
        bits &= bits - 1
        return UInt8(channel)
    }
}
