import MIDI

/// The state that the display shows: a snapshot that the loop hands to the panel thread (D1, D2, D3, D4).
///
/// Plain values of a fixed size; the panel thread makes the text. Times are nanoseconds of the loop's clock, `never`
/// for events that have not happened. A temporary status is shown for 2 s from its time on.
public struct DisplayState: BitwiseCopyable, Sendable {
    /// The number of the preset, 0 or more; −1 without one.
    public var preset = -1
    /// The name of the preset, cut to the widest row.
    public var name = DisplayText<20>()
    /// The name of its part, cut likewise; empty without one (P9).
    public var part = DisplayText<20>()
    /// Whether the running preset differs from the stored one (P5).
    public var isModified = false

    /// The tempo in hundredths of BPM.
    public var tempo: UInt32 = 12000
    public var transport = Transport.stopped
    /// Whether the clock is in the first quarter of a beat.
    public var isOnBeat = false
    /// Whether the box sends clock ticks.
    public var sendsTicks = false

    /// The time of the last panic (H10).
    public var panicAt = never
    /// Whether a routing path is muted because of a MIDI loop (R19).
    public var hasLoop = false
    /// Whether the tilt sensor does not answer (F5).
    public var hasNoTilt = false
    /// Whether a chip with expression pedals does not answer (F5).
    public var hasNoPedal = false
    /// The last port that came or went, and when.
    public var port = PortEvent()
    public var isLearning = false
    /// The result of the last save, undo or load.
    public var notice = Notice.saved
    public var noticeAt = never
    /// The number of sounding notes from settings no longer in force (H8), 0...2048.
    public var held = 0
    /// The number of drops since the last panic (S3, S8, H11).
    public var drops = 0

    /// The problems at power-up, until a footswitch is pressed (E1).
    public var startNotice = StartNotice()

    /// Whether there is no valid configuration (E1).
    public var isBadConfiguration = false
    /// The place of the first error, if there is no valid configuration.
    public var badPlace = Place()

    /// The number of the preset that `next` would load, for a third row; −1 without one.
    public var next = -1
    /// The name of the preset that `next` would load; empty if there is none.
    public var nextName = DisplayText<20>()

    /// The last message, for a fourth row.
    public var lastMessage: Message?
    /// The octave of note 60, 3...5: 4 makes it `C4`.
    public var middleC = 4
    /// The language of note names.
    public var noteNames = NoteLanguage.english

    /// The backlight of the display.
    public var backlight = Backlight()

    public init() {}
}

extension DisplayState {
    /// A port that came or went (D3).
    public struct PortEvent: BitwiseCopyable, Sendable {
        public var name: DisplayText<6>
        public var came: Bool
        /// The time of the event, in ns.
        public var at: UInt64

        public init(name: DisplayText<6> = DisplayText(), came: Bool = true, at: UInt64 = never) {
            self.name = name
            self.came = came
            self.at = at
        }
    }

    /// The result of an action (D3).
    public enum Notice: Equatable, BitwiseCopyable, Sendable {
        case saved
        /// What was to be saved is in no file.
        case unsaved
        case undone
        /// No preset has this number.
        case noPreset(Int)
    }

    /// The problems at power-up (E1). Plain numbers, so that every bit pattern is a value.
    public struct StartNotice: Equatable, BitwiseCopyable, Sendable {
        /// The number of files with errors.
        public var badFiles: UInt32 = 0
        /// Not 0 if the configuration of the image runs instead of the user's.
        public var runsImage: UInt32 = 0
        /// Not 0 if saved data is lost at power-off.
        public var keepsNothing: UInt32 = 0
        /// Not 0 if an edit on the card has errors and is not imported (I3).
        public var badEdit: UInt32 = 0
        /// Not 0 if the owner's partition of the card cannot be used (I3).
        public var cardFault: UInt32 = 0
        /// Not 0 if the image trusts a development key (I5). Less urgent than all other statuses.
        public var hasDevelopmentKey: UInt32 = 0
        /// What became of the last update (I5).
        public var update = Update()

        /// What became of the stick for backups that was plugged in (I12).
        public var stick = Stick.none

        public init() {}

        public enum Stick: UInt8, BitwiseCopyable, Sendable { case none, backedUp, restored, failed }

        var isShown: Bool { badFiles | runsImage | keepsNothing | badEdit | cardFault != 0 || update.outcome != .none }

        /// The outcome of an update and the version that it was about.
        public struct Update: Equatable, BitwiseCopyable, Sendable {
            public enum Outcome: UInt8, BitwiseCopyable, Sendable {
                case none, committed, failed
                /// By the box itself: the next start is its trial.
                case installed
                /// The box has found a file that it does not take. The version is the running one.
                case refused
            }

            public var outcome = Outcome.none
            public var major: UInt16 = 0
            public var minor: UInt16 = 0
            public var patch: UInt16 = 0

            public init() {}

            public init(_ outcome: Outcome, major: UInt16, minor: UInt16, patch: UInt16) {
                (self.outcome, self.major, self.minor, self.patch) = (outcome, major, minor, patch)
            }
        }
    }

    /// The place of an error in a configuration file.
    public struct Place: BitwiseCopyable, Sendable {
        public var file: DisplayText<20>
        /// The line from 1 on; 0 for the whole file.
        public var line: Int

        public init(file: DisplayText<20> = DisplayText(), line: Int = 0) {
            self.file = file
            self.line = line
        }
    }
}
