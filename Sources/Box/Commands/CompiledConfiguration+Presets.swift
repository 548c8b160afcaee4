import Plan
import Configuration
import Panel

extension CompiledConfiguration {
    /// Finds a preset by its number, or else by its name.
    func preset(called name: String) -> PresetIndex? {
        if let number = Int(name) {
            let presets = plan.pointee.presets
            for preset in presets.indices where presets[preset].number == number { return preset }
        }
        return preset(named: name)
    }
}
