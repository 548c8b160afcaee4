import MIDI

/// The state that the display shows: a snapshot that the loop passes to the panel thread (D1, D2, D3, D4).
///
/// Plain values of a fixed size, which the panel thread formats. Times are nanoseconds of the loop's clock; `never` if
/// an event has not happened. A temporary status is shown for 2 s from its time.
package struct DisplayState: BitwiseCopyable, Sendable {
    /// The number of the preset, 0 or more; −1 if it has none.
    package var preset = -1
    /// The name of the preset, truncated to the widest row.
    package var name = DisplayText<20>()
    /// The name of the preset's current part, truncated to the widest row; empty if there is none (P9).
    package var part = DisplayText<20>()
    /// Whether the running preset differs from the saved one (P5).
    package var isModified = false

    /// The tempo in hundredths of BPM.
    package var tempo: UInt32 = 12000
    /// The transposition of the box in semitones, -48...48 (R29).
    package var transposition: Int8 = 0
    package var transport = Transport.stopped
    /// Whether the clock is in the first quarter of a beat.
    package var isOnBeat = false
    /// Whether the box sends clock ticks.
    package var sendsTicks = false

    /// The time of the last panic (H10).
    package var panicAt = never
    /// Whether a routing path is muted because of MIDI feedback (R19).
    package var hasFeedback = false
    /// Whether the tilt sensor does not answer (F5).
    package var hasNoTilt = false
    /// Whether a chip for expression pedals does not answer (F5).
    package var hasNoPedal = false
    /// The last port that appeared or disappeared, and the time.
    package var port = PortEvent()
    package var isLearning = false
    /// A Bluetooth peer that pairs now (B4).
    package var pairing = PairingRow()
    /// The time at which a pairing was refused because none is allowed (B4).
    package var refusedPairingAt = never
    /// The result of the last save, undo or load.
    package var notice = Notice.saved
    package var noticeAt = never
    /// The number of notes that still sound from settings that are no longer in force (H8), 0...2048.
    package var held = 0
    /// The number of dropped messages since the last panic (S3, S8, H11).
    package var drops = 0

    /// The problems at power-up, shown until a footswitch is pressed (E1).
    package var startNotice = StartNotice()

    /// Whether there is no valid configuration (E1).
    package var isBadConfiguration = false
    /// The place of the first error, if there is no valid configuration.
    package var badPlace = Place()

    /// The number of the preset that `next` would load, for a third row; −1 if it has none.
    package var next = -1
    /// The name of the preset that `next` would load; empty if there is none.
    package var nextName = DisplayText<20>()

    /// The last message, for a fourth row.
    package var lastMessage: Message?
    /// What the footswitches do, for rows 3 and 4 while one has been held since a load; none otherwise (D2).
    package var switches = InlineArray<8, DisplayText<10>>(repeating: DisplayText<10>())
    package var switchCount = 0
    /// The octave number of note 60, 3...5; 4 names the note `C4`.
    package var middleC = 4
    /// The language of note names.
    package var noteNames = NoteLanguage.english

    /// The backlight of the display.
    package var backlight = Backlight()

    package init() {}
}

extension DisplayState {
    /// A port that appeared or disappeared (D3).
    package struct PortEvent: BitwiseCopyable, Sendable {
        package var name: DisplayText<6>
        package var came: Bool
        /// The time of the event, in ns.
        package var at: UInt64

        package init(name: DisplayText<6> = DisplayText(), came: Bool = true, at: UInt64 = never) {
            self.name = name
            self.came = came
            self.at = at
        }
    }

    /// The result of an action (D3).
    package enum Notice: Equatable, BitwiseCopyable, Sendable {
        case saved
        /// The changes to be saved are in no file.
        case unsaved
        case undone
        /// No preset has this number.
        case noPreset(Int)
        /// A controller has to reach this value, above or below its own, before it sends again (R27).
        case reach(Int, isAbove: Bool)
        /// A code of six digits that a browser has to be told (W4).
        case code(Int)
    }

    /// The problems at power-up (E1). Integers instead of Booleans, because every bit pattern of an integer is valid.
    package struct StartNotice: Equatable, BitwiseCopyable, Sendable {
        /// The number of files with errors.
        package var badFiles: UInt32 = 0
        /// Not 0 if the configuration of the image runs instead of the owner's.
        package var runsImage: UInt32 = 0
        /// Not 0 if saved data is lost at power-off.
        package var keepsNothing: UInt32 = 0
        /// Not 0 if an edit on the card has errors and was not imported (I3).
        package var badEdit: UInt32 = 0
        /// Not 0 if the owner's partition of the card is unusable (I3).
        package var cardFault: UInt32 = 0
        /// Not 0 if the image trusts a development key (I5). Less urgent than all other statuses.
        package var hasDevelopmentKey: UInt32 = 0
        /// The result of the last update (I5).
        package var update = Update()

        /// The result for the backup stick that was plugged in (I12), or the end of the page (W1), whichever is newer.
        package var stick = Stick.none

        package init() {}

        package enum Stick: UInt8, BitwiseCopyable, Sendable { case none, backedUp, restored, failed, noPage }

        /// Whether the notice tells of a fault, not of an update or a backup that went well.
        var isFault: Bool {
            switch update.outcome {
            case .failed, .refused: return true
            case .none, .committed, .installed:
                return stick == .failed || stick == .noPage
                    || badFiles | runsImage | keepsNothing | badEdit | cardFault != 0
            }
        }

        var isShown: Bool { badFiles | runsImage | keepsNothing | badEdit | cardFault != 0 || update.outcome != .none }

        /// The outcome of an update, and the version of that update.
        package struct Update: Equatable, BitwiseCopyable, Sendable {
            package enum Outcome: UInt8, BitwiseCopyable, Sendable {
                case none, committed, failed
                /// The box has installed an update itself; the next start tries it.
                case installed
                /// The box has found an update file that it refuses. The version is the running one.
                case refused
            }

            package var outcome = Outcome.none
            package var major: UInt16 = 0
            package var minor: UInt16 = 0
            package var patch: UInt16 = 0

            package init() {}

            package init(_ outcome: Outcome, major: UInt16, minor: UInt16, patch: UInt16) {
                (self.outcome, self.major, self.minor, self.patch) = (outcome, major, minor, patch)
            }
        }
    }

    /// The place of an error in a configuration file.
    package struct Place: BitwiseCopyable, Sendable {
        package var file: DisplayText<20>
        /// The line, from 1; 0 for the whole file.
        package var line: Int

        package init(file: DisplayText<20> = DisplayText(), line: Int = 0) {
            self.file = file
            self.line = line
        }
    }
}
