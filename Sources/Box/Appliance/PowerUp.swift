import Configuration
import Host

/// Chooses the configuration that an appliance starts with (E1): the wanted one without its faulty presets, else the
/// image's, else `FallbackConfiguration`.
struct PowerUp {
    let configuration: CompiledConfiguration
    /// The path of the configuration that was chosen.
    let path: String
    var faults = StartFaults()
    /// Whether the wanted configuration was chosen.
    private(set) var isWanted = false
    /// Whether the drafts of the last box are in force (W13).
    private(set) var hasDrafts = false
    /// The first error, if the fallback configuration runs.
    private(set) var badConfiguration: Diagnostic?

    /// - Parameters:
    ///   - path: path of the wanted configuration.
    ///   - image: path of the image's configuration; nil if there is none.
    ///   - refusal: why saved files will not survive a power cut; nil if they will.
    ///   - drafts: those that the last box had in force (W13); nil: none.
    /// - Returns: nil if there is not enough memory.
    init?(path: String, image: String?, nothingIsKept refusal: String?, drafts: DraftFiles? = nil) {
        if let refusal { faults.keepsNothing(refusal) }
        if let drafts, !drafts.isEmpty, case .success(let good) = Configuration.load(path: path, drafts: drafts) {
            Console.report(good.diagnostics)
            (configuration, self.path, isWanted, hasDrafts) = (good, path, true, true)
            return
        }
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
