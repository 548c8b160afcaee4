import CPlatform
import Host

/// `treadle mdns --name NAME --port PORT`: publishes a session and prints the services of others, one event a line,
/// until standard input ends. `Discovery` runs it as the child of a box (N10).
enum MDNSCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let name = arguments.option("--name") ?? "Treadle"
        let text = arguments.option("--port") ?? "5004"
        let interfaces = arguments.option("--interfaces")
        try arguments.finish()
        guard let port = UInt16(text), port > 0 else {
            throw Arguments.Problem(message: "--port '\(text)': it must be a port, 1..65535")
        }
        return treadle_mdns_run(name, port, interfaces, 0, 1) < 0 ? .unusable : .done
    }
}
