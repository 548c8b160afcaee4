import Settings
import Testing

@testable import Configuration

/// `network:` of the box and of a port.
struct NetworkTests {
    private let whole = """
        treadle: 1
        name: Board
        ports:
          phone: { network: "Stage iPhone" }
          lobby: { network: "*", direction: in, buffer: 5 ms, journal: false }
          desk: { network: "192.0.2.7:5004", initiate: false, channel: 3, notes-off-on-unplug: false }
          keys: { match: "K*" }
        network:
          name: Treadle
          rtp-midi:
            port: 5008
            accept: none
            invite: ["192.0.2.7:5004", "desk.local", "[fe80::1%eth0]:5006"]
            interfaces: [eth0, br-lan]
          address: 192.0.2.5/24

        """

    /// N1, N2, N3, N13: settings of the box.
    @Test func wholeNetworkIsRead() throws {
        let box = try loaded(whole.replacing("accept: none", with: "accept: any")).box
        #expect(box.network.isOn && box.network.port == 5008 && box.network.accept == .any)
        #expect(box.network.name == "Treadle" && box.sessionName == "Treadle")
        #expect(
            box.network.invite == [
                PeerPlace(host: "192.0.2.7"), PeerPlace(host: "desk.local"),
                PeerPlace(host: "fe80::1%eth0", port: 5006),
            ])
        #expect(box.network.interfaces == ["eth0", "br-lan"])
        #expect(box.network.address == .static(StaticAddress(address: 0xC000_0205, prefix: 24)))
    }

    /// N1, N8: settings of a port with `network`.
    @Test func portsOfTheNetworkAreRead() throws {
        let it = try loaded(whole)
        let ports = it.box.ports
        #expect(
            ports.map { $0.place } == [
                .network(.name("Stage iPhone")), .network(.everybody), .network(.place(PeerPlace(host: "192.0.2.7"))),
                .match("K*"),
            ])
        #expect(ports.map { $0.isNetwork } == [true, true, true, false])
        #expect(ports.map { $0.initiates } == [true, false, false, false])
        #expect(ports.map { $0.buffer } == [0, 5_000_000, 0, 0])
        #expect(ports.map { $0.sendsJournal } == [true, false, true, true])
        #expect(!ports[1].sends && ports[2].channel == 2 && !ports[2].releasesOnUnplug && !ports[0].isWire)
        let traits = it.plan.pointee.ports
        #expect(traits[0].isNetwork && traits[1].isNetwork && traits[2].isNetwork && !traits[3].isNetwork)
    }

    @Test func networkHasDefaults() throws {
        let box = try loaded("treadle: 1\nname: Board\nports: {p: {network: Mac}}\n").box
        var defaults = NetworkConfiguration()
        (defaults.isOn, defaults.address) = (true, .dhcp)
        #expect(box.network == defaults && box.network.port == 5004 && box.network.accept == .named)
        #expect(box.sessionName == "Board")
        #expect(try loaded("treadle: 1\nnetwork: {rtp-midi: {}}\n").box.network == defaults)
    }

    /// N13: nothing listens that the file does not name.
    @Test func networkThatIsNotNamedIsOff() throws {
        #expect(try loaded("treadle: 1\n").box.network == NetworkConfiguration())
        #expect(try loaded("treadle: 1\n").box.network.address == .off)
        let addressOnly = try loaded("treadle: 1\nnetwork: {}\n").box.network
        #expect(!addressOnly.isOn && addressOnly.address == .dhcp)
        let silent = try loaded("treadle: 1\nnetwork: {address: off, rtp-midi: {}}\n").box.network
        #expect(silent.isOn && silent.address == .off)
    }

    @Test func invitationMayBeAskedOfEverybody() throws {
        let box = try loaded("treadle: 1\nports: {p: {network: \"*\", initiate: true}}\n").box
        #expect(box.ports[0].initiates)
    }

    @Test func summaryShowsTheNetwork() throws {
        let summary = try loaded(whole).summary
        #expect(summary.contains("port phone: network Stage iPhone, in and out, invites\n"))
        #expect(summary.contains("port lobby: network *, in, is invited, buffer 5 ms, no journal\n"))
        #expect(summary.contains("port desk: network 192.0.2.7:5004, in and out, channel 3, is invited\n"))
        #expect(
            summary.contains(
                "network: session Treadle, ports 5008 and 5009, accepts none, invites 192.0.2.7:5004, invites "
                    + "desk.local:5004, invites [fe80::1%eth0]:5006, on eth0, on br-lan, address 192.0.2.5/24\n"))
        #expect(try !loaded("treadle: 1\n").summary.contains("network"))
    }

    /// E1: presets do not depend on the network.
    @Test func presetsKeepTheirHashes() throws {
        let preset = "presets: [{name: P, routings: [{from: [keys], to: [phone]}]}]\n"
        let (a, b) = (try loaded(whole + preset), try loaded(whole.replacing("5008", with: "5010") + preset))
        #expect(a.hash(of: a.plan.pointee.startPreset) == b.hash(of: b.plan.pointee.startPreset))
    }

    @Test(arguments: [
        Marked(.box, "treadle: 1\nnetwork: §[]\n", "the network is a list; it must be a mapping"),
        Marked(.box, "treadle: 1\nnetwork: {§rtpmidi: {}}\n", "did you mean `rtp-midi`?"),
        Marked(.box, "treadle: 1\nnetwork: {rtp-midi: §on}\n", "rtp-midi is `on`; it must be a mapping"),
        Marked(.box, "treadle: 1\nnetwork: {rtp-midi: {§prot: 5004}}\n", "did you mean `port`?"),
        Marked(.box, "treadle: 1\nnetwork: {rtp-midi: {port: §0}}\n", "a port 1..65534"),
        Marked(.box, "treadle: 1\nnetwork: {rtp-midi: {port: §65535}}\n", "a port 1..65534"),
        Marked(.box, "treadle: 1\nnetwork: {rtp-midi: {accept: §nmaed}}\n", "did you mean `named`?"),
        Marked(.box, "treadle: 1\nnetwork: {rtp-midi: {accept: §any}}\n", "need a port with `network: \"*\"`"),
        Marked(.box, "treadle: 1\nnetwork: {rtp-midi: {invite: §10.0.0.1}}\n", "a list of addresses"),
        Marked(
            .box, "treadle: 1\nnetwork: {rtp-midi: {invite: [§10.0.0.300, §\"a b\", §[], \"a\", §\"a:5004\"]}}\n",
            "`invite` is `10.0.0.300`; it must be an address", "an address", "an address", "`a:5004` is named twice"),
        Marked(.box, "treadle: 1\nnetwork: {rtp-midi: {interfaces: §eth0}}\n", "a list of network interfaces"),
        Marked(
            .box, "treadle: 1\nnetwork: {rtp-midi: {interfaces: [§\"e/0\", §\"\", §1234567890123456, e, §e]}}\n",
            "the name of a network interface", "the name of", "the name of", "`e` is named twice; once is enough"),
        Marked(.box, "treadle: 1\nnetwork: {address: §dchp}\n", "did you mean `dhcp`?"),
        Marked(.box, "treadle: 1\nnetwork: {address: §192.0.2.5}\n", "a prefix 1..30, such as 192.0.2.5/24"),
        Marked(.box, "treadle: 1\nnetwork: {address: §192.0.2.255/24}\n", "the address of one device"),
        Marked(.box, "treadle: 1\nnetwork: {name: §\"\"}\n", "a name"),
        Marked(
            .box, "treadle: 1\nnetwork: {name: §\(String(repeating: "é", count: 32))}\n",
            "a name of at most 63 bytes; it has 64"),
        Marked(
            .box, "treadle: 1\nname: §\(String(repeating: "n", count: 64))\nnetwork: {rtp-midi: {}}\n",
            "a session name at most 63; give `network` a shorter `name`"),
        Marked(
            .box, "treadle: 1\nname: Board\nnetwork: {name: §The Pedalboard of Paul A, rtp-midi: {}}\n",
            "`name` has 24 bytes, and an invitation has room for 23"),
    ])
    func faultInTheNetworkIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test(arguments: [
        Marked(.port, "network: §[]", "the name of a session"),
        Marked(.port, "network: §\"\"", "an address, or \"*\" for everybody"),
        Marked(.port, "network: §192.0.2.300", "an address with a port 1..65534"),
        Marked(.port, "network: §\"fe80::1\"", "[fe80::1%eth0]:5004"),
        Marked(.port, "network: §\"desk.local:0\"", "desk.local:5004"),
        Marked(.port, "network: §\(String(repeating: "n", count: 64))", "a name of at most 63 bytes; it has 64"),
        Marked(.port, "network: §\"a\\nb\"", "contains a control character"),
        Marked(.port, "network: a, initiate: §yes", "true or false"),
        Marked(.port, "network: a, journal: §no", "true or false"),
        Marked(.port, "match: a, §journal: false", "it goes with `network`"),
        Marked(.port, "network: §\"[fe80::1]:5004\"", "needs the interface", "[fe80::1%eth0]:5004"),
        Marked(.port, "network: §\"[FE9f::1:2]\"", "needs the interface"),
        Marked(.port, "network: a, buffer: §5", "the unit is missing"),
        Marked(.port, "network: a, buffer: §101 ms", "at most 100 ms"),
        Marked(.port, "network: a, §port: 2", "it goes with `match`, `usb` or `serial-number`"),
        Marked(.port, "network: a, §match: b", "exclude each other"),
        Marked(.port, "match: a, §initiate: true", "it goes with `network`"),
        Marked(.port, "match: a, §buffer: 5 ms", "it goes with `network`"),
        Marked(.port, "network: §\"*\"", "`accept: any` takes all"),
    ])
    func faultAtAPortIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test func misspeltKeysAreAnsweredWithTheNearest() {
        Marked(
            .box, "treadle: 1\nports: {k: §{§netwrok: a}}\n", "uart, virtual, network, bluetooth or usb-device",
            "did you mean `network`?"
        ).check()
        Marked(.port, "network: a, §bufer: 1 ms, §initate: true", "did you mean `buffer`?", "mean `initiate`?").check()
    }

    @Test func peerBelongsToOnePort() {
        let ports = "a: {network: x}, b: {network: §x}, c: {network: 10.0.0.1}, d: {network: §\"10.0.0.1:5004\"}"
        Marked(
            .box, "treadle: 1\nports: {\(ports), e: {network: \"*\", initiate: true}, f: {network: §\"*\"}}\n",
            "`x` is already the peer of port `a`", "`10.0.0.1:5004` is already the peer of port `c`",
            "`*` is already the peer of port `e`"
        ).check()
    }

    @Test func portThatNobodyCanJoinIsWarnedOf() {
        Marked(
            .box,
            "treadle: 1\nports: {a: {network: §x, initiate: false}}\nnetwork: {rtp-midi: {accept: none}}\n",
            "no peer can join"
        ).check()
    }

    /// N3: an address of one link is of no use without that link.
    @Test func aLinkLocalAddressOfInviteWithoutInterfaceIsWarnedOf() {
        Marked(
            .box,
            "treadle: 1\nnetwork: {rtp-midi: {invite: [§\"[fe80::1]\", \"[fe80::2%eth0]\", \"[2001:db8::1]\"]}}\n",
            "[fe80::1%eth0]:5004"
        ).check()
    }

    @Test func tooManyPeersNameTheLimit() {
        func list(_ count: Int) -> String {
            (0..<count).map { "\($0 == 8 ? "§" : "")peer\($0)" }.joined(separator: ", ")
        }
        Marked(.box, "treadle: 1\nnetwork: {rtp-midi: {invite: [\(list(9))]}}\n", "`invites`: 9, and at most 8").check()
        Marked(
            .box, "treadle: 1\nnetwork: {rtp-midi: {interfaces: [\(list(10))]}}\n", "`interfaces`: 10, and at most 8"
        ).check()
    }
}
