import Compact
import Testing

@testable import Box

/// Bluetooth as lines of the control socket, and as JSON (B16), with the writes before encryption (B5).
@Suite struct BluetoothLineTests {
    private func json(_ line: BluetoothPeerLine) -> String {
        var json = JSON()
        line.write(to: &json)
        return json.text
    }

    @Test(arguments: [
        "piano: seeking", "piano: no MIDI, C0:FF:EE:00:00:01; FP-30X",
        "piano: connected, C0:FF:EE:00:00:01, central, interval 11.25 ms, MTU 247, encrypted; FP-30X",
        "tablet: connected, D4:3A:2C:01:02:03, peripheral, interval 45 ms, slow, MTU 23, not encrypted, "
            + "no time stamps, 3 dropped, 2 malformed, 1 ignored; A; B: C, central",
        "a: gone; x",
    ])
    func linesAreReadAsTheyAreWritten(text: String) throws {
        #expect(try #require(BluetoothPeerLine(text)).text == text)
    }

    @Test(arguments: ["", "piano", "piano: here", "piano: connect, x"]) func otherLinesAreNone(text: String) {
        #expect(BluetoothPeerLine(text) == nil)
    }

    @Test func peerIsWrittenAsJSON() throws {
        let text = "piano: connected, C0:FF:EE:00:00:01, central, interval 11.25 ms, MTU 247, encrypted, 3 dropped; FP"
        #expect(
            json(try #require(BluetoothPeerLine(text)))
                == #"{"name":"FP","address":"C0:FF:EE:00:00:01","state":"connected","port":"piano","role":"central","#
                + #""interval":11.25,"slow":false,"mtu":247,"encrypted":true,"no-time-stamps":false,"dropped":3,"#
                + #""malformed":0,"ignored":0}"#)
        #expect(
            json(try #require(BluetoothPeerLine("piano: seeking")))
                == #"{"name":null,"address":null,"state":"seeking","port":"piano","role":null,"interval":null,"#
                + #""slow":false,"mtu":null,"encrypted":false,"no-time-stamps":false,"dropped":0,"malformed":0,"#
                + #""ignored":0}"#)
    }

    @Test(arguments: [
        "starting", "missing: no controller, really", "on, 0 connected",
        "on, DC:A6:32:01:02:03, visible, pairing, 2 connected",
    ])
    func radioIsReadAsItIsWritten(text: String) throws { #expect(try #require(RadioLine(text)).text == text) }

    @Test(arguments: ["", "off", "connected"]) func otherWordsAreNoRadio(text: String) {
        #expect(RadioLine(text) == nil)
    }

    /// Requests of programs.
    @Test(arguments: [
        ("bluetooth", BluetoothRequest.list), ("bluetooth pair", .pair), ("bluetooth visible", .visible),
        ("bluetooth forget all", .forget("all")), ("bluetooth forget \"Stage iPad\"", .forget("Stage iPad")),
    ])
    func requestsAreRead(line: String, request: BluetoothRequest) throws {
        #expect(try ControlRequest.read(Array(line.utf8)[...]) == .bluetooth(request))
    }

    @Test(arguments: ["bluetooth on", "bluetooth forget", "bluetooth pair now", "bluetooth forget a b"])
    func otherRequestsAreRefused(line: String) {
        #expect(throws: ScriptWords.Problem.self) { try ControlRequest.read(Array(line.utf8)[...]) }
    }

    @Test(arguments: [
        (["bluetooth", "on"], "takes nothing"), (["bluetooth", "forget"], "needs the name"),
        (["bluetooth", "pair", "--json"], "--json is for"), (["bluetooth", "pair", "x"], "unexpected"),
    ])
    func wrongUsageIsRefused(words: [String], problem: String) throws {
        let run = try Finished(words)
        #expect(run.status == 2 && run.errors.contains(problem), "\(run)")
    }
}
