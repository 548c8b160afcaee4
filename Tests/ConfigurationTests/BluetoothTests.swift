import Settings
import Testing

@testable import Configuration

/// `bluetooth:` of the box and of a port.
struct BluetoothTests {
    private let whole = """
        treadle: 1
        name: Board
        ports:
          piano: { bluetooth: "FP-30X*" }
          tablet: { bluetooth: "Stage iPad", initiate: false, buffer: 18 ms, channel: 3 }
          guests: { bluetooth: "*", direction: in }
          wind: { bluetooth: "d4:3A:2C:01:02:03" }
          keys: { match: "K*" }
        bluetooth: { name: Treadle, visible: false, pairing: always, encryption: optional }

        """

    private let noEffect = "has no effect here: Bluetooth belongs to the box on an appliance only"

    @Test func wholeBluetoothIsRead() throws {
        var expected = BluetoothConfiguration(name: "Treadle", isVisible: false)
        (expected.alwaysPairs, expected.needsEncryption) = (true, false)
        #expect(try loaded(whole).box.bluetooth == expected)
    }

    /// Settings of a port with `bluetooth`. The loop knows such a port as any other.
    @Test func portsOfBluetoothAreRead() throws {
        let it = try loaded(whole)
        let ports = it.box.ports
        #expect(
            ports.map { $0.place } == [
                .bluetooth(.name("FP-30X*")), .bluetooth(.name("Stage iPad")), .bluetooth(.everybody),
                .bluetooth(.address(BluetoothAddress(bits: 0xD43A_2C01_0203))), .match("K*"),
            ])
        #expect(ports.map { $0.isBluetooth } == [true, true, true, true, false])
        #expect(ports.map { $0.initiates } == [true, false, false, true, false])
        #expect(ports.map { $0.buffer } == [0, 18_000_000, 0, 0, 0])
        #expect(ports[1].channel == 2 && !ports[2].sends && !ports[0].isNetwork && !it.plan.pointee.ports[0].isNetwork)
    }

    /// Others may connect where a port waits for them, unless the file says otherwise.
    @Test(arguments: [
        ("a: {bluetooth: x}", "", false), ("a: {bluetooth: x, initiate: false}", "", true),
        ("a: {bluetooth: \"*\"}", "", true), ("a: {bluetooth: \"*\", initiate: true}", "", false),
        ("a: {bluetooth: x}", "bluetooth: {visible: true}", true), ("a: {match: x}", "bluetooth: {}", false),
    ])
    func boxIsVisibleWhereAPortWaits(_ port: String, _ bluetooth: String, isVisible: Bool) throws {
        let box = try loaded("treadle: 1\nname: Board\nports: {\(port)}\n\(bluetooth)\n").box
        #expect(box.bluetooth == BluetoothConfiguration(name: "Board", isVisible: isVisible))
    }

    @Test func radioIsOffUnlessItIsNamed() throws {
        #expect(try loaded("treadle: 1\nports: {a: {match: x}}\n").box.bluetooth == nil)
    }

    @Test func summaryShowsBluetooth() throws {
        let summary = try loaded(whole).summary
        #expect(summary.contains("port piano: bluetooth FP-30X*, in and out, connects\n"))
        #expect(
            summary.contains(
                "port tablet: bluetooth Stage iPad, in and out, channel 3, is connected to, buffer 18 ms\n"))
        #expect(summary.contains("port guests: bluetooth *, in, is connected to\n"))
        #expect(summary.contains("port wind: bluetooth D4:3A:2C:01:02:03, in and out, connects\n"))
        #expect(summary.contains("bluetooth: Treadle, not visible, always pairs, without encryption too\n"))
        let plain = try loaded("treadle: 1\nname: Board\nbluetooth: {visible: true}\n").summary
        #expect(plain.contains("bluetooth: Board, visible\n"))
    }

    /// E1: presets do not depend on Bluetooth.
    @Test func presetsKeepTheirHashes() throws {
        let preset = "presets: [{name: P, routings: [{from: [keys], to: [piano]}]}]\n"
        let (a, b) = (try loaded(whole + preset), try loaded(whole.replacing("Treadle", with: "Stage") + preset))
        #expect(a.hash(of: a.plan.pointee.startPreset) == b.hash(of: b.plan.pointee.startPreset))
    }

    @Test(arguments: [
        Marked(.box, "treadle: 1\n§bluetooth: §on\n", "has no effect", "Bluetooth is `on`; it must be a mapping"),
        Marked(.box, "treadle: 1\n§bluetooth: {§visibel: true}\n", "`bluetooth` has no", "did you mean `visible`?"),
        Marked(.box, "treadle: 1\n§bluetooth: {visible: §yes}\n", "has no", "true or false"),
        Marked(.box, "treadle: 1\n§bluetooth: {pairing: §alwyas}\n", "has no", "did you mean `always`?"),
        Marked(.box, "treadle: 1\n§bluetooth: {encryption: §off}\n", "has no", "required or optional"),
        Marked(
            .box, "treadle: 1\n§bluetooth: {pairing: §always, encryption: §optional}\n", "has no",
            "everybody in the room can pair and play", "everybody in the room can play"),
        Marked(.box, "treadle: 1\n§bluetooth: {name: §\"\"}\n", "has no", "a name"),
        Marked(
            .box, "treadle: 1\n§bluetooth: {name: §\(String(repeating: "é", count: 15))}\n", "has no",
            "a name of at most 29 bytes; it has 30"),
        Marked(
            .box, "treadle: 1\nname: §\(String(repeating: "é", count: 15))\n§bluetooth: {}\n",
            "`name` has 30 bytes, and a Bluetooth name at most 29: others see `\(String(repeating: "é", count: 14))`",
            "has no"),
        Marked(
            .box, "treadle: 1\nports: {a: {§bluetooth: §x, initiate: false}}\n§bluetooth: {visible: false}\n",
            "has no", "no peer can join", "has no"),
        Marked(.box, "treadle: 1\nnetwork: {§bluetooth: {}}\n", "is not a key here; it is a key of ports and of"),
    ])
    func faultInBluetoothIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test(arguments: [
        Marked(
            .port, "§bluetooth: a",
            "`bluetooth` has no effect here: Bluetooth belongs to the box on an appliance only"),
        Marked(.port, "§bluetooth: §[]", "has no", "the name of a device"),
        Marked(.port, "§bluetooth: §\"\"", "has no", "an address, or \"*\" for everybody"),
        Marked(.port, "§bluetooth: §\"D4:3A:2C:01:02\"", "has no", "six bytes in hex, such as D4:3A:2C:01:02:03"),
        Marked(.port, "§bluetooth: §\"D4-3A-2C-01-02-03\"", "has no", "six bytes in hex"),
        Marked(.port, "§bluetooth: §\(String(repeating: "n", count: 249))", "has no", "at most 248 bytes; it has 249"),
        Marked(.port, "§bluetooth: §\"a\\nb\"", "has no", "contains a control character"),
        Marked(.port, "§bluetooth: a, initiate: §yes", "has no", "true or false"),
        Marked(.port, "§bluetooth: a, buffer: §101 ms", "has no", "at most 100 ms"),
        Marked(.port, "§bluetooth: a, §journal: true", "has no", "it goes with `network`"),
        Marked(.port, "§bluetooth: a, §port: 2", "has no", "it goes with `match`, `usb` or `serial-number`"),
        Marked(.port, "§bluetooth: a, protocol: §midi-2.0", "has no", "a peer of Bluetooth speaks MIDI 1.0 only"),
        Marked(.port, "§bluetooth: a, protocol: midi-1.0", "has no"),
        Marked(.port, "§bluetooth: a, §group: 2", "has no", "a peer of Bluetooth has no groups; `group` is"),
        Marked(.port, "§bluetooth: a, §groups: 2", "has no", "a peer of Bluetooth has no groups; `groups` is"),
        Marked(.port, "§bluetooth: a, §match: b", "has no", "exclude each other"),
        Marked(.port, "match: a, §bluetooth: WIDI", "exclude each other"),
        Marked(.port, "match: a, §buffer: 5 ms", "it goes with `network` or `bluetooth`"),
    ])
    func faultAtAPortIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test func peerBelongsToOnePort() {
        let address = "\"D4:3A:2C:01:02:03\""
        Marked(
            .box,
            "treadle: 1\nports: {a: {§bluetooth: x}, b: {§bluetooth: §x}, c: {§bluetooth: \(address)}, "
                + "d: {§bluetooth: §\(address.lowercased())}}\n",
            noEffect, noEffect, "`x` is already the peer of port `a`", noEffect, noEffect,
            "`d4:3a:2c:01:02:03` is already the peer of port `c`"
        ).check()
    }

    /// A name may have digits and dashes.
    @Test(arguments: [
        ("D4:3A:2C:01:02:03", true), ("d4:3a:2c:01:02", true), ("D4-3A-2C-01-02-03", true), ("FP-30X", false),
        ("A-B-C-D", false), ("*", false), ("D4:3A:*", false),
    ])
    func addressesAreToldFromNames(_ text: String, isMeant: Bool) {
        #expect(text.asText { BluetoothAddress.isMeant($0) } == isMeant)
    }
}
