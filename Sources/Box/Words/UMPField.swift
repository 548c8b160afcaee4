import MIDI

/// A field of a Universal MIDI Packet: a range of bits in one word.
struct UMPField: Equatable {
    var name: String
    /// The index of the field's word, 0...3.
    var word: Int
    /// The highest and the lowest bit of the field, 31...0.
    var high: Int
    var low: Int

    /// The name of bits that have no meaning.
    static let reserved = "reserved"

    var width: Int { high - low + 1 }

    func value(in ump: Message) -> UInt32 {
        let shifted = ump.word(word) >> UInt32(low)
        return width == 32 ? shifted : shifted & (1 << UInt32(width) - 1)
    }

    /// The fields of a UMP from its first bit to its last (M2-104-UM 7). An undefined message has its type, then
    /// reserved bits.
    static func fields(of ump: Message) -> [UMPField] {
        var fields: [UMPField] = []
        var bit = 0
        var words = layout(of: ump).split(separator: " ").map { String($0) }[...]
        while let name = words.popFirst(), let width = words.popFirst().flatMap({ Int($0) }) {
            let high = 31 - bit % 32
            fields.append(UMPField(name: name, word: bit / 32, high: high, low: high - width + 1))
            bit += width
        }
        while bit < 32 * ump.wordCount {
            let high = 31 - bit % 32
            fields.append(UMPField(name: reserved, word: bit / 32, high: high, low: 0))
            bit += high + 1
        }
        return fields
    }

    /// Names of fields and their widths in bits. The remaining bits are reserved.
    private static func layout(of ump: Message) -> String {
        let head = "type 4 group 4 "
        return switch ump.type {
        case MessageType.utility: "type 4 reserved 4 status 4 " + utility(ump)
        case MessageType.system: head + "status 8 " + system(ump)
        case MessageType.midi1Channel: head + "status 4 channel 4 " + midi1(ump)
        case MessageType.sysEx: head + "status 4 bytes 4 " + data(6)
        case MessageType.midi2Channel: head + "status 4 channel 4 " + midi2(ump)
        case MessageType.longData: head + "status 4 " + longData(ump)
        case MessageType.flexData: head + "form 2 address 2 channel 4 bank 8 status 8 " + flex(ump)
        case MessageType.stream: "type 4 form 2 status 10 " + stream(ump)
        default: "type 4"
        }
    }

    /// Fields of `count` bytes of data.
    private static func data(_ count: Int) -> String {
        (1...count).map { "data-\($0) 8" }.joined(separator: " ")
    }

    private static func utility(_ ump: Message) -> String {
        switch ump.word0 >> 20 & 0xF {
        case 1: "reserved 4 sender-clock 16"
        case 2: "reserved 4 timestamp 16"
        case 3: "reserved 4 ticks-of-quarter 16"
        case 4: "ticks 20"
        default: ""
        }
    }

    private static func system(_ ump: Message) -> String {
        switch ump.status {
        case Status.timeCode: "reserved 1 time-code 7"
        case Status.songPosition: "reserved 1 position-lsb 7 reserved 1 position-msb 7"
        case Status.songSelect: "reserved 1 song 7"
        default: ""
        }
    }

    private static func midi1(_ ump: Message) -> String {
        switch Status.withoutChannel(ump.status) {
        case Status.noteOff, Status.noteOn: "reserved 1 key 7 reserved 1 velocity 7"
        case Status.polyPressure: "reserved 1 key 7 reserved 1 pressure 7"
        case Status.controlChange: "reserved 1 controller 7 reserved 1 value 7"
        case Status.programChange: "reserved 1 program 7"
        case Status.channelPressure: "reserved 1 pressure 7"
        case Status.pitchBend: "reserved 1 bend-lsb 7 reserved 1 bend-msb 7"
        default: ""
        }
    }

    private static func midi2(_ ump: Message) -> String {
        switch Status.withoutChannel(ump.status) {
        case 0x00, 0x10: "reserved 1 key 7 controller 8 value 32"
        case 0x20...0x50: "reserved 1 bank 7 reserved 1 index 7 value 32"
        case 0x60: "reserved 1 key 7 reserved 8 bend 32"
        case Status.noteOff, Status.noteOn: "reserved 1 key 7 attribute-type 8 velocity 16 attribute 16"
        case Status.polyPressure: "reserved 1 key 7 reserved 8 pressure 32"
        case Status.controlChange: "reserved 1 controller 7 reserved 8 value 32"
        case Status.programChange:
            "reserved 15 bank-valid 1 reserved 1 program 7 reserved 9 bank-msb 7 reserved 1 bank-lsb 7"
        case Status.channelPressure: "reserved 16 pressure 32"
        case Status.pitchBend: "reserved 16 bend 32"
        case 0xF0: "reserved 1 key 7 reserved 6 detach 1 reset 1"
        default: ""
        }
    }

    private static func longData(_ ump: Message) -> String {
        switch ump.word0 >> 20 & 0xF {
        case 0...3: "bytes 4 stream 8 " + data(13)
        case 8:
            "set 4 bytes 16 chunks 16 chunk 16 manufacturer 16 device 16 sub-id-1 16 sub-id-2 16"
        case 9: "set 4 " + data(14)
        default: ""
        }
    }
}
