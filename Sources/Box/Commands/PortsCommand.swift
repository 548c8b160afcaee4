import Settings
import Configuration
import Devices
import Host

/// `treadle ports [--json] [DIR|BOX.yaml|-]`: lists the ports of this machine, the alias that each has in the box, and
/// the peers of the running box (N12).
enum PortsCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let socket = arguments.option("--socket")
        let isJSON = arguments.flag("--json")
        let path = arguments.next()
        try arguments.finish()
        var configured: [PortConfiguration] = []
        var hasNetwork = true
        if let path {
            switch ReportedConfiguration.open(path) {
            case .success(let configuration):
                configured = configuration.box.ports
                hasNetwork = configuration.box.network.isOn
            case .failure(let exit): return exit
            }
        }
        let wanted = WantedPort.all(configured)
        var matcher = PortMatcher()
        let found = PortScan().ports(try? SequencerWatch())
        let given = matcher.match(wanted, found)
        let listed = found.map { port in
            let assigned = given.first { $0.address == port.address && $0.direction == port.direction }
            return (port: port, asker: configured.first { $0.alias == assigned?.alias })
        }
        // Peers join only a running box, so a network port is not missing here (N12).
        let missing = wanted.filter { $0.isSearched }.map { $0.alias }
            .filter { alias in !given.contains { $0.alias == alias } }
        let network = ask(socket)
        Console.out(
            isJSON
                ? json(listed, missing: missing, hasNetwork ? network : nil, network)
                : text(listed, missing: missing))
        if let refusal = PortScan.refusal { Console.error("treadle: \(refusal.message)\n") }
        if found.isEmpty && wanted.isEmpty && !isJSON { Console.out("no MIDI ports found: \(PortScan.absence())\n") }
        if !isJSON {
            for device in network?.devices ?? [] { Console.out("device \(device.text)\n") }
            if hasNetwork { Console.out(text(network)) }
            if let network { Console.out(bluetoothText(network)) }
        }
        return .done
    }

    /// The session and the peers of the running box.
    private struct BoxNetwork {
        /// `Treadle, UDP port 5004`, or `off`.
        var session = ""
        var peers: [PeerLine] = []
        /// The radio of a box that has one, and its peers (B16).
        var radio: RadioLine?
        var bluetooth: [BluetoothPeerLine] = []
        /// The callers that were refused, and the interfaces that do not exist.
        var turnedAway: [TurnedAwayLine] = []
        var missing: [String] = []
        /// The devices that have answered MIDI-CI (U10).
        var devices: [DeviceLine] = []
    }

    /// Asks the running box for its network; nil if no box runs.
    private static func ask(_ socket: String?) -> BoxNetwork? {
        guard let box = BoxConnection(ControlPath.find(socket), isOnlyAsked: true) else { return nil }
        var network = BoxNetwork()
        let answer = DriveCommand.ask(box, "status") { line in
            let (word, rest) = BoxConnection.split(line)
            if word == "session" { network.session = rest }
            if word == "device", let device = DeviceLine(rest) { network.devices.append(device) }
            if word == TurnedAwayLine.word, let caller = TurnedAwayLine(rest) { network.turnedAway.append(caller) }
            if word == "interface" { network.missing.append(rest) }
            if word == RadioLine.word { network.radio = RadioLine(rest) }
            if word == BluetoothPeerLine.word, let peer = BluetoothPeerLine(rest) { network.bluetooth.append(peer) }
            if word == "peer", let peer = PeerLine(rest) { network.peers.append(peer) }
        }
        return answer == "" ? network : nil
    }

    private static func text(_ network: BoxNetwork?) -> String {
        guard let network else { return "session none: no box runs; peers are shown while one does\n" }
        return "session \(network.session)\n" + network.peers.map { "peer \($0.text)\n" }.joined()
            + network.turnedAway.map { "\(TurnedAwayLine.word) \($0.text)\n" }.joined()
            + network.missing.map { "interface \($0)\n" }.joined()
    }

    private static func bluetoothText(_ box: BoxNetwork) -> String {
        (box.radio.map { "\(RadioLine.word) \($0.text)\n" } ?? "")
            + box.bluetooth.map { "\(BluetoothPeerLine.word) \($0.text)\n" }.joined()
    }

    /// Found ports, each with the port of the box file to which it is assigned.
    private typealias Listed = [(port: FoundPort, asker: PortConfiguration?)]

    private static func text(_ listed: Listed, missing: [String]) -> String {
        var text = ""
        for (index, (port, asker)) in listed.enumerated() {
            let direction = port.direction == .input ? "in " : "out"
            let answers = asker.map { "  = \($0.alias)" } ?? ""
            text += "\(direction)  \(port.name.visible)  at \(port.card.place.visible)\(answers)\n"
            // Both directions of an endpoint are adjacent, and its description follows the second one.
            let isLast = index + 1 == listed.count || listed[index + 1].port.address != port.address
            if isLast { text += PortsCommand.text(port.endpoint, of: asker) }
        }
        for alias in missing { text += "missing: \(alias)\n" }
        return text
    }

    /// Returns the list as one JSON object on one line.
    private static func json(
        _ listed: Listed, missing: [String], _ network: BoxNetwork?, _ box: BoxNetwork?
    ) -> String {
        var json = JSON()
        json.beginObject()
        json.objects("ports", of: listed) { json, listed in
            let port = listed.port
            json.member("direction", port.direction == .input ? "in" : "out")
            json.member("name", port.name)
            json.member("place", port.card.place)
            json.member("alias", listed.asker?.alias)
            json.key("endpoint")
            write(port.endpoint, to: &json)
        }
        json.key("session")
        if let session = network.flatMap({ SessionLine($0.session) }) { session.write(to: &json) } else { json.null() }
        json.list("peers", of: network?.peers ?? []) { $1.write(to: &$0) }
        json.list("turned-away", of: network?.turnedAway ?? []) { $1.write(to: &$0) }
        json.key(RadioLine.word)
        if let radio = box?.radio { radio.write(to: &json) } else { json.null() }
        json.list("bluetooth", of: box?.bluetooth ?? []) { $1.write(to: &$0) }
        json.list("devices", of: box?.devices ?? []) { $1.write(to: &$0) }
        json.list("missing", of: missing) { $0.string($1) }
        json.endObject()
        return json.text + "\n"
    }
}
