import Configuration

/// `treadle check [DIR or BOX.yaml]`
enum CheckCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> TreadleCommand.Exit {
        let path = try arguments.next() ?? "."
        try arguments.finish()
        guard let configuration = load(path) else { return exit(path) }
        Console.out(configuration.summary)
        return .done
    }

    /// Reads a configuration; every error and warning goes to standard error.
    static func load(_ path: String) -> CompiledConfiguration? {
        if case .success(let configuration) = read(path) { return configuration }
        return nil
    }

    /// How a command ends whose configuration is not good: what is in it is bad, or it cannot be read at all.
    static func exit(_ path: String) -> TreadleCommand.Exit {
        Configuration.isReadable(path: path) ? .badInput : .unusable
    }

    /// The same, with what was wrong for whoever shows it elsewhere too.
    static func read(_ path: String) -> Result<CompiledConfiguration, Diagnostics> {
        say(Configuration.load(path: path))
    }

    /// At power-up presets that have errors are left out (E1).
    static func readGoodPresets(_ path: String) -> Result<CompiledConfiguration, Diagnostics> {
        say(Configuration.loadGoodPresets(path: path))
    }

    private static func say(
        _ result: Result<CompiledConfiguration, Diagnostics>
    ) -> Result<CompiledConfiguration, Diagnostics> {
        switch result {
        case .success(let configuration): Console.error(configuration.diagnostics.text)
        case .failure(let diagnostics): Console.error(diagnostics.text)
        }
        return result
    }
}
