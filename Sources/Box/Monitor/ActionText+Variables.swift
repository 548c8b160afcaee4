import Configuration
import Plan

extension ActionText {
    /// The name of a variable, and the value or step that an action gives it.
    func variable(_ index: Int, _ change: VariableChange) -> String {
        let variables = configuration.box.variables
        let name = index < variables.count ? variables[index].name : "?"
        return switch change {
        case .set(let value): "\(name) \(value)"
        case .step(let distance): "\(name) \(distance < 0 ? "" : "+")\(distance)"
        case .toggle: name
        }
    }
}
