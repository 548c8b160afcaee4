import Configuration

/// `treadle check [DIR or BOX.yaml]`
enum CheckCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> TreadleCommand.Exit {
        let path = try arguments.next() ?? "."
        try arguments.finish()
        guard let configuration = load(path) else { return .badInput }
        Console.out(configuration.summary)
        return .done
    }

    /// Reads a configuration; every error and warning goes to standard error.
    static func load(_ path: String) -> CompiledConfiguration? {
        switch Configuration.load(path: path) {
        case .success(let configuration):
            for warning in configuration.diagnostics { Console.error(warning.description + "\n") }
            return configuration
        case .failure(let diagnostics):
            for diagnostic in diagnostics.list { Console.error(diagnostic.description + "\n") }
            return nil
        }
    }
}
