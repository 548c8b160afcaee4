import Configuration

/// `treadle check [--json] [DIR|BOX.yaml|-]`
enum CheckCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> TreadleCommand.Exit {
        let isJSON = arguments.flag("--json")
        let path = arguments.next() ?? "."
        try arguments.finish()
        guard let result = result(path) else { return .unusable }
        if isJSON { Console.out(json(result)) } else { _ = report(result) }
        switch result {
        case .success(let configuration):
            if !isJSON { Console.out(configuration.summary) }
            return .done
        case .failure: return exit(path)
        }
    }

    /// Reads a configuration, whose box file may be standard input (`-`), and prints its errors and warnings. Returns
    /// the exit status of the command if it has errors.
    static func open(_ path: String) -> Result<CompiledConfiguration, TreadleCommand.Exit> {
        guard let result = result(path) else { return .failure(.unusable) }
        switch report(result) {
        case .success(let configuration): return .success(configuration)
        case .failure: return .failure(exit(path))
        }
    }

    /// Reads a configuration, whose box file may be standard input (`-`). Prints an error and returns nil if standard
    /// input cannot be read.
    private static func result(_ path: String) -> Result<CompiledConfiguration, Diagnostics>? {
        if path != "-" { return Configuration.load(path: path) }
        let input = InputFile(path)
        guard let bytes = input.read(most: Configuration.mostBytes) else { return nil }
        return Configuration.load(bytes: bytes, name: input.name, besides: "")
    }

    /// Reads a configuration and prints its errors and warnings on standard error; nil if it has errors.
    static func load(_ path: String) -> CompiledConfiguration? {
        if case .success(let configuration) = read(path) { return configuration }
        return nil
    }

    /// The exit status of a command whose configuration has errors or cannot be read.
    static func exit(_ path: String) -> TreadleCommand.Exit {
        path == "-" || Configuration.isReadable(path: path) ? .badInput : .unusable
    }

    /// Reads a configuration like `load`, and returns its errors too.
    ///
    /// - Parameter knownGroups: the known number of groups of an alias's device (U6).
    static func read(
        _ path: String, knownGroups: [String: Int] = [:]
    ) -> Result<CompiledConfiguration, Diagnostics> {
        report(Configuration.load(path: path, knownGroups: knownGroups))
    }

    /// Reads a configuration at power-up, without the presets that have errors (E1).
    static func readGoodPresets(_ path: String) -> Result<CompiledConfiguration, Diagnostics> {
        report(Configuration.loadGoodPresets(path: path))
    }

    private static func report(
        _ result: Result<CompiledConfiguration, Diagnostics>
    ) -> Result<CompiledConfiguration, Diagnostics> {
        switch result {
        case .success(let configuration): Console.report(configuration.diagnostics)
        case .failure(let diagnostics): Console.report(diagnostics)
        }
        return result
    }
}
