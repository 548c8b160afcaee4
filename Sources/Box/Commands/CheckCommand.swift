import Configuration

/// `treadle check [DIR|BOX.yaml|-]`
enum CheckCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> TreadleCommand.Exit {
        let path = arguments.next() ?? "."
        try arguments.finish()
        switch open(path) {
        case .success(let configuration):
            Console.out(configuration.summary)
            return .done
        case .failure(let exit): return exit
        }
    }

    /// Reads a configuration, whose box file may be standard input (`-`), or tells how the command ends.
    static func open(_ path: String) -> Result<CompiledConfiguration, TreadleCommand.Exit> {
        if path != "-" { return load(path).map { .success($0) } ?? .failure(exit(path)) }
        let input = InputFile(path)
        guard let bytes = input.read(most: Configuration.mostBytes) else { return .failure(.unusable) }
        switch report(Configuration.load(bytes: bytes, name: input.name, besides: "")) {
        case .success(let configuration): return .success(configuration)
        case .failure: return .failure(.badInput)
        }
    }

    /// Reads a configuration and prints its errors and warnings on standard error; nil if it has errors.
    static func load(_ path: String) -> CompiledConfiguration? {
        if case .success(let configuration) = read(path) { return configuration }
        return nil
    }

    /// The exit status of a command whose configuration has errors or cannot be read.
    static func exit(_ path: String) -> TreadleCommand.Exit {
        Configuration.isReadable(path: path) ? .badInput : .unusable
    }

    /// Reads a configuration like `load`, and returns its errors too.
    static func read(_ path: String) -> Result<CompiledConfiguration, Diagnostics> {
        report(Configuration.load(path: path))
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
