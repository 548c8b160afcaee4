import MIDI

/// One kind of UMP: its fields, and its text. `UMPTable` shows the fields. `UMPText` writes the text, and
/// `SentMessages` reads it.
struct UMPLayout {
    /// The words that begin the text; empty if the kind has no text.
    let name: String
    /// What errors show before the first value; mostly the name.
    let shown: String
    let fields: [UMPField]
    /// The values in the order of the text.
    let values: [UMPValue]
    /// The first word of a UMP with all values 0.
    let head: UInt32
    /// The bits of the first word that distinguish this kind from others.
    private let mask: UInt32

    /// - Parameters:
    ///   - head: type and status at their place in the first word.
    ///   - fields: names and widths of the fields after the status (`UMPField.parse`).
    ///   - mask: bits that distinguish the kind; nil for all bits of type and status.
    init(
        _ head: UInt32, _ name: String, _ fields: String = "", _ values: [UMPValue] = [], shown: String? = nil,
        mask: UInt32? = nil
    ) {
        let frame = UMPLayout.frame(of: UInt8(head >> 28))
        self.name = name
        self.shown = shown ?? name
        self.fields = UMPField.parse(frame.fields + fields)
        self.values = values
        self.head = head
        self.mask = 0xF000_0000 | (mask ?? frame.status)
    }

    /// The layout of a UMP; nil for undefined messages.
    static func of(_ ump: Message) -> UMPLayout? { all.first { ump.word0 & $0.mask == $0.head } }

    /// The layout of the text that begins with these words. MIDI 1.0 channel messages are read as in a configuration.
    static func named(_ name: String) -> UMPLayout? {
        all.first { $0.name == name && $0.head >> 28 != UInt32(MessageType.midi1Channel) }
    }

    func value(_ field: String, in ump: Message) -> UInt32 { self.field(field).value(in: ump) }

    func put(_ value: UInt32, _ field: String, into ump: inout Message) { self.field(field).put(value, into: &ump) }

    func field(_ name: String) -> UMPField {
        guard let field = fields.first(where: { $0.name == name }) else { fatalError("a layout names its fields") }
        return field
    }

    /// The fields that all messages of a type begin with, and the bits of their status in the first word.
    static func frame(of type: UInt8) -> (fields: String, status: UInt32) {
        switch type {
        case MessageType.utility: ("type 4 reserved 4 status 4 ", 0x00F0_0000)
        case MessageType.system: ("type 4 group 4 status 8 ", 0x00FF_0000)
        case MessageType.midi1Channel, MessageType.midi2Channel: ("type 4 group 4 status 4 channel 4 ", 0x00F0_0000)
        case MessageType.sysEx: ("type 4 group 4 status 4 bytes 4 ", 0)
        case MessageType.longData: ("type 4 group 4 status 4 ", 0x00F0_0000)
        case MessageType.flexData: ("type 4 group 4 form 2 address 2 channel 4 bank 8 status 8 ", 0xFFFF)
        case MessageType.stream: ("type 4 form 2 status 10 ", 0x03FF_0000)
        default: ("type 4 ", 0)
        }
    }

    private static let all: [UMPLayout] = [utility, system, midi2, midi1, data, flex, texts, stream].flatMap { $0 }
}
