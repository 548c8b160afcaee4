import MIDI

/// A compiled assignment: a controller value that causes an action of the box (A1, A2, A3).
package struct Assignment {
    package var source: UInt8
    /// The channels that the assignment listens to, bit 0 is channel 1; includes the channel of an `input keyboard`.
    package var channels: UInt16
    /// The input that the assignment listens to: a slot of `ControlInput`.
    package var slot: UInt16
    /// Whether the input is `pitch-bend 7-bit`, so that its MSB is the value.
    package var coarseInput: Bool
    /// How input values become internal values.
    package var mode = ValueMode()
    /// The slot of the `decrement` input, or `Remap.none`.
    package var backSlot: UInt16 = Remap.none
    /// The index of the assignment that keeps the internal value: its own, or that of the first of several controllers
    /// of one assignment that count or latch together (A2).
    package var state: UInt16 = 0
    /// The setting that the value sets directly; `.nothing` if `choices` select an action.
    package var sets: Setting
    package var choices: UnsafePointer<Choice>
    package var choiceCount: Int32

    package struct Choice {
        /// The internal values at which the action runs, inclusive; 0...16383.
        package var lowest: Int16
        package var highest: Int16
        package var action: Action

        package init(lowest: Int, highest: Int, action: Action) {
            (self.lowest, self.highest) = (Int16(lowest), Int16(highest))
            self.action = action
        }

        @inline(__always)
        package func contains(_ value: Int32) -> Bool { Int32(lowest) <= value && value <= Int32(highest) }
    }

    package enum Setting: Equatable, Sendable {
        case nothing
        /// `set: preset`: the value is the number of a preset.
        case preset
        /// `set: tempo`: the value is BPM, after the map if there is one.
        case tempo(LinearMap?)
        /// `set: transpose`: the value is semitones. After the map, if there is one, it is semitones above the lowest
        /// transposition (R29).
        case transpose(LinearMap?)
    }

    /// Returns the action at an internal value.
    ///
    /// - Parameters:
    ///   - choice: an index into `choices`; ignored if `sets` is not `.nothing`.
    ///   - value: the internal value.
    package func action(at choice: Int, value: Int32) -> Action {
        switch sets {
        case .nothing: choices[choice].action
        case .preset: .loadNumber(value)
        case .tempo(let map): .clock(.tempo(UInt32(max(map.map { $0(value) } ?? value, 0)) * 100))
        case .transpose(let map): .transpose(Assignment.semitones(map.map { $0(value) - Assignment.lowest } ?? value))
        }
    }

    /// The distance of the lowest transposition from 0, in semitones (R29).
    private static let lowest = Int32(Limits.transposition)

    private static func semitones(_ value: Int32) -> Int8 { Int8(min(max(value, -lowest), lowest)) }

    /// Whether the assignment is `set: tempo` or `set: transpose` with a map.
    package var mapsSetting: Bool {
        switch sets {
        case .tempo(.some), .transpose(.some): true
        default: false
        }
    }

    package init(
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
