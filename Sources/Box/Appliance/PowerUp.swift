import Configuration

/// Chooses the configuration that an appliance starts with (E1): the wanted one without its faulty presets, else the
/// image's, else `FallbackConfiguration`.
struct PowerUp {
    let configuration: CompiledConfiguration
    /// The path of the configuration that was chosen.
    let path: String
    var faults = StartFaults()
    /// Whether the wanted configuration was chosen.
    private(set) var isWanted = false
    /// The first error, if the fallback configuration runs.
    private(set) var badConfiguration: Diagnostic?

    /// - Parameters:
    ///   - path: path of the wanted configuration.
    ///   - image: path of the image's configuration; nil if there is none.
    ///   - refusal: why saved files will not survive a power cut; nil if they will.
    /// - Returns: nil if there is not enough memory.
    init?(path: String, image: String?, nothingIsKept refusal: String?) {
        if let refusal { faults.keepsNothing(refusal) }
        switch ReportedConfiguration.readGoodPresets(path) {
        case .success(let good):
            faults.add(good.diagnostics)
            (configuration, self.path, isWanted) = (good, path, true)
            return
        case .failure(let diagnostics):
            faults.add(diagnostics)
            badConfiguration = diagnostics.list.first { $0.severity == .error }
        }
        if let image, case .success(let good) = ReportedConfiguration.readGoodPresets(image) {
            faults.runsImage(insteadOf: path)
            faults.add(good.diagnostics)
            badConfiguration = nil
            (configuration, self.path) = (good, image)
            return
        }
        guard let fallback = FallbackConfiguration.make() else { return nil }
        (configuration, self.path) = (fallback, path)
    }
}
