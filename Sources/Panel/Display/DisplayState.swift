import MIDI

/// What the box shows: the snapshot that the loop hands to the panel thread (D1, D2, D3, D4).
///
/// Plain values of a fixed size, no text made yet. Times are nanoseconds of the loop's clock, `never` for what has not
/// been; what is shown for 2 s is shown from its time on and gone 2 s later.
public struct DisplayState: BitwiseCopyable, Sendable {
    /// The number of the preset, 0 or more; −1 without one.
    public var preset = -1
    /// The name of the preset, cut to the widest row.
    public var name = DisplayText<20>()
    /// What runs differs from what is stored (P5).
    public var isModified = false

    /// The tempo in hundredths of BPM.
    public var tempo: UInt32 = 12000
    public var transport = Transport.stopped
    /// The first quarter of a beat.
    public var isOnBeat = false
    /// Clock ticks are being sent.
    public var sendsTicks = false

    /// The last panic (H10).
    public var panicAt = never
    /// A path is muted because what it sends comes back (R19).
    public var hasLoop = false
    /// The tilt sensor does not answer (F5).
    public var hasNoTilt = false
    /// The port that came or went last, and when.
    public var port = PortEvent()
    public var isLearning = false
    /// The last word on saving, undoing or loading, and when.
    public var notice = Notice.saved
    public var noticeAt = never
    /// Sounding notes of settings no longer in force (H8), 0...2048.
    public var held = 0
    /// What was dropped since the last panic (S3, S8, H11).
    public var drops = 0

    /// What was wrong at power-up, until a footswitch is pressed (E1).
    public var startNotice = StartNotice()

    /// No configuration works (E1); `badPlace` says where.
    public var isBadConfiguration = false
    public var badPlace = Place()

    /// The number and the name of the preset that `next` would load, for a third row; −1 without one.
    public var next = -1
    public var nextName = DisplayText<20>()

    /// What a fourth row shows.
    public var lastMessage: Message?
    /// The octave of note 60, 3...5: 4 makes it `C4`.
    public var middleC = 4
    /// How notes are named.
    public var noteNames = NoteLanguage.english

    /// Whether there is light behind all this.
    public var backlight = Backlight()

    public init() {}
}

extension DisplayState {
    public enum Transport: UInt8, BitwiseCopyable, Sendable { case stopped, running, paused }

    /// A port that came or went (D3).
    public struct PortEvent: BitwiseCopyable, Sendable {
        public var name: DisplayText<6>
        public var came: Bool
        /// ns.
        public var at: UInt64

        public init(name: DisplayText<6> = DisplayText(), came: Bool = true, at: UInt64 = never) {
            self.name = name
            self.came = came
            self.at = at
        }
    }

    /// What an action came to (D3).
    public enum Notice: Equatable, BitwiseCopyable, Sendable {
        case saved
        case undone
        /// The number of a preset that nobody has.
        case noPreset(Int)
    }

    /// What was wrong at power-up (E1). Plain numbers, so that each bit pattern is a value.
    public struct StartNotice: Equatable, BitwiseCopyable, Sendable {
        /// Files with errors.
        public var badFiles: UInt32 = 0
        /// Not 0: the configuration of the image runs in place of the owner's.
        public var runsImage: UInt32 = 0
        /// Not 0: what is saved does not outlive a power cut.
        public var keepsNothing: UInt32 = 0

        public init() {}

        var isShown: Bool { badFiles | runsImage | keepsNothing != 0 }
    }

    /// Where in a configuration file something is wrong.
    public struct Place: BitwiseCopyable, Sendable {
        public var file: DisplayText<20>
        /// From 1 on; 0 where the whole file is meant.
        public var line: Int

        public init(file: DisplayText<20> = DisplayText(), line: Int = 0) {
            self.file = file
            self.line = line
        }
    }
}
