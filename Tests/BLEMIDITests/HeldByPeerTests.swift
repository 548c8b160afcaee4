import BLEMIDI
import MIDI
import Testing

/// What a peer leaves behind when it goes (B13).
@Suite struct HeldByPeerTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        /// Messages with `|` between them.
        let messages: String
        let released: String

        init(_ name: String, _ messages: String, _ released: String) {
            (self.name, self.messages, self.released) = (name, messages, released)
        }

        var testDescription: String { name }
    }

    static let rows = [
        Row("a note", "90 3C 64", "80 3C 40"),
        Row("notes of several channels", "9F 7F 01|90 00 01|90 40 01", "80 00 40|80 40 40|8F 7F 40"),
        Row("a released note", "90 3C 64|80 3C 00", ""),
        Row("a note that velocity 0 releases", "90 3C 64|90 3C 00", ""),
        Row("pedals", "B0 45 01|B0 42 7F|B1 40 7F", "B1 40 00|B0 42 00|B0 45 00"),
        Row("a released pedal", "B1 40 7F|B1 40 00", ""),
        Row("a bend", "E2 00 50", "E2 00 40"),
        Row("a bend at centre", "E2 00 50|E2 00 40", ""),
        Row("a pressure", "D3 10", "D3 00"),
        Row("a released pressure", "D3 10|D3 00", ""),
        Row("all notes off", "90 3C 64|91 3C 64|B0 7B 00", "81 3C 40"),
        Row("all sound off", "90 3C 64|B0 78 00", ""),
        Row("a reset", "90 3C 64|E0 00 00|FF", ""),
        Row("what holds nothing", "C0 01|B0 07 64|B0 41 7F|A0 3C 20|F8|F2 01 02", ""),
    ]

    /// B13: a peer that may not have heard the last messages.
    static let unheard = [
        Row("a released note", "90 3C 64|80 3C 00", "80 3C 40"),
        Row("all that was ever held", "90 3C 64|91 3D 64|B0 7B 00|B1 40 7F|B1 40 00|FF", "80 3C 40|81 3D 40|B1 40 00"),
        Row("what was never held", "80 3C 00|B0 40 00|E2 00 40|D3 00", ""),
    ]

    @Test(arguments: rows) func peerIsReleased(_ row: Row) { check(row, HeldByPeer()) }

    @Test(arguments: unheard) func peerIsReleasedFromWhatItMayNotHaveHeard(_ row: Row) {
        check(row, HeldByPeer(keepsReleased: true))
    }

    @Test(arguments: [
        "90 3C 64|9F 7F 64", "B0 40 7F|B0 42 7F|B0 45 7F", "E3 00 50", "D3 10",
    ]) func holdingsAreAddedAndRemoved(_ messages: String) {
        var (held, others) = (HeldByPeer(), HeldByPeer())
        hear(messages, &held)
        hear("91 3D 64", &others)
        others.add(held)
        others.remove(held)
        #expect(others.next().map { hex($0) } == "81 3D 40" && others.isEmpty)
        others.add(held)
        held.remove(others)
        #expect(held.isEmpty && !others.isEmpty)
    }

    private func hear(_ messages: String, _ held: inout HeldByPeer) {
        for text in messages.split(separator: "|") {
            let given = bytes(String(text)) + [0, 0]
            held.hear(Message(status: given[0], given[1], given[2]))
        }
    }

    private func check(_ row: Row, _ new: HeldByPeer) {
        var held = new
        #expect(held.isEmpty)
        hear(row.messages, &held)
        #expect(held.isEmpty == row.released.isEmpty)
        var released: [String] = []
        while let message = held.next() { released.append(hex(message)) }
        #expect(released.joined(separator: "|") == row.released, "\(row.name)")
        #expect(held.next() == nil)
    }
}
