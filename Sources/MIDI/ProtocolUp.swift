/// MIDI 1.0 channel messages to MIDI 2.0 ones (M2-104-UM, appendix D; docs/reference/COMMANDS.md, "translate").
///
/// A value of fixed size, some 3 kB. It remembers of each channel of each group what takes several Control Changes in
/// MIDI 1.0 and one message in MIDI 2.0: the bank, and registered and assignable parameters (RPN, NRPN). Whatever is
/// no channel message comes out canonical; SysEx is taken to be whole already.
public struct ProtocolUp: Sendable {
    private var channels = InlineArray<256, ChannelMemory>(repeating: ChannelMemory())

    public init() {}

    /// Takes the next message; `emit` is called with what it becomes, at most twice: what waited, and the message.
    ///
    /// What is dropped lets nothing out. A MIDI 2.0 channel message stays as it is and leaves the memory alone.
    public mutating func feed(_ message: Message, _ emit: (Message) -> Void) {
        if message.isMIDI2ChannelMessage {
            guard let canonical = message.canonicalMIDI2 else { return }
            release(ProtocolUp.place(message), emit)
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

    /// The end of the input: values that wait for their LSB go out without it, by group and channel.
    public mutating func finish(_ emit: (Message) -> Void) {
        for place in 0..<256 { release(place, emit) }
    }

    private mutating func translate(_ message: Message, _ emit: (Message) -> Void) {
        let place = ProtocolUp.place(message)
        if message.isControlChange && message.data1 == Controller.dataEntryLSB {
            if let value = channels[place].enter(lsb: message.data2) { emit(value.message(at: place)) }
            return
        }
        release(place, emit)
        switch message.status & 0xF0 {
        case 0xB0: control(message, place, emit)
        case 0xC0: emit(message.programUp(bank: channels[place].takeBank()))
        default: emit(message.scaledUp)
        }
    }

    private mutating func control(_ message: Message, _ place: Int, _ emit: (Message) -> Void) {
        let value = message.data2
        switch message.data1 {
        case Controller.bankMSB: channels[place].bank(msb: value)
        case Controller.bankLSB: channels[place].bank(lsb: value)
        case Controller.dataEntryMSB: channels[place].enter(msb: value)
        case Controller.nrpnLSB: channels[place].select(lsb: value, .assignable)
        case Controller.nrpnMSB: channels[place].select(msb: value, .assignable)
        case Controller.rpnLSB: channels[place].select(lsb: value, .registered)
        case Controller.rpnMSB: channels[place].select(msb: value, .registered)
        default: emit(message.scaledUp)
        }
    }

    /// Lets out the value that waits for an LSB, with LSB 0.
    private mutating func release(_ place: Int, _ emit: (Message) -> Void) {
        if let value = channels[place].releaseWaiting() { emit(value.message(at: place)) }
    }

    /// Where the memory of a channel is: the group, then the channel.
    private static func place(_ message: Message) -> Int { Int(message.group) << 4 | Int(message.channel) }
}

/// The Control Changes that are no controllers of their own in the MIDI 2.0 protocol.
enum Controller {
    static let bankMSB: UInt8 = 0
    static let bankLSB: UInt8 = 32
    static let dataEntryMSB: UInt8 = 6
    static let dataEntryLSB: UInt8 = 38
    static let nrpnLSB: UInt8 = 98
    static let nrpnMSB: UInt8 = 99
    static let rpnLSB: UInt8 = 100
    static let rpnMSB: UInt8 = 101
}
