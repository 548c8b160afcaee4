import MIDI

/// A compiled assignment: a controller value that causes an action of the box (A1, A2, A3).
public struct Assignment {
    public var source: UInt8
    /// The channels that the assignment listens to, bit 0 is channel 1; includes the channel of an `input keyboard`.
    public var channels: UInt16
    /// The input that the assignment listens to: a slot of `ControlInput`.
    public var slot: UInt16
    /// Whether the input is `pitch-bend 7-bit`, so that its MSB is the value.
    public var coarseInput: Bool
    /// How input values become internal values.
    public var mode = ValueMode()
    /// The slot of the `decrement` input, or `Remap.none`.
    public var backSlot: UInt16 = Remap.none
    /// The setting that the value sets directly; `.nothing` if `choices` select an action.
    public var sets: Setting
    public var choices: UnsafePointer<Choice>
    public var choiceCount: Int32

    public struct Choice {
        public var value: Int32
        public var action: Action
        public init(value: Int32, action: Action) {
            self.value = value
            self.action = action
        }
    }

    public enum Setting: Equatable, Sendable {
        case nothing
        /// `set: preset`: the value is the number of a preset.
        case preset
        /// `set: tempo`: the value is BPM, after the map if there is one.
        case tempo(LinearMap?)
    }

    /// Returns the action at an internal value.
    ///
    /// - Parameters:
    /// - choice: an index into `choices`; ignored if `sets` is not `.nothing`.
    ///   - value: the internal value.
    public func action(at choice: Int, value: Int32) -> Action {
        switch sets {
        case .nothing: choices[choice].action
        case .preset: .loadNumber(value)
        case .tempo(let map): .clock(.tempo(UInt32(max(map.map { $0(value) } ?? value, 0)) * 100))
        }
    }

    /// Whether the assignment is `set: tempo` with a map.
    package var mapsTempo: Bool {
        if case .tempo(.some) = sets { return true }
        return false
    }

    public init(
        source: UInt8, channels: UInt16, slot: UInt16, coarseInput: Bool, sets: Setting,
        choices: UnsafePointer<Choice>, choiceCount: Int32
    ) {
        self.source = source
        self.channels = channels
        self.slot = slot
        self.coarseInput = coarseInput
        self.sets = sets
        self.choices = choices
        self.choiceCount = choiceCount
    }
}
