import Bluetooth
import Testing

@testable import Box

/// Peers, links and the radio on the control thread (B1, B3, B15, B16, B17).
@Suite struct BluetoothControlTests {
    private let second = BluetoothBench.second

    private func linked(_ slot: Int, port: Int = 1, name: String = "FP-30X") -> String {
        "linked \(slot) \(port) \(BluetoothBench.piano.text) central 247 9 command encrypted quiet 11250 \(name)"
    }

    /// A started process is told the settings, then the bonds, and then to start.
    @Test func processIsToldTheSettings() throws {
        let bench = try BluetoothBench()
        let record = "010102030405C0010000000000"
        try bench.hear("bond \(record) Phone")
        bench.control.greet()
        #expect(
            bench.takeOrders() == [
                "name Treadle", "visible 1", "pairing closed", "encryption required", "panel menu",
                "port 1 initiate name FP-30X*", "port 2 accept any *", "bond \(record) Phone", "start",
            ])
    }

    @Test(arguments: [
        ("", "none"), ("display: { chip: hd44780 }", "display"), (BluetoothBench.withMenu, "menu"),
    ])
    func panelSaysWhoCanAnswer(panel: String, word: String) throws {
        let bench = try BluetoothBench(panel, bluetooth: "visible: false, encryption: optional, pairing: always")
        bench.control.greet()
        let orders = bench.takeOrders()
        #expect(orders.contains("panel \(word)") && orders.contains("visible 0"))
        #expect(orders.contains("pairing always") && orders.contains("encryption optional"))
    }

    @Test func connectedPeerIsHandedToTheLoop() throws {
        let bench = try BluetoothBench()
        let socket = try LinkSocket()
        try bench.hear("radio on DC:A6:32:01:02:03/public")
        try bench.hear("state 1 seeking - ")
        #expect(bench.control.report(1) == "seeking \"FP-30X*\"")
        try bench.hear(linked(0), socket: socket.descriptor)
        #expect(bench.takeTold() == ["link 0"] && bench.control.isConnected(1))
        #expect(bench.control.report(1) == "FP-30X at C0:FF:EE:00:00:01" && bench.control.onlyName(1) == "FP-30X")
        #expect(
            bench.control.lines(at: 0) == [
                "radio on, DC:A6:32:01:02:03, 1 connected",
                "bluetooth piano: connected, C0:FF:EE:00:00:01, central, interval 11.25 ms, MTU 247, encrypted; FP-30X",
            ])
        try bench.hear("interval 0 45000")
        #expect(bench.control.lines(at: 0)[1].contains("interval 45 ms, slow, MTU 247"))
        #expect(socket.isOpen)
    }

    /// B16: a peer may pair while it plays, and tells its identity then.
    @Test func pairingOfAConnectedPeerIsShown() throws {
        let bench = try BluetoothBench()
        let socket = try LinkSocket()
        let plain = "linked 0 1 40:00:00:00:00:09/random peripheral 247 0 command plain subscribed 11250 Pad"
        try bench.hear(plain, socket: socket.descriptor)
        func line() -> String { bench.control.lines(at: 0).first { $0.hasPrefix("bluetooth") } ?? "" }
        #expect(line().contains("40:00:00:00:00:09") && line().contains("not encrypted"))
        try bench.hear("peer 0 C0:FF:EE:00:00:01/random encrypted")
        #expect(bench.takeTold().last == "identify 0 C0:FF:EE:00:00:01/random")
        #expect(line().contains("C0:FF:EE:00:00:01") && !line().contains("not encrypted"))
    }

    /// The socket is closed when the loop no longer uses it, not before.
    @Test func peerThatGoesIsUnlinked() throws {
        let bench = try BluetoothBench()
        let socket = try LinkSocket()
        try bench.hear("radio on DC:A6:32:01:02:03/public")
        try bench.hear(linked(2), socket: socket.descriptor)
        try bench.hear("gone 2 timeout", at: second)
        #expect(bench.takeTold() == ["link 2", "unlink 2"] && socket.isOpen)
        #expect(bench.control.report(1) == "FP-30X at C0:FF:EE:00:00:01: gone")
        bench.control.handle(2, closed: socket.descriptor, "", isHungUp: false, LinkCounts(), at: second)
        #expect(!socket.isOpen && bench.takeOrders() == [])
        bench.control.advance(to: 62 * second)
        #expect(bench.control.peers.all == [])
    }

    /// A link that the loop ends by itself is ended in the process too.
    @Test func linkThatTheLoopEndsIsUnlinkedInTheProcess() throws {
        let bench = try BluetoothBench()
        let socket = try LinkSocket()
        try bench.hear(linked(1), socket: socket.descriptor)
        bench.control.handle(1, closed: -1, "", isHungUp: false, LinkCounts(dropped: 3), at: 0)
        #expect(bench.takeOrders() == [] && bench.control.counts[1].dropped == 3)
        bench.control.handle(
            1, closed: socket.descriptor, "the peer took nothing for 5 s", isHungUp: false, LinkCounts(), at: 0)
        #expect(bench.takeOrders() == ["unlink 1"] && !socket.isOpen)
        #expect(!bench.control.isConnected(1))
    }

    /// The process tells of the end of a peer that has gone, and may give the slot to another one at once.
    @Test(arguments: [false, true]) func peerThatHasHungUpIsUnlinkedOnlyIfTheProcessIsSilent(tells: Bool) throws {
        let bench = try BluetoothBench()
        let (socket, next) = (try LinkSocket(), try LinkSocket())
        try bench.hear(linked(1), socket: socket.descriptor)
        bench.control.handle(
            1, closed: socket.descriptor, "the peer has gone", isHungUp: true, LinkCounts(), at: second)
        #expect(bench.takeOrders() == [] && !socket.isOpen)
        if tells {
            try bench.hear("gone 1 out of reach", at: second)
            try bench.hear(linked(1), socket: next.descriptor, at: second)
        }
        bench.control.advance(to: 2 * second)
        #expect(bench.takeOrders() == (tells ? [] : ["unlink 1"]) && bench.control.isConnected(1) == tells)
    }

    /// The next link of a slot waits for the report that its last one has ended.
    @Test func slotIsGivenAgainAfterItsEnd() throws {
        let bench = try BluetoothBench()
        let (first, next) = (try LinkSocket(), try LinkSocket())
        try bench.hear(linked(0), socket: first.descriptor)
        try bench.hear(linked(0, name: "Another"), socket: next.descriptor)
        #expect(bench.takeTold() == ["link 0", "unlink 0"])
        bench.control.handle(0, closed: first.descriptor, "", isHungUp: false, LinkCounts(), at: 0)
        #expect(bench.takeTold() == ["link 0"] && bench.takeOrders() == [])
        #expect(!first.isOpen && next.isOpen && bench.control.onlyName(1) == "Another")
    }

    /// B13: what a peer tells of its identity meanwhile comes with its link.
    @Test func linkThatWaitsTakesTheIdentityOfItsPeer() throws {
        let bench = try BluetoothBench()
        let (first, next) = (try LinkSocket(), try LinkSocket())
        try bench.hear(linked(0), socket: first.descriptor)
        try bench.hear(linked(0, name: "Another"), socket: next.descriptor)
        try bench.hear("peer 0 \(BluetoothBench.phone.text) encrypted")
        #expect(bench.takeTold() == ["link 0", "unlink 0"])
        bench.control.handle(0, closed: first.descriptor, "", isHungUp: false, LinkCounts(), at: 0)
        #expect(bench.takeTold() == ["link 0"] && bench.lastLinked?.address == BluetoothBench.phone)
    }

    /// Nothing is handed over without a socket, or for a port without Bluetooth.
    @Test(arguments: [(0, true), (7, true), (1, false)]) func wrongLinksAreRefused(port: Int, hasSocket: Bool) throws {
        let bench = try BluetoothBench()
        let socket = hasSocket ? try LinkSocket() : nil
        try bench.hear(linked(3, port: port), socket: socket?.descriptor ?? -1)
        #expect(bench.takeTold() == [] && bench.takeOrders() == ["unlink 3"])
        #expect(socket?.isOpen != true)
    }

    /// B17
    @Test func missingRadioIsSaid() throws {
        let bench = try BluetoothBench()
        try bench.hear("state 1 seeking - ")
        try bench.hear("radio missing no controller")
        bench.control.advance(to: 0)
        #expect(bench.control.report(1) == "no radio: no controller" && bench.lastListed == "no radio 0 0")
        #expect(bench.control.lines(at: 0) == ["radio missing: no controller"])
        try bench.hear("radio on DC:A6:32:01:02:03/public")
        try bench.hear("advertising 1")
        bench.control.advance(to: 0)
        #expect(bench.lastListed == "visible 0 0")
    }

    /// B2, B16: the states of a port.
    @Test(arguments: [
        ("connecting", "connecting"), ("pairing", "pairing"), ("refused", "refused"), ("no-MIDI", "no MIDI"),
    ])
    func stateOfAPortIsTold(word: String, state: String) throws {
        let bench = try BluetoothBench()
        try bench.hear("radio on DC:A6:32:01:02:03/public")
        try bench.hear("state 1 seeking - ")
        try bench.hear("state 1 \(word) \(BluetoothBench.piano.text) FP-30X")
        #expect(bench.control.report(1) == "FP-30X at C0:FF:EE:00:00:01: \(state)")
        #expect(bench.control.lines(at: 0).last == "bluetooth piano: \(state), C0:FF:EE:00:00:01; FP-30X")
        try bench.hear("state 1 none - ")
        #expect(bench.control.report(1) == "\"FP-30X*\" has not connected")
        #expect(bench.control.report(2) == "nobody has connected")
    }

    /// B1: four peers at once, whatever their ports.
    @Test func fullRadioIsSaid() throws {
        let bench = try BluetoothBench()
        try bench.hear("radio on DC:A6:32:01:02:03/public")
        let sockets = try (0..<4).map { _ in try LinkSocket() }
        for (slot, socket) in sockets.enumerated() {
            let address = "D4:3A:2C:01:02:0\(slot)/random"
            try bench.hear(
                "linked \(slot) 2 \(address) peripheral 185 0 command encrypted subscribed 15000 P\(slot)",
                socket: socket.descriptor)
        }
        #expect(bench.control.report(1).contains("4 peers are connected, and there is no room for more"))
        #expect(bench.control.report(2).hasPrefix("P0 at D4:3A:2C:01:02:00, P1 at") && bench.control.onlyName(2) == nil)
        #expect(bench.takeTold() == ["link 0", "link 1", "link 2", "link 3"])
    }

    /// B3
    @Test func playerMakesTheBoxVisible() throws {
        let bench = try BluetoothBench(bluetooth: "visible: false")
        bench.control.beVisible()
        #expect(bench.takeOrders() == ["fast"])
    }
}
