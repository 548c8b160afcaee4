import MIDI

/// The MIDI 1.0 messages that a MIDI 2.0 channel message becomes, in group 0: none, one, three for a program with its
/// bank, four for a parameter.
struct Shadows {
    private var messages = InlineArray<4, Message>(repeating: Message(0))
    private(set) var count = 0

    init(_ ump: Message) {
        ProtocolDown.translate(ump) { message in
            messages[count & 3] = message.on(group: 0)
            count += 1
        }
    }

    subscript(index: Int) -> Message { messages[index] }
}
