extension Configuration {
    /// Reads a configuration with drafts laid over it, and with another text of one file, which may be a new one.
    ///
    /// - Parameters:
    ///   - path: a folder with `box.yaml`, or a box file.
    ///   - drafts: files that are read in the place of those on disk (W13).
    ///   - name: the name of the file, relative to the box file.
    package static func load(
        path: String, drafts: DraftFiles, replacing name: String, by bytes: [UInt8]
    ) -> Result<CompiledConfiguration, Diagnostics> {
        let (files, box) = ConfigurationFiles.open(path, drafts: drafts)
        return load(.replacing(name: name, bytes, in: files), box: box)
    }
}

extension Result where Success == CompiledConfiguration, Failure == Diagnostics {
    /// The errors and warnings, whether the configuration can run or not.
    package var diagnostics: Diagnostics {
        switch self {
        case .success(let configuration): configuration.diagnostics
        case .failure(let diagnostics): diagnostics
        }
    }

    /// Whether the configuration can run.
    package var isGood: Bool { if case .success = self { true } else { false } }
}
