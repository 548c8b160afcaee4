import Configuration
import Engine
import Plan

extension RecordedAction {
    /// Whether a configuration has the preset, routing, LED or message that an action names by its index.
    static func exists(_ action: Action, in configuration: CompiledConfiguration) -> Bool {
        switch action {
        case .load(let preset): configuration.plan.pointee.presets.contains(preset)
        case .loadNumber(let number): 0...127 ~= number
        case .mute(let name, _), .bypass(let name, _): configuration.routingNames.indices.contains(Int(name))
        case .release(let name):
            name == Routing.unnamed || configuration.routingNames.indices.contains(Int(name))
        case .led(let index, _): configuration.box.footswitches.indices.contains(Int(index))
        case .send(let index): Int(index) < configuration.sendingCount
        case .variable(let index, _): Int(index) < configuration.box.variables.count
        case .setList(let index): Int(index) < configuration.setListNames.count
        default: true
        }
    }
}
