import Configuration
import Devices

/// `treadle ports [--json] [DIR|BOX.yaml|-]`: lists the ports of this machine, and the alias that each has in the box.
enum PortsCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> TreadleCommand.Exit {
        let isJSON = arguments.flag("--json")
        let path = arguments.next()
        try arguments.finish()
        var wanted: [WantedPort] = []
        if let path {
            switch CheckCommand.open(path) {
            case .success(let configuration): wanted = configuration.box.ports.map { WantedPort($0) }
            case .failure(let exit): return exit
            }
        }
        var matcher = PortMatcher()
        let found = PortScan().ports(try? SequencerWatch())
        let given = matcher.match(wanted, found)
        let listed = found.map { port in
            let assigned = given.first { $0.address == port.address && $0.direction == port.direction }
            return (port: port, alias: assigned?.alias)
        }
        // A peer of the network joins a running box only (N12).
        let missing = wanted.filter { $0.rule != .network }.map { $0.alias }
            .filter { alias in !given.contains { $0.alias == alias } }
        Console.out(isJSON ? json(listed, missing: missing) : text(listed, missing: missing))
        if let refusal = PortScan.refusal { Console.error("treadle: \(refusal.message)\n") }
        if found.isEmpty && wanted.isEmpty && !isJSON { Console.out("no MIDI ports found: \(PortScan.absence())\n") }
        return .done
    }

    /// Found ports, with the alias that each has in the box.
    private typealias Listed = [(port: FoundPort, alias: String?)]

    private static func text(_ listed: Listed, missing: [String]) -> String {
        var text = ""
        for (port, alias) in listed {
            let direction = port.direction == .input ? "in " : "out"
            let answers = alias.map { "  = \($0)" } ?? ""
            text += "\(direction)  \(port.name.visible)  at \(port.card.place.visible)\(answers)\n"
        }
        for alias in missing { text += "missing: \(alias)\n" }
        return text
    }

    /// Returns the list as one JSON object on one line.
    private static func json(_ listed: Listed, missing: [String]) -> String {
        var json = JSON()
        json.beginObject()
        json.key("ports")
        json.beginArray()
        for (port, alias) in listed {
            json.beginObject()
            json.key("direction")
            json.string(port.direction == .input ? "in" : "out")
            json.key("name")
            json.string(port.name)
            json.key("place")
            json.string(port.card.place)
            json.key("alias")
            json.string(orNull: alias)
            json.endObject()
        }
        json.endArray()
        json.key("missing")
        json.beginArray()
        for alias in missing { json.string(alias) }
        json.endArray()
        json.endObject()
        return json.text + "\n"
    }
}
