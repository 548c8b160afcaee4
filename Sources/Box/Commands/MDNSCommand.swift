import CPlatform
import Host

/// `treadle mdns --name NAME --port PORT [--page PORT]`: publishes a session and the page, and prints the services of
/// others, one event a line, until standard input ends. A port of 0 is not published. `Discovery` runs it as the child
/// of a box (N10).
enum MDNSCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let name = arguments.option("--name") ?? "Treadle"
        let text = arguments.option("--port") ?? "5004"
        let page = arguments.option("--page") ?? "0"
        let interfaces = arguments.option("--interfaces")
        try arguments.finish()
        guard let port = UInt16(text), let pagePort = UInt16(page) else {
            throw Arguments.Problem(message: "--port '\(text)', --page '\(page)': they must be ports, 0..65535")
        }
        return treadle_mdns_run(name, port, pagePort, interfaces, 0, 1) < 0 ? .unusable : .done
    }
}
