import Configuration
import Testing

@testable import Box

/// What a reload leaves to a new start (E1).
struct SameHardwareTests {
    private static let text = """
        treadle: 1
        name: Board
        ports: { phone: { network: Mac, buffer: 5 ms } }
        network: { rtp-midi: { port: 5004 } }

        """

    @Test(arguments: [
        ("Mac", "iPad"), ("buffer: 5 ms", "initiate: false"), ("5004", "5006"),
        ("rtp-midi: { port: 5004 }", "address: off"),
        ("name: Board", "name: Stage"), ("treadle: 1", "treadle: 1\nmidi-ci: { enabled: false }"),
        ("treadle: 1", "treadle: 1\nmidi-ci: { model: 2 }"), ("treadle: 1", "treadle: 1\nmidi-ci: { write: true }"),
        ("buffer", "write: true, buffer"),
    ])
    func anotherNetworkIsOtherHardware(old: String, new: String) throws {
        let box = try Configuration.load(text: Self.text).get().box
        let other = try Configuration.load(text: Self.text.replacing(old, with: new)).get().box
        #expect(!box.hasSameHardware(as: other) && box.hasSameHardware(as: box))
    }

    /// I9: what a computer has seen once does not change under it.
    @Test func anotherUSBDeviceIsOtherHardware() throws {
        let text = "treadle: 1\nname: Board\nusb-device: { drive: true }\n"
        let box = try Configuration.load(text: text).get().box
        for (old, new) in [("drive: true", "network: true"), ("Board", "Stage"), ("drive", "name: X, drive")] {
            let other = try Configuration.load(text: text.replacing(old, with: new)).get().box
            #expect(!box.hasSameHardware(as: other))
        }
    }

    /// Bluetooth and Wi-Fi are begun by a start only, under the name of the box if they have none.
    @Test(arguments: [
        "bluetooth: {}", "bluetooth: { visible: true }", "bluetooth: { name: A }", "ports: { a: { bluetooth: x } }",
        "network: { wifi: { country: DE, access-point: {} } }",
    ])
    func anotherRadioIsOtherHardware(radio: String) throws {
        let text = "treadle: 1\nname: Board\n"
        let boxes = try [text, text + radio + "\n", text.replacing("Board", with: "Stage") + radio + "\n"].map {
            try Configuration.load(text: $0).get().box
        }
        #expect(!boxes[0].hasSameHardware(as: boxes[1]) && boxes[1].hasSameHardware(as: boxes[1]))
        #expect(boxes[1].hasSameHardware(as: boxes[2]) == radio.contains("name: A"))
    }

    /// W1: the page takes its settings at a reload.
    @Test(arguments: [
        "http: {}", "http: { port: 8080 }", "http: { allow: [fd00::/8] }", "http: { hosts: [a.example] }",
    ])
    func anotherPageIsTheSameHardware(page: String) throws {
        let box = try Configuration.load(text: Self.text).get().box
        let other = try Configuration.load(
            text: Self.text.replacing("{ rtp-midi", with: "{ \(page), rtp-midi")
        ).get().box
        #expect(other.network.http != nil && box.hasSameHardware(as: other))
    }

    @Test func nameMattersToPeersOnly() throws {
        let silent = try Configuration.load(text: "treadle: 1\nname: Board\n").get().box
        #expect(try silent.hasSameHardware(as: Configuration.load(text: "treadle: 1\nname: Stage\n").get().box))
        let named = Self.text.replacing("{ rtp-midi", with: "{ name: Treadle, rtp-midi")
        let box = try Configuration.load(text: named).get().box
        let other = try Configuration.load(text: named.replacing("Board", with: "Stage")).get().box
        #expect(box.hasSameHardware(as: other))
    }
}
