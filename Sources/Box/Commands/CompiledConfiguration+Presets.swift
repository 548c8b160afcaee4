import Configuration
import Routing

extension CompiledConfiguration {
    /// The index of a preset by its number, or else by its name.
    func preset(called name: String) -> Int? {
        if let number = Int16(name) {
            for index in 0..<Int(program.pointee.presetCount) where program.pointee.presets[index].number == number {
                return index
            }
        }
        return presetNames.firstIndex(of: name)
    }
}

extension BoxConfiguration {
    /// Whether the same ports stand in the same order and the same pedals: then only presets and assignments differ,
    /// and the loop may take the new program as it runs.
    func hasSameHardware(as other: BoxConfiguration) -> Bool {
        if ports.count != other.ports.count || footswitches.count != other.footswitches.count { return false }
        if chords != other.chords { return false }
        for (port, otherPort) in zip(ports, other.ports) {
            if port.alias != otherPort.alias || port.place != otherPort.place || port.receives != otherPort.receives
                || port.sends != otherPort.sends
            {
                return false
            }
        }
        for (footswitch, otherSwitch) in zip(footswitches, other.footswitches)
        where footswitch.name != otherSwitch.name || footswitch.line != otherSwitch.line {
            return false
        }
        return true
    }
}
