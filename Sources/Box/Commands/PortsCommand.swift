import Configuration
import Devices

/// `treadle ports [DIR|BOX.yaml|-]`: lists the ports of this machine, and the alias that each has in the box.
enum PortsCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> TreadleCommand.Exit {
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
        for port in found {
            let alias = given.first { $0.address == port.address && $0.direction == port.direction }?.alias
            let direction = port.direction == .input ? "in " : "out"
            let answers = alias.map { "  = \($0)" } ?? ""
            Console.out("\(direction)  \(port.name.visible)  at \(port.card.place.visible)\(answers)\n")
        }
        for port in wanted where !given.contains(where: { $0.alias == port.alias }) {
            Console.out("missing: \(port.alias)\n")
        }
        if let refusal = PortScan.refusal { Console.error("treadle: \(refusal.message)\n") }
        if found.isEmpty && wanted.isEmpty { Console.out("no MIDI ports found: \(PortScan.absence())\n") }
        return .done
    }
}
