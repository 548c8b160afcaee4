import Settings
import Devices
import Testing

/// Wanted ports, found ports and the expected assignments: "alias<card.port" for inputs, "alias>card.port" for outputs.
struct MatchRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let wanted: [WantedPort]
    let found: [FoundPort]
    let expected: String

    init(_ name: String, _ wanted: [WantedPort], _ found: [[FoundPort]], _ expected: String) {
        testDescription = name
        self.wanted = wanted
        self.found = found.flatMap { $0 }
        self.expected = expected
    }

    /// Expects the assignments if the ports are found in this order.
    func check(_ found: [FoundPort], sourceLocation: SourceLocation = #_sourceLocation) {
        let assigned = words(PortMatcher.assign(wanted, found, held: [])).joined(separator: " ")
        #expect(assigned == expected, sourceLocation: sourceLocation)
    }
}

func want(_ alias: String, _ place: PortPlace, _ directions: Directions = .both) -> WantedPort {
    WantedPort(alias: alias, place: place, directions: directions)
}

func want(_ alias: String, match: String, _ directions: Directions = .both) -> WantedPort {
    want(alias, .match(match), directions)
}

func group(_ alias: String, of owner: String, match: String, _ directions: Directions = .both) -> WantedPort {
    group(alias, of: owner, .match(match), directions)
}

func group(
    _ alias: String, of owner: String, _ place: PortPlace, _ directions: Directions = .both
) -> WantedPort {
    var wanted = want(alias, place, directions)
    wanted.sharing = owner
    return wanted
}

@Suite struct PortMatcherTests {
    @Test(arguments: [
        MatchRow("card name", [want("k", match: "Key*")], [usb("Keys", "1-1", card: 1)], "k<1.1 k>1.1"),
        MatchRow("long name", [want("k", match: "*usb-1-1,*")], [usb("Keys", "1-1", card: 1)], "k<1.1 k>1.1"),
        MatchRow("port name", [want("k", match: "*MIDI 2")], [usb("Keys", "1-1", card: 1, inputs: 2)], "k<1.2"),
        MatchRow(
            "port name in one direction", [want("k", match: "MIDI Out")],
            [fixed("HD", card: 3) { _ in "MIDI Out" }], "k<3.1 k>3.1"),
        MatchRow(
            "endpoint of packets", [want("k", match: "Montage")], [umps("Montage", "1-1", card: 2)],
            "k<ump2.0 k>ump2.0"),
        MatchRow(
            "group of another's device", [want("k", match: "Montage"), group("g", of: "k", match: "Montage", .output)],
            [umps("Montage", "1-1", card: 2), umps("Montage", "1-2", card: 3)], "k<ump2.0 k>ump2.0 g>ump2.0"),
        MatchRow(
            "second port by name", [want("k", .match("Keys", port: 2))], [usb("Keys", "1-1", card: 1, inputs: 2)],
            "k<1.2"),
        MatchRow(
            "two ports of one device", [want("p", .match("K*", port: 2)), want("k", .match("K*", port: 1))],
            [usb("Keys", "1-1", card: 1, inputs: 2, outputs: 2), usb("Keys", "1-2", card: 2, inputs: 2, outputs: 2)],
            "p<1.2 p>1.2 k<1.1 k>1.1"),
        MatchRow(
            "two ports each of two devices",
            [
                want("k", .match("K*", port: 1), .input), want("p", .match("K*", port: 2), .input),
                want("l", .match("K*", port: 1), .input), want("q", .match("K*", port: 2), .input),
            ], [usb("Keys", "1-1", card: 1, inputs: 2), usb("Keys", "1-2", card: 2, inputs: 2)],
            "k<1.1 p<1.2 l<2.1 q<2.2"),
        MatchRow(
            "glob alone beside its second port", [want("k", match: "K*", .input), want("p", .match("K*", port: 2))],
            [usb("Keys", "1-1", card: 1, inputs: 2), usb("Keys", "1-2", card: 2, inputs: 2)], "k<1.1 p<1.2"),
        MatchRow(
            "device with both ports first",
            [want("k", .match("K*", port: 1), .input), want("p", .match("K*", port: 2))],
            [usb("Keys", "1-1", card: 1), usb("Keys", "1-2", card: 2, inputs: 2)], "k<2.1 p<2.2"),
        MatchRow(
            "one number in two directions",
            [want("k", .match("K*", port: 1), .input), want("o", .match("K*", port: 1), .output)],
            [usb("Keys", "1-1", card: 1), usb("Keys", "1-2", card: 2)], "k<1.1 o>1.1"),
        MatchRow("no such port", [want("k", .match("K*", port: 3))], [usb("Keys", "1-1", card: 1, inputs: 2)], ""),
        MatchRow("nothing there", [want("k", match: "*")], [], ""),
        MatchRow("other name", [want("k", match: "keys")], [usb("Keys", "1-1", card: 1)], ""),
        MatchRow("input only", [want("k", match: "*", .input)], [usb("Keys", "1-1", card: 1)], "k<1.1"),
        MatchRow("output only", [want("k", match: "*", .output)], [usb("Keys", "1-1", card: 1)], "k>1.1"),
        MatchRow("has one direction", [want("k", match: "*")], [usb("Keys", "1-1", card: 1, outputs: 0)], "k<1.1"),
        MatchRow(
            "device with both directions before one with one", [want("k", match: "*")],
            [usb("A", "1-1", card: 1, outputs: 0), usb("B", "1-2", card: 2)], "k<2.1 k>2.1"),
        MatchRow(
            "one port of a direction", [want("k", match: "*")],
            [usb("A", "1-1", card: 1, inputs: 4, outputs: 4), usb("B", "1-2", card: 2)], "k<1.1 k>1.1"),
        MatchRow(
            "ports of one card by their names", [want("a", match: "A MIDI 2"), want("b", match: "A MIDI 1")],
            [usb("A", "1-1", card: 1, inputs: 2, outputs: 2)], "a<1.2 a>1.2 b<1.1 b>1.1"),
        MatchRow(
            "in and out shared by two aliases", [want("a", match: "A", .input), want("b", match: "A", .output)],
            [usb("A", "1-1", card: 1)], "a<1.1 b>1.1"),
    ])
    func globFindsPort(row: MatchRow) { row.check(row.found) }

    @Test(arguments: [
        MatchRow("socket", [want("d", .usb(socket: "1-1.3"))], [usb("A", "1-1.3", card: 1)], "d<1.1 d>1.1"),
        MatchRow("not a longer socket", [want("d", .usb(socket: "1-1"))], [usb("A", "1-1.3", card: 1)], ""),
        MatchRow(
            "n-th port of socket", [want("d", .usb(socket: "1-1", port: 2))],
            [usb("A", "1-1", card: 1, inputs: 2, outputs: 1)], "d<1.2"),
        MatchRow(
            "serial number", [want("p", .serialNumber("A1"))],
            [usb("A", "1-1", card: 1, serialNumber: "A0"), usb("A", "1-2", card: 2, serialNumber: "A1")],
            "p<2.1 p>2.1"),
        MatchRow(
            "n-th port of serial number", [want("p", .serialNumber("A1", port: 2))],
            [usb("A", "1-1", card: 1, inputs: 2, outputs: 2, serialNumber: "A1")], "p<1.2 p>1.2"),
        MatchRow(
            "socket before glob", [want("k", match: "A"), want("d", .usb(socket: "1-1"))],
            [usb("A", "1-1", card: 1), usb("A", "1-2", card: 2)], "k<2.1 k>2.1 d<1.1 d>1.1"),
        MatchRow(
            "uart and virtual need nothing found",
            [want("din", .uart("/dev/ttyAMA3")), want("daw", .virtual, .output)], [],
            "din</dev/ttyAMA3 din>/dev/ttyAMA3 daw>virtual"),
        MatchRow(
            "peers of the network and of Bluetooth are no device",
            [
                want("phone", .network(.everybody)), want("tablet", .bluetooth(.everybody)), want("k", match: "*"),
            ],
            [usb("phone", "1-1", card: 1)], "k<1.1 k>1.1"),
        MatchRow(
            "the box's own USB device, which no glob means",
            [want("k", match: "*"), want("daw", .usbDevice), group("synths", of: "daw", .usbDevice)],
            [own(card: 1), usb("A", "1-1", card: 2)],
            "k<2.1 k>2.1 daw<ump1.0 daw>ump1.0 synths<ump1.0 synths>ump1.0"),
        MatchRow("a USB device that is not set up", [want("daw", .usbDevice)], [usb("A", "1-1", card: 2)], ""),
        MatchRow("client", [want("b", match: "BlueZ*")], [client("BlueZ", 128)], "b<128:0 b>128:0"),
        MatchRow(
            "cards before clients", [want("b", match: "*")], [client("BlueZ", 1), fixed("DIN", card: 2)],
            "b<2.1 b>2.1"),
    ])
    func exactRuleFindsPort(row: MatchRow) { row.check(row.found) }

    @Test(arguments: [
        MatchRow(
            "by socket, whatever the card numbers", [want("a", match: "K"), want("b", match: "K")],
            [usb("K", "1-1.2", card: 0), usb("K", "1-1.1", card: 7)], "a<7.1 a>7.1 b<0.1 b>0.1"),
        MatchRow(
            "sockets count as numbers", [want("a", match: "K"), want("b", match: "K")],
            [usb("K", "1-1.10", card: 0), usb("K", "1-1.9", card: 1)], "a<1.1 a>1.1 b<0.1 b>0.1"),
        MatchRow(
            "one alias is one device", [want("a", match: "K"), want("b", match: "K")],
            [usb("K", "1-1", card: 0, inputs: 2, outputs: 2)], "a<0.1 a>0.1"),
        MatchRow(
            "in and out of one device", [want("a", match: "K", .input), want("b", match: "K")],
            [usb("K", "1-1", card: 0), usb("K", "1-2", card: 1)], "a<0.1 b<1.1 b>1.1"),
        MatchRow(
            "third finds none", [want("a", match: "K"), want("b", match: "K"), want("c", match: "K")],
            [usb("K", "1-1", card: 0), usb("K", "1-2", card: 1)], "a<0.1 a>0.1 b<1.1 b>1.1"),
    ])
    func identicalDevicesAreKeptApart(row: MatchRow) {
        row.check(row.found)
        row.check(row.found.reversed())
    }
}
