import MIDI

/// Where a controller value comes from, in remaps and assignments: one slot an input, so that a message finds what
/// listens to it without a search.
public enum ControlInput {
    public static let pitchBend = 128
    public static let channelPressure = 129
    public static let program = 130
    public static let noteValue = 131
    public static let noteVelocity = 132
    /// Three axes: x, y, z.
    public static let motion = 133
    /// Footswitch gestures by their control number (`Panel.Footswitches`), 0..<80.
    public static let contact = 136
    public static let contacts = 80
    /// Of each switch the first of these is its contact, then long and double.
    public static let gestures = 3
    /// The 128 keys of a source as switches, by note (R9).
    public static let key = contact + contacts
    public static let slots = key + 128

    /// The slot of a message; nil for what is no controller, and for notes, which are several (`ControllerMoves`).
    /// Control Changes are 0...127 by number.
    @inlinable @inline(__always)
    public static func slot(of message: Message) -> Int? {
        switch message.kind {
        case .controlChange: Int(message.data1)
        case .pitchBend: pitchBend
        case .channelPressure: channelPressure
        case .programChange: program
        case .motion: motion + Int(message.controlID)
        case .contact: contact + Int(message.controlID)
        default: nil
        }
    }

    /// Whether it is what a note is as a controller (R9).
    static func isNote(_ slot: UInt16) -> Bool {
        Int(slot) == noteValue || Int(slot) == noteVelocity || isKey(Int(slot))
    }

    /// Whether it is a key as a switch.
    static func isKey(_ slot: Int) -> Bool { key..<key + 128 ~= slot }

    /// The value of a controller message: 0...16383 for pitch bend and motion, else 0...127.
    @inlinable @inline(__always)
    public static func value(of message: Message) -> Int32 {
        switch message.kind {
        case .controlChange: Int32(message.data2)
        case .pitchBend: Int32(message.bend)
        case .channelPressure, .programChange: Int32(message.data1)
        case .motion, .contact: Int32(message.controlValue)
        default: 0
        }
    }
}

/// What a remap sends.
public enum ControlOutput: Equatable, Sendable {
    /// Nothing: `filter: true`.
    case nothing
    case controlChange(UInt8)
    /// MSB and LSB, both always, MSB first (R15).
    case controlChangePair(msb: UInt8, lsb: UInt8)
    case pitchBend
    /// Pitch bend at 7 bits: the value is the MSB, the LSB is 0 (R15).
    case pitchBendCoarse
    case channelPressure
    case program
    /// CC 0 and 32 first (R18).
    case bankedProgram(msb: UInt8, lsb: UInt8)
    /// Its selection, then its data (R16).
    case parameter(Parameter)
    /// A free message, or several (R17).
    case message(MessageTemplate)
    /// A note on with the value as its velocity; off at 0.
    case key(UInt8)
    /// The value as a note of velocity 100, in place of the one before.
    case noteValue
}

/// One controller remap, compiled (R8 to R14). One with `decrement` is two of them with one internal value.
public struct Remap {
    // In this order they fill 40 bytes: there are tens of thousands of these.

    public var values = Values.map(LinearMap())
    /// This remap's output channel 0...15, or `Routing.keepsChannel` for the routing's.
    public var channel: UInt8 = Routing.keepsChannel
    /// The next remap of the same input in the same routing, or `none`; they all send (R8).
    public var next: UInt16 = Remap.none
    /// Which remap of the preset keeps the internal value, and how values of the input become internal values.
    public var state: UInt16 = 0
    /// Both inputs of a remap with `decrement`, by slot; `none` without one.
    public var forwardSlot: UInt16 = Remap.none
    public var output: ControlOutput = .nothing
    private var flags: UInt8 = 0
    public var backSlot: UInt16 = Remap.none
    public var mode = ValueMode()
    /// Of `note-value` and `note-velocity` the notes and velocities that are seen, inclusive: the routing's (R9).
    public var lowestNote: UInt8 = 0
    public var highestNote: UInt8 = 127
    public var lowestVelocity: UInt8 = 0
    public var highestVelocity: UInt8 = 127

    public static let none: UInt16 = 0xFFFF
    public init() {}

    /// What internal values send.
    public enum Values: Equatable {
        /// A latch is 0 or 127, and its map parts the two (R13).
        case map(LinearMap)
        /// 7 bits scaled to 14 by min-center-max (M2-115): 0, 64 and 127 become 0, 8192 and 16383 (R10).
        case centered
        /// A curve or a list, one for each value of the input (R7, R10): of one byte each, or of two.
        case table(UnsafeRawPointer)
        case wideTable(UnsafeRawPointer)
    }

    /// The input is `pitch-bend 7-bit`: its MSB is the value.
    public var coarseInput: Bool {
        @inline(__always) get { flags & 1 != 0 }
        set { flags = flags & ~1 | (newValue ? 1 : 0) }
    }

    /// It is the `decrement` of its remap.
    public var stepsBack: Bool {
        @inline(__always) get { flags & 2 != 0 }
        set { flags = flags & ~2 | (newValue ? 2 : 0) }
    }
}

/// A linear map (R10): below `low` gives `from`, above `high` gives `to`, between them rounded to nearest, halves away
/// from zero. It may run downwards.
public struct LinearMap: Equatable, Sendable {
    // Nothing that is mapped has more than 14 bits.
    private var lowBits: Int16 = 0
    private var highBits: Int16 = 127
    private var fromBits: Int16 = 0
    private var toBits: Int16 = 127

    public init() {}
    public init(low: Int32, high: Int32, from: Int32, to: Int32) {
        (lowBits, highBits, fromBits, toBits) = (Int16(low), Int16(high), Int16(from), Int16(to))
    }

    public var low: Int32 { Int32(lowBits) }
    public var high: Int32 { Int32(highBits) }
    public var from: Int32 { Int32(fromBits) }
    public var to: Int32 { Int32(toBits) }

    @inline(__always)
    public func callAsFunction(_ value: Int32) -> Int32 {
        if value < low { return from }
        if value >= high { return to }
        // Mostly nothing changes.
        if from == low && to == high { return value }
        // Outputs are never negative, so adding half before a division that rounds down rounds halves away from zero;
        // the sum is rounded, not the step, which matters where it runs downwards. At most 2^30.
        let span = high - low
        return (2 * from * span + 2 * (value - low) * (to - from) + span) / (2 * span)
    }
}

/// An action on the box by a controller value (A1 to A3).
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

/// Something done on the box, by an assignment, a script or the control thread.
public enum Action: Equatable, BitwiseCopyable, Sendable {
    case none
    case nextPreset
    case previousPreset
    /// By index into the program.
    case load(Int32)
    /// By its number 0...127; one that nobody has is only said on the display.
    case loadNumber(Int32)
    case panic
    /// Every routing of that name in the preset that runs.
    case mute(UInt16, Switching)
    case bypass(UInt16, Switching)
    case clock(ClockAction)
    /// Back to the preset, tempo or learnt values before (P5).
    case undo
    /// Back to what is stored of the running preset (P5).
    case revert
    /// What was changed by hand belongs to the preset from now on (P5).
    case save
    /// The light of a footswitch by its index, until the next load (F3).
    case light(UInt8, Lights.State)
    /// Messages of the box's own, by index into `Program.sendings`.
    case send(UInt16)

    /// Transport and tempo (K2, K3, K6).
    public enum ClockAction: Equatable, BitwiseCopyable, Sendable {
        case start, `continue`, stop, pause, togglePause, toggleStop, tap
        /// BPM in hundredths.
        case tempo(UInt32)
        /// A step of tempo, in hundredths of BPM.
        case tempoBy(Int32)
    }

    public enum Switching: UInt8, BitwiseCopyable, Sendable {
        case on, off, toggle
    }
}
