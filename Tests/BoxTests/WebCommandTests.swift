import Compact
import Configuration
import Testing
import Web

@testable import Box

/// What the command `web` gives the server of the page.
@Suite struct WebCommandTests {
    private func text(_ words: String, language: UInt8 = 0) -> SentText {
        var notes = NoteWords()
        notes.language = language
        return WebCommand.sentText(words, "synth", notes, KnownPrograms())
    }

    @Test(arguments: [
        ("mmc play", [SentText.Part(words: "F0 7F 7F 06 02 F7")]),
        (
            " note C4 90 for 2 s, cc 7 = 100",
            [
                SentText.Part(words: "90 3C 5A", release: "80 3C 40", after: 2_000_000_000),
                SentText.Part(words: "B0 07 64"),
            ]
        ),
        ("program 12 channel 3", [SentText.Part(words: "C2 0C")]),
        ("cc 74 = 0x80000000", [SentText.Part(words: "40B04A00 80000000")]),
    ])
    func messagesAreReadFromWords(_ words: String, _ parts: [SentText.Part]) {
        guard case .good(let read) = text(words) else {
            Issue.record("'\(words)' is refused")
            return
        }
        #expect(read == parts)
    }

    /// Notes have the names of the running box.
    @Test func notesAreNamedAsByTheBox() {
        guard case .good(let german) = text("note H3 90", language: 1) else {
            Issue.record("H is refused")
            return
        }
        #expect(german.map { $0.words } == ["90 3B 5A"])
        guard case .bad(let problem) = text("nota C4 90") else {
            Issue.record("'nota' passes")
            return
        }
        #expect(problem.contains("nota"))
    }

    @Test func theNetworkIsReadFromTheStatus() {
        var json = JSON()
        json.value(
            WebCommand.network([
                "box Stage board", "link on", "address eth0 192.0.2.20", "session Stage board, UDP port 5004",
                "peer Stage iPhone at 192.0.2.7:5004: connected, phone, round trip 0.6 ms, 2 repaired, 0 unrepaired",
                "peer Studio PC at 192.0.2.9:5004: found",
            ]))
        #expect(
            json.text == #"{"link":"on","addresses":[{"interface":"eth0","address":"192.0.2.20"}],"#
                + #""session":"Stage board","port":5004,"peers":[{"name":"Stage iPhone","address":"192.0.2.7:5004","#
                + #""state":"connected","port":"phone","roundTrip":0.6,"repaired":2,"unrepaired":0},"#
                + #"{"name":"Studio PC","address":"192.0.2.9:5004","state":"found"}]}"#)
    }

    /// B16: the peers, and the devices that have paired, of which one has no name.
    @Test func bluetoothIsReadFromTheStatusAndThePairedDevices() {
        var json = JSON()
        json.value(
            WebCommand.network([
                "radio on, DC:A6:32:01:02:03, visible, 1 connected",
                "bluetooth piano: connected, C0:FF:EE:00:00:01, central, interval 11.25 ms, MTU 247, encrypted; FP-30X",
                "bond C0:FF:EE:00:00:01 FP-30X", "bond D4:3A:2C:01:02:03 Anna's iPad", "bond D4:3A:2C:01:02:04 ",
            ]))
        #expect(
            json.text.contains(
                #""bonds":[{"name":"FP-30X","address":"C0:FF:EE:00:00:01"},"#
                    + #"{"name":"Anna's iPad","address":"D4:3A:2C:01:02:03"},{"address":"D4:3A:2C:01:02:04"}]"#))
        #expect(json.text.contains(#""radio":"on","visible":true,"pairing":false,"bluetooth":[{"name":"FP-30X""#))
    }
}
