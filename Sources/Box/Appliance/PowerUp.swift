import Configuration

/// What an appliance runs when it is switched on (E1): the configuration that was asked for without its faulty presets, else
/// the image's, else everything to everything.
struct PowerUp {
    let configuration: CompiledConfiguration
    /// Where it was read.
    let path: String
    private(set) var faults = StartFaults()
    /// The first error, where everything goes to everything.
    private(set) var badConfiguration: Diagnostic?

    /// - Parameters:
    ///   - path: of the configuration that was asked for.
    ///   - image: of the one to run in its place; nil: there is none.
    ///   - refusal: why nothing is kept; nil: what is saved is kept.
    /// - Returns: nil when there is no memory.
    init?(path: String, image: String?, nothingIsKept refusal: String?) {
        if let refusal { faults.keepsNothing(refusal) }
        switch CheckCommand.readGoodPresets(path) {
        case .success(let good):
            faults.add(good.diagnostics)
            (configuration, self.path) = (good, path)
            return
        case .failure(let diagnostics):
            faults.add(diagnostics)
            badConfiguration = diagnostics.list.first { $0.severity == .error }
        }
        if let image, case .success(let good) = CheckCommand.readGoodPresets(image) {
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
