import CPlatform
import Configuration

/// `treadle run [DIR or BOX.yaml] [--no-realtime]`
enum RunCommand {
    /// Where an appliance keeps its configuration.
    static let appliancePath = "/etc/treadle"

    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> TreadleCommand.Exit {
        let isRealtime = !arguments.flag("--no-realtime")
        let beginsWithPanic = arguments.flag("--after-failure")
        if arguments.flag("--simulate") {
            throw Arguments.Problem(message: "--simulate comes with a later version of Treadle")
        }
        let path = try arguments.next() ?? "."
        try arguments.finish()

        guard let configuration = CheckCommand.load(path) else { return .badInput }
        let signals = treadle_signal_descriptor()
        guard let runner = Runner(configuration, path: path, signals: signals) else {
            Console.error("treadle: no memory, or no descriptors\n")
            return .unusable
        }
        runner.start(isRealtime: isRealtime, beginsWithPanic: beginsWithPanic)
        runner.control()
        return .done
    }
}
