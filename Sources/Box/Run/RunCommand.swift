import CPlatform
import Configuration

/// `treadle run [DIR or BOX.yaml] [--no-realtime] [--simulate] [--socket PATH]`
enum RunCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> TreadleCommand.Exit {
        let isRealtime = !arguments.flag("--no-realtime")
        let beginsWithPanic = arguments.flag("--after-failure")
        let mustRun = arguments.flag("--appliance")
        let isSimulated = arguments.flag("--simulate")
        let socket = try arguments.option("--socket")
        let path = try arguments.next() ?? "."
        try arguments.finish()

        let configuration: CompiledConfiguration
        var fault: Diagnostic?
        switch CheckCommand.read(path) {
        case .success(let good): configuration = good
        case .failure(let diagnostics):
            // E1: a board that is switched on without a good configuration still plays.
            guard mustRun, let fallback = FallbackConfiguration.make() else {
                return CheckCommand.exit(path)
            }
            configuration = fallback
            fault = diagnostics.list.first { $0.severity == .error }
        }
        let signals = treadle_signal_descriptor()
        guard let runner = Runner(configuration, path: path, socket: socket, signals: signals, isSimulated: isSimulated)
        else {
            Console.error("treadle: no memory, or no descriptors\n")
            return .unusable
        }
        if let fault { runner.showBadConfiguration(fault) }
        runner.start(isRealtime: isRealtime && !isSimulated, beginsWithPanic: beginsWithPanic)
        return runner.control()
    }
}
