/// Reads YAML files and compiles them into tables.
package enum Configuration {
    /// Reads a folder with `box.yaml`, or a box file, with `presets/*.yaml` and value lists beside it.
    ///
    /// Reads every file even if one has errors; a failure contains all diagnostics.
    ///
    /// - Parameters:
    ///   - knownGroups: the known number of groups of a device, by alias (U6).
    ///   - drafts: files that are read in the place of those on disk (W13); nil: none.
    ///   - wantsHints: whether notes tell what has a shorter form.
    package static func load(
        path: String, knownGroups: [String: Int] = [:], drafts: DraftFiles? = nil, wantsHints: Bool = false
    ) -> Result<CompiledConfiguration, Diagnostics> {
        let (files, box) = ConfigurationFiles.open(path, drafts: drafts)
        return load(files, box: box, knownGroups: knownGroups, wantsHints: wantsHints)
    }

    /// The path by which messages name a file of a configuration.
    ///
    /// - Parameters:
    ///   - name: of the file, relative to the box file.
    ///   - path: a folder or a box file.
    package static func shown(_ name: String, path: String) -> String {
        ConfigurationFiles.open(path).files.shown(name)
    }

    /// Whether the box file can be read; its content may have errors.
    package static func isReadable(path: String) -> Bool {
        let (files, box) = ConfigurationFiles.open(path)
        if case .unreadable = files.read(box) { return false }
        return true
    }

    /// Reads a box file from memory, with other files by their names relative to the box file.
    package static func load(
        text: String, name: String = "box.yaml", files: [String: String] = [:], knownGroups: [String: Int] = [:],
        wantsHints: Bool = false
    ) -> Result<CompiledConfiguration, Diagnostics> {
        var texts: [String: [UInt8]] = [name: Array(text.utf8)]
        for (name, text) in files { texts[name] = Array(text.utf8) }
        return load(.memory(texts), box: name, knownGroups: knownGroups, wantsHints: wantsHints)
    }

    /// Reads a box file from bytes, which may be invalid UTF-8.
    package static func load(
        bytes: [UInt8], name: String = "box.yaml", files: [String: [UInt8]] = [:], knownGroups: [String: Int] = [:]
    ) -> Result<CompiledConfiguration, Diagnostics> {
        var files = files
        files[name] = bytes
        return load(.memory(files), box: name, knownGroups: knownGroups)
    }

    /// Reads a box file from bytes, and the other files from a folder, whose path is empty or ends in a slash.
    package static func load(
        bytes: [UInt8], name: String, besides folder: String, wantsHints: Bool = false
    ) -> Result<CompiledConfiguration, Diagnostics> {
        load(.replacing(name: name, bytes, in: .disk(folder: folder)), box: name, wantsHints: wantsHints)
    }

    /// The size of the largest configuration file, in bytes.
    package static let mostBytes = ReadingLimits.fileBytes

    /// Like `load(path:)`, but leaves out presets with errors if the rest can run without them (E1).
    ///
    /// The diagnostics of the configuration then contain these errors.
    package static func loadGoodPresets(
        path: String, knownGroups: [String: Int] = [:]
    ) -> Result<CompiledConfiguration, Diagnostics> {
        let (files, box) = ConfigurationFiles.open(path)
        return load(files, box: box, leavesOutFaulty: true, knownGroups: knownGroups)
    }

    /// - Parameter foreign: the name of the file whose text came from another device.
    static func load(
        _ files: ConfigurationFiles, box name: String, leavesOutFaulty: Bool = false, knownGroups: [String: Int] = [:],
        foreign: String? = nil, wantsHints: Bool = false
    ) -> Result<CompiledConfiguration, Diagnostics> {
        let reader = Reader(files: files, knownGroups: knownGroups, foreign: foreign, wantsHints: wantsHints)
        reader.readAll(box: name)
        reader.hints?.finish(reader.log)
        var compiler = Compiler(reader)
        compiler.check()
        var assignments = compiler.assignments()
        let diagnostics = reader.log.sorted(showing: files)
        if reader.log.errorCount > 0 {
            let good = reader.presets.filter { !$0.isFaulty }
            guard leavesOutFaulty, reader.isBoxGood, !good.isEmpty else { return .failure(diagnostics) }
            reader.presets = good
            compiler = Compiler(reader)
            // Compiled again: an action that names a preset left out now does nothing.
            assignments = compiler.assignments()
        }
        return .success(CompiledConfiguration(compiler, assignments: assignments, diagnostics: diagnostics))
    }
}
