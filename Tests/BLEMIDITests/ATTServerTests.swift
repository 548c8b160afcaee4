import BLEMIDI
import Testing

/// Requests and answers of the Core specification (Vol 3, Part F), as B7 and B5 have them.
@Suite struct ATTServerTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let request: String
        /// Empty: there is none.
        let answer: String
        let isOpen: Bool

        init(_ name: String, _ request: String, _ answer: String, isOpen: Bool = true) {
            (self.name, self.request, self.answer, self.isOpen) = (name, request, answer, isOpen)
        }

        var testDescription: String { name }
    }

    static let data = "F3 6B 10 9D 66 F2 A9 A1 12 41 68 38 DB E5 72 77"
    static let service = "00 C7 C4 4E E3 6C 51 A7 33 4B E8 ED 5A 0E B8 03"
    /// The characteristic of the name, UUID 2A00, in 128 bits.
    static let longName = "FB 34 9B 5F 80 00 00 80 00 10 00 00 00 2A 00 00"
    static let name = "54 72 65 61 64 6C 65"

    static let mtu = [
        Row("the smallest MTU", "02 17 00", "03 F7 00"),
        Row("a large MTU", "02 00 02", "03 F7 00"),
        Row("an MTU that is too small", "02 05 00", "03 F7 00"),
        Row("a short MTU request", "02 17", "01 02 00 00 04"),
        Row("a long MTU request", "02 17 00 00", "01 02 00 00 04"),
    ]

    static let finding = [
        Row(
            "types of the first handles", "04 01 00 FF FF",
            "05 01 01 00 00 28 02 00 03 28 03 00 00 2A 04 00 03 28 05 00 01 2A"),
        Row("types up to one of another length", "04 11 00 FF FF", "05 01 11 00 03 28"),
        Row("a type of 128 bits", "04 12 00 FF FF", "05 02 12 00 \(data)"),
        Row("the type of the last handle", "04 13 00 FF FF", "05 01 13 00 02 29"),
        Row("no type in a gap", "04 09 00 0F 00", "01 04 09 00 0A"),
        Row("no type behind the last handle", "04 14 00 FF FF", "01 04 14 00 0A"),
        Row("types from handle 0", "04 00 00 FF FF", "01 04 00 00 01"),
        Row("types of a range that goes back", "04 05 00 04 00", "01 04 05 00 01"),
        Row("a short request for types", "04 01 00", "01 04 00 00 04"),
        Row("the MIDI service", "06 01 00 FF FF 00 28 \(service)", "07 10 00 13 00"),
        Row("a service of 16 bits", "06 01 00 FF FF 00 28 00 18", "07 01 00 07 00"),
        Row("a service that is not there", "06 01 00 FF FF 00 28 0F 18", "01 06 01 00 0A"),
        Row("a value that is no service", "06 01 00 FF FF 03 28 02 05 00 01 2A", "07 04 00 04 00"),
        Row("a value of another length", "06 01 00 FF FF 00 28 00", "01 06 01 00 0A"),
        Row("a short request for a value", "06 01 00 FF FF 00", "01 06 00 00 04"),
    ]

    static let lists = [
        Row(
            "characteristics", "08 01 00 FF FF 03 28",
            "09 07 02 00 02 03 00 00 2A 04 00 02 05 00 01 2A 06 00 02 07 00 04 2A"),
        Row("the MIDI characteristic", "08 08 00 FF FF 03 28", "09 15 11 00 1E 12 00 \(data)"),
        Row("the name by its type", "08 01 00 FF FF 00 2A", "09 09 03 00 \(name)"),
        Row("the name by its type of 128 bits", "08 01 00 FF FF \(longName)", "09 09 03 00 \(name)"),
        Row("MIDI by its type", "08 01 00 FF FF \(data)", "09 02 12 00"),
        Row("MIDI by its type before encryption", "08 01 00 FF FF \(data)", "01 08 12 00 05", isOpen: false),
        Row("the descriptor by its type", "08 01 00 FF FF 02 29", "09 04 13 00 00 00"),
        Row("the descriptor before encryption", "08 01 00 FF FF 02 29", "01 08 13 00 05", isOpen: false),
        Row("a type that is not there", "08 01 00 FF FF 34 12", "01 08 01 00 0A"),
        Row("a type of one byte", "08 01 00 FF FF 00", "01 08 00 00 04"),
        Row("a type from handle 0", "08 00 00 FF FF 03 28", "01 08 00 00 01"),
        Row("services of 16 bits", "10 01 00 FF FF 00 28", "11 06 01 00 07 00 00 18 08 00 08 00 01 18"),
        Row("services of 128 bits", "10 09 00 FF FF 00 28", "11 14 10 00 13 00 \(service)"),
        Row("no further service", "10 14 00 FF FF 00 28", "01 10 14 00 0A"),
        Row("secondary services", "10 01 00 FF FF 01 28", "01 10 01 00 0A"),
        Row("groups that are no services", "10 01 00 FF FF 03 28", "01 10 01 00 10"),
        Row("a short request for groups", "10 01 00 FF FF 00", "01 10 00 00 04"),
    ]

    static let reading = [
        Row("the name", "0A 03 00", "0B \(name)"),
        Row("the appearance", "0A 05 00", "0B 00 00"),
        Row("the preferred parameters", "0A 07 00", "0B 06 00 0C 00 00 00 C8 00"),
        Row("a service", "0A 08 00", "0B 01 18"),
        Row("MIDI reads empty", "0A 12 00", "0B"),
        Row("MIDI before encryption", "0A 12 00", "01 0A 12 00 05", isOpen: false),
        Row("notifications are off", "0A 13 00", "0B 00 00"),
        Row("the name before encryption", "0A 03 00", "0B \(name)", isOpen: false),
        Row("a handle in a gap", "0A 09 00", "01 0A 09 00 01"),
        Row("handle 0", "0A 00 00", "01 0A 00 00 01"),
        Row("a short read", "0A 03", "01 0A 00 00 04"),
        Row("a part of the name", "0C 03 00 04 00", "0D 64 6C 65"),
        Row("the end of the name", "0C 03 00 07 00", "0D"),
        Row("behind the end of the name", "0C 03 00 08 00", "01 0C 03 00 07"),
        Row("a part of MIDI before encryption", "0C 12 00 00 00", "01 0C 12 00 05", isOpen: false),
        Row("a short request for a part", "0C 03 00", "01 0C 00 00 04"),
        Row("two values", "0E 05 00 03 00", "0F 00 00 \(name)"),
        Row("two values, one not there", "0E 05 00 63 00", "01 0E 63 00 01"),
        Row("two values before encryption", "0E 05 00 12 00", "01 0E 12 00 05", isOpen: false),
        Row("a request for one of several values", "0E 05 00", "01 0E 00 00 04"),
    ]

    static let writing = [
        Row("notifications on", "12 13 00 01 00", "13"),
        Row("notifications before encryption", "12 13 00 01 00", "01 12 13 00 05", isOpen: false),
        Row("a descriptor of one byte", "12 13 00 01", "01 12 13 00 0D"),
        Row("MIDI before encryption", "12 12 00 80 80 90 3C 64", "01 12 12 00 05", isOpen: false),
        Row("the name is not written", "12 03 00 41", "01 12 03 00 03"),
        Row("a handle that is not there", "12 63 00 41", "01 12 63 00 01"),
        Row("a short write", "12 13", "01 12 00 00 04"),
    ]

    static let others = [
        Row("a prepared write", "16 12 00 00 00 41", "01 16 00 00 06"),
        Row("the execution of prepared writes", "18 01", "01 18 00 00 06"),
        Row("several values with lengths", "20 03 00 05 00", "01 20 00 00 06"),
        Row("an unknown request", "2A", "01 2A 00 00 06"),
        Row("request 0", "00", "01 00 00 00 06"),
        Row("an unknown command", "7F 01 02", ""),
        Row("a signed write", "D2 12 00 80 80 90 3C 64 00 00 00 00 00 00 00 00 00 00 00 00", ""),
        Row("a write command to a handle that is not there", "52 63 00 41", ""),
        Row("a short write command", "52 12", ""),
        Row("a confirmation that nothing has asked for", "1E", ""),
        Row("an error that nothing has asked for", "01 0A 03 00 0A", ""),
        Row("a response that nothing has asked for", "0B 41", ""),
        Row("nothing at all", "", ""),
    ]

    @Test(arguments: mtu + finding + lists + reading + writing + others) func requestIsAnswered(_ row: Row) {
        var server = Serving(isOpen: row.isOpen)
        #expect(server.ask(row.request) == row.answer, "\(row.name)")
    }
}
