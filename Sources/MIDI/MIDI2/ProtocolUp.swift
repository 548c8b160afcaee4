/// Translates MIDI 1.0 channel messages to MIDI 2.0 (M2-104-UM, appendix D; docs/reference/COMMANDS.md, "translate").
///
/// A value of fixed size, about 3 kB. For each channel of each group it remembers the bank and the selected parameter
/// (RPN, NRPN): several Control Changes in MIDI 1.0, but one message in MIDI 2.0. Other messages come out canonical.
/// Each SysEx must already be complete.
package struct ProtocolUp: Sendable {
    var channels = InlineArray<256, ChannelMemory>(repeating: ChannelMemory())

    package init() {}

    /// Translates the next message and calls `emit` at most twice: with the value that waited, and with the message.
    ///
    /// A message that is dropped does not release a waiting value. A MIDI 2.0 channel message passes unchanged, and
    /// does not change bank or parameter.
    package mutating func feed(_ message: Message, _ emit: (Message) -> Void) {
        if message.isMIDI2ChannelMessage {
            guard let canonical = message.canonicalMIDI2 else { return }
            release(ProtocolUp.index(message), emit)
            emit(canonical)
            return
        }
        guard let canonical = message.canonical else { return }
        if canonical.isChannelMessage {
            translate(canonical, emit)
        } else {
            emit(canonical)
        }
    }

    /// Ends the input: emits the values that wait for their LSB, with LSB 0, in the order of groups and channels.
    package mutating func finish(_ emit: (Message) -> Void) {
        for index in 0..<256 { release(index, emit) }
    }

    private mutating func translate(_ message: Message, _ emit: (Message) -> Void) {
        let index = ProtocolUp.index(message)
        if message.isControlChange && message.data1 == ControllerNumber.dataEntryLSB {
            if let value = channels[index].enter(lsb: message.data2) { emit(value.message(at: index)) }
            return
        }
        release(index, emit)
        switch Status.withoutChannel(message.status) {
        case Status.controlChange: control(message, index, emit)
        case Status.programChange: emit(message.programUp(bank: channels[index].takeBank()))
        default: emit(message.scaledUp)
        }
    }

    private mutating func control(_ message: Message, _ index: Int, _ emit: (Message) -> Void) {
        let value = message.data2
        switch message.data1 {
        case ControllerNumber.bankMSB: channels[index].bank(msb: value)
        case ControllerNumber.bankLSB: channels[index].bank(lsb: value)
        case ControllerNumber.dataEntryMSB: channels[index].enter(msb: value)
        case ControllerNumber.nrpnLSB: channels[index].select(lsb: value, .assignable)
        case ControllerNumber.nrpnMSB: channels[index].select(msb: value, .assignable)
        case ControllerNumber.rpnLSB: channels[index].select(lsb: value, .registered)
        case ControllerNumber.rpnMSB: channels[index].select(msb: value, .registered)
        default: emit(message.scaledUp)
        }
    }

    /// Emits the value that waits for its LSB, with LSB 0; nothing if no value waits.
    mutating func release(_ index: Int, _ emit: (Message) -> Void) {
        if let value = channels[index].releaseWaiting() { emit(value.message(at: index)) }
    }

    /// Returns the index of a message's channel in `channels`: 16 × group + channel.
    private static func index(_ message: Message) -> Int { Int(message.group) << 4 | Int(message.channel) }
}
