import Compact
import Testing

@testable import Box

/// The wireless network as `treadle status` tells it (L6).
@Suite struct WiFiLineTests {
    private static func line(
        _ state: WiFiState, name: String? = nil, channel: Int? = nil, signal: Int? = nil, clients: Int? = nil
    ) -> WiFiLine {
        var line = WiFiLine(state)
        (line.name, line.channel, line.signal, line.clients) = (name, channel, signal, clients)
        return line
    }

    private static let rows = [
        (line(.off), "off"), (line(.noRadio), "no radio"), (line(.wrongPassword), "wrong password"),
        (line(.accessPoint, name: "Treadle", channel: 6, clients: 1), "access point, channel 6, 1 client: Treadle"),
        (line(.accessPoint, name: "A: b, c", channel: 36, clients: 4), "access point, channel 36, 4 clients: A: b, c"),
        (
            line(.joined, name: "Hall, 2 clients", channel: 11, signal: -52),
            "joined, channel 11, -52 dBm: Hall, 2 clients"
        ),
        (line(.noAddress, name: "Hall"), "no address: Hall"),
    ]

    @Test(arguments: 0..<7) func aLineIsReadBack(_ row: Int) {
        let (line, text) = Self.rows[row]
        #expect(line.text == text && WiFiLine(text) == line)
    }

    @Test func everyStateIsReadBack() {
        for state in WiFiState.allCases { #expect(WiFiLine(WiFiLine(state).text) == WiFiLine(state)) }
    }

    @Test(arguments: ["", "on", "off, on", "joined, a b c"]) func anotherLineIsNone(_ text: String) {
        #expect(WiFiLine(text) == nil)
    }

    @Test func unknownValuesAreNullInJSON() {
        var json = JSON()
        Self.line(.accessPoint, name: "Treadle", channel: 6, clients: 2).write(to: &json)
        #expect(
            json.text == #"{"state":"access point","name":"Treadle","channel":6,"signal":null,"clients":2}"#)
    }
}
