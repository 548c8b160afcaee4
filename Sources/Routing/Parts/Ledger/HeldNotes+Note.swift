import MIDI
import Plan

extension HeldNotes {
    /// One note that one key plays at one destination through one routing.
    struct Note {
        /// The key and the sounding note, as `KeyBits.index` and `HeldNotes.sound`.
        var key: UInt16
        var sound: UInt16
        private var marks: Marks
        /// When the key of the note was pressed, in units of `HeldNotes.pressUnit`; wraps.
        private(set) var pressedAt: UInt32
        /// When the note began: a number in one order with `HeldControllers.Path.began`.
        private(set) var began: UInt32

        /// Creates the value of a free slot.
        init() {
            let marks = Marks(routing: RoutingIndex(0), preset: PresetIndex(0), filtersPressure: false)
            self.init(key: 0, sound: 0, marks: marks, pressedAt: 0, began: 0)
        }

        @inline(__always)
        init(key: UInt16, sound: UInt16, marks: Marks, pressedAt: UInt32, began: UInt32) {
            (self.key, self.sound, self.marks, self.pressedAt, self.began) = (key, sound, marks, pressedAt, began)
        }

        @inline(__always) var routing: RoutingIndex { marks.routing }
        var preset: PresetIndex { PresetIndex(rawValue: UInt16(truncatingIfNeeded: marks.word >> 16)) }
        var filtersPressure: Bool { marks.word & 1 << 8 != 0 }
        var source: UInt8 { UInt8(truncatingIfNeeded: key >> 11) }
        @inline(__always) var destination: PortIndex { PortIndex(Int(sound >> 11)) }

        /// The message to the destination: type and value of `form`, with the note and channel that sound (R5).
        @inline(__always)
        func message(as form: Message) -> Message {
            let note = UInt32(sound & 0x780) << 9 | UInt32(sound & 0x7F) << 8
            return Message(form.word0 & 0xFFF0_007F | note)
        }
    }

    /// The routing that began a note, its preset, and whether the routing filtered poly pressure then (R6).
    struct Marks {
        fileprivate let word: UInt32

        @inline(__always)
        init(routing: RoutingIndex, preset: PresetIndex, filtersPressure: Bool) {
            word = UInt32(routing.rawValue) | UInt32(preset.rawValue) << 16 | (filtersPressure ? 1 << 8 : 0)
        }

        @inline(__always) var routing: RoutingIndex { RoutingIndex(rawValue: UInt8(truncatingIfNeeded: word)) }
    }
}
