import Configuration
import Host
import Upkeep

/// Reads configurations and prints their errors and warnings on standard error.
enum ReportedConfiguration {
    /// Reads a configuration, whose box file may be standard input (`-`), and prints its errors and warnings. If the
    /// configuration cannot be used, returns the exit status of the command.
    static func open(_ path: String) -> Result<CompiledConfiguration, ExitStatus> {
        guard let result = result(path) else { return .failure(.unusable) }
        switch report(result) {
        case .success(let configuration): return .success(configuration)
        case .failure: return .failure(exit(path))
        }
    }

    /// Reads a configuration, whose box file may be standard input (`-`). Prints an error and returns nil if standard
    /// input cannot be read.
    ///
    /// - Parameter wantsHints: whether notes tell what has a shorter form.
    static func result(_ path: String, wantsHints: Bool = false) -> Result<CompiledConfiguration, Diagnostics>? {
        if path != "-" { return Configuration.load(path: path, wantsHints: wantsHints) }
        let input = InputFile(path)
        guard let bytes = input.read(most: Configuration.mostBytes) else { return nil }
        return Configuration.load(bytes: bytes, name: input.name, besides: "", wantsHints: wantsHints)
    }

    /// Reads a configuration and prints its errors and warnings on standard error; nil if it has errors.
    static func load(_ path: String) -> CompiledConfiguration? {
        if case .success(let configuration) = read(path) { return configuration }
        return nil
    }

    /// Reads a configuration at the start of a box, with the drafts that the last box had in force (W13). If they cause
    /// errors, takes them out of force.
    static func load(_ path: String, with drafts: inout DraftFolder<SystemCalls>) -> CompiledConfiguration? {
        if !drafts.inForce.isEmpty {
            if case .success(let good) = Configuration.load(path: path, drafts: drafts.inForce) {
                Console.report(good.diagnostics)
                return good
            }
            dropDrafts(&drafts)
        }
        return load(path)
    }

    /// Brings drafts in force that have no errors by now, or that needed this new start (W13, E1).
    static func bringInForce(_ drafts: inout DraftFolder<SystemCalls>, of path: String) {
        if drafts.isInForce { return }
        if case .success = Configuration.load(path: path, drafts: drafts.newest) { try? drafts.bringInForce() }
    }

    /// Puts drafts out of force, and says so: with the files on disk they have errors. Without drafts it does nothing.
    static func dropDrafts(_ drafts: inout DraftFolder<SystemCalls>) {
        if drafts.inForce.isEmpty { return }
        Console.error("treadle: the drafts are not in force: with the files as they are now they have errors\n")
        try? drafts.clearInForce()
    }

    /// The exit status of a command whose configuration has errors or cannot be read.
    static func exit(_ path: String) -> ExitStatus {
        path == "-" || Configuration.isReadable(path: path) ? .badInput : .unusable
    }

    /// Reads a configuration like `load`, and returns its errors too.
    ///
    /// - Parameters:
    ///   - knownGroups: how many groups the device of an alias is known to have (U6).
    ///   - drafts: files that are read in the place of those on disk (W13); nil: none.
    static func read(
        _ path: String, knownGroups: [String: Int] = [:], drafts: DraftFiles? = nil
    ) -> Result<CompiledConfiguration, Diagnostics> {
        report(Configuration.load(path: path, knownGroups: knownGroups, drafts: drafts))
    }

    /// Reads a configuration at power-up, without the presets that have errors (E1).
    static func readGoodPresets(_ path: String) -> Result<CompiledConfiguration, Diagnostics> {
        report(Configuration.loadGoodPresets(path: path))
    }

    /// Prints the errors and warnings of a configuration on standard error, and returns it.
    @discardableResult
    static func report(
        _ result: Result<CompiledConfiguration, Diagnostics>
    ) -> Result<CompiledConfiguration, Diagnostics> {
        switch result {
        case .success(let configuration): Console.report(configuration.diagnostics)
        case .failure(let diagnostics): Console.report(diagnostics)
        }
        return result
    }
}
