import Host

/// `treadle bluetooth [--json]`, `treadle bluetooth pair`, `… visible`, `… forget NAME|all` (B16).
enum BluetoothCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let (socket, isJSON) = (arguments.option("--socket"), arguments.flag("--json"))
        let verb = arguments.next()
        var request = BluetoothPeerLine.word
        switch verb {
        case nil: break
        case "pair", "visible": request += " \(verb ?? "")"
        case "forget":
            guard let name = arguments.next() else {
                throw Arguments.Problem(message: "bluetooth forget needs the name of a device, its address, or all")
            }
            request += " forget \(try DriveCommand.word(name))"
        default: throw Arguments.Problem(message: "bluetooth takes nothing, pair, visible, or forget and a name")
        }
        try arguments.finish()
        if isJSON && verb != nil { throw Arguments.Problem(message: "--json is for bluetooth alone") }
        guard let box = BoxConnection(ControlPath.find(socket)) else { return .unusable }
        var lines: [String] = []
        guard let problem = DriveCommand.ask(box, request, { lines.append($0) }) else { return .unusable }
        if !problem.isEmpty {
            Console.error("treadle: \(problem)\n")
            return .unusable
        }
        Console.out(isJSON ? json(lines) : lines.map { "\($0)\n" }.joined())
        return .done
    }

    /// Returns the lines as one JSON object on one line.
    private static func json(_ lines: [String]) -> String {
        let lines = lines.map { BoxConnection.split($0) }
        var json = JSON()
        json.beginObject()
        json.key("radio")
        let radio = lines.first { $0.word == RadioLine.word }.flatMap { RadioLine($0.rest) }
        if let radio { radio.write(to: &json) } else { json.null() }
        let peers = lines.filter { $0.word == BluetoothPeerLine.word }.compactMap { BluetoothPeerLine($0.rest) }
        json.list("peers", of: peers) { $1.write(to: &$0) }
        json.objects("bonds", of: lines.filter { $0.word == "bond" }) { json, line in
            let (address, name) = BoxConnection.split(line.rest)
            json.member("name", name)
            json.member("address", address)
        }
        json.endObject()
        return json.text + "\n"
    }
}
