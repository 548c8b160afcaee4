import CPlatform
import Host

/// `treadle complete ports|presets|routings|footswitches|setlists|variables`: prints names of the running box, one a
/// line, for shell completion. Without a box, it prints nothing and does not fail.
enum CompleteCommand {
    static let lists = ["ports", "presets", "routings", "footswitches", "setlists", "variables"]
    /// The longest wait for the box, in ms.
    private static let answerTime: Int32 = 500

    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let socket = arguments.option("--socket")
        let list = try arguments.wanted()[0]
        if !lists.contains(list) { throw Arguments.Problem(message: "there is no list of \(list)") }
        guard let box = BoxConnection(ControlPath.find(socket), isOnlyAsked: true, within: answerTime) else {
            return .done
        }
        _ = treadle_socket_limit(box.descriptor, answerTime)
        _ = DriveCommand.ask(box, list) { Console.out($0 + "\n") }
        return .done
    }
}
