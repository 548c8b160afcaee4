import Program
import Configuration
import Panel

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
    /// Whether ports, pedals, sensor and display are the same: then only presets, assignments, the clock and the ranges of
    /// the tilt differ, and the loop may take them as it runs.
    func hasSameHardware(as other: BoxConfiguration) -> Bool {
        ports == other.ports && footswitches == other.footswitches && chords == other.chords
            && display == other.display && menu == other.menu
            && motion?.withoutRanges == other.motion?.withoutRanges
    }
}

extension MotionConfiguration {
    fileprivate var withoutRanges: MotionConfiguration {
        var motion = self
        motion.ranges = TiltRanges()
        return motion
    }
}
