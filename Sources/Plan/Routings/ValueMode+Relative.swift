/// Relative controllers, which send steps in the place of a value (R26).
extension ValueMode {
    /// How a relative controller writes its steps in 7 bits.
    package enum Steps: UInt8, Sendable {
        /// `relative`: 1...63 are steps up, 127...65 steps down.
        case complement
        /// `relative 64`: 65...127 are steps up, 63...0 steps down.
        case offset
        /// `relative sign`: bit 6 is the sign, so 1...63 are steps up, 65...127 steps down.
        case sign
        /// `relative step`: 1 is a step up, 127 and 0 are a step down.
        case single

        /// Returns the number of steps, -64...63, that a value from 0...127 stands for; 0 if it stands for none.
        package func count(in value: Int32) -> Int32 {
            switch self {
            case .complement: value < 64 ? value : value == 64 ? 0 : value - 128
            case .offset: value - 64
            case .sign: value < 64 ? value : 64 - value
            case .single: value == 1 ? 1 : value == 0 || value == 127 ? -1 : 0
            }
        }
    }

    /// How the input of kind `relative` writes its steps. Takes the place of the trigger, which this kind has not.
    package var steps: Steps {
        get { Steps(rawValue: UInt8(truncatingIfNeeded: trigger)) ?? .complement }
        set { trigger = Int32(newValue.rawValue) }
    }

    /// Returns the internal value that follows `current` when a relative controller sends `value`; nil if that stands
    /// for no step.
    package func turned(_ current: Int32, by value: Int32) -> Int32? {
        let count = steps.count(in: value)
        return count == 0 ? nil : bounded(current + count * by)
    }
}
