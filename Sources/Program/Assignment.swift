import MIDI

/// An action on the box by a controller value (A1, A2, A3).
public struct Assignment {
    public var source: UInt8
    /// Channels it listens to, bit 0 is channel 1; also those of `input keyboard`.
    public var channels: UInt16
    /// What it listens to: `ControlInput.slot`.
    public var slot: UInt16
    public var coarseInput: Bool
    /// How values become internal ones, and what steps back (`decrement`), by slot, or `Remap.none`.
    public var mode = ValueMode()
    public var backSlot: UInt16 = Remap.none
    /// `set: preset`, `set: tempo`; otherwise `choices` says what to do.
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
        /// The value is a preset's number.
        case preset
        /// The value is BPM, by a map where there is one.
        case tempo(LinearMap?)
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
