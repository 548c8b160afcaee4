import MIDI

/// Waits for what fits a place of a configuration and says what is to be written there (M7).
///
/// The first message decides which controller or channel it is, two keys decide a range, and a value follows what comes: the
/// last one is taken when nothing has come for `restTime`, or at once by `take()`. As tolerant as can be: where a channel is
/// learnt any channel message will do, where a value is learnt any controller. It knows nothing of files or ports and owns no
/// clock, so that a command, a panel or a page may all use it. Times are nanoseconds that never go back.
public struct Learner {
    /// What is learnt.
    public enum Kind: Equatable, Sendable {
        /// `C2..B3` of two notes, whichever comes first.
        case noteRange
        /// `1..100` of two notes, by how hard they are pressed.
        case velocityRange
        /// `C2: D3` of two notes, the key in before the key out.
        case noteMapEntry
        /// The key of a note.
        case key
        /// The channel of any channel message.
        case channel
        /// The velocity of a note.
        case velocity
        /// Which controller moves: `cc 7`, `pitch-bend`, `rpn 0/1`, `switch A`, `message "F0 …"`. Where a key stood, `key C1`;
        /// where a pair of 14 bits, a pair.
        case controller(was: String)
        /// The value of any controller: 0..127, or 0..16383 where that is the range there; behind `prefix`, as of `>= 50`.
        case value(isFine: Bool, prefix: String)
        /// The lowest and the highest value of a sweep: `20..96`, or `96..20` where the range runs downwards.
        case sweep(isFine: Bool, runsDown: Bool)
        /// The same of a motion as a configuration names it, `motion x`. The tilt never rests, so only `take()` ends it.
        case tiltSweep(String)
        /// BPM: by taps on a key or footswitch, or the value of any controller.
        case tempo
        /// The number of a Program Change.
        case program
        /// A controller or program and its value, or a SysEx: `cc 7 = 100`, `program 12`, `message "F0 7E F7"`.
        case message
        /// The range that an axis of tilt (0 x, 1 y, 2 z) is moved over: `-20..35`. It takes no messages.
        case tilt(axis: Int)
    }

    public enum Outcome: Equatable, Sendable {
        /// It does not fit.
        case ignored
        /// The first of two.
        case half(String)
        /// What is to be written unless something else comes before `deadline`.
        case follows(String)
        /// What is to be written.
        case learnt(String)
    }

    /// Without a further message for this long the last value is taken, in nanoseconds.
    public static let restTime: UInt64 = 1_500_000_000
    /// No time at all.
    public static let never = UInt64.max

    public let kind: Kind
    private let middleC: Int
    private let language: NoteLanguage
    /// The first of two notes or velocities.
    private var first: UInt8?
    /// What will be written, and when.
    private var pending: (text: String, until: UInt64)?
    private var controllers = HeardControllers()
    /// The move that decided which controller it is, until its width is known too.
    private var decided: HeardControllers.Move?
    private var sweep = ValueSweep()
    private var taps = LearntTaps()
    private var sysEx = HeardSysEx()

    /// - Parameters:
    ///   - middleC: the octave of note 60, 3...5.
    ///   - language: in which notes are named.
    public init(_ kind: Kind, middleC: Int, language: NoteLanguage = .english) {
        self.kind = kind
        self.middleC = middleC
        self.language = language
    }

    /// When `advance(to:)` takes the value that follows; `never` where none does.
    public var deadline: UInt64 { pending?.until ?? Learner.never }

    /// Returns the value that is to be written by now; nil while there is none.
    public mutating func advance(to now: UInt64) -> String? { deadline <= now ? take() : nil }

    /// Returns the value that has followed so far, at once; nil where none has.
    public mutating func take() -> String? {
        defer { pending = nil }
        return pending?.text
    }

    /// Hears a message that came in at a source (any number that tells sources apart) at a time.
    public mutating func hear(_ message: Message, from source: Int = 0, at time: UInt64) -> Outcome {
        if let due = advance(to: time) { return .learnt(due) }
        switch kind {
        case .noteRange:
            guard let pair = pair(message, message.data1) else { return .ignored }
            return pair.whole { "\(note(min($0, $1)))..\(note(max($0, $1)))" } ?? .half(note(pair.first))
        case .velocityRange:
            guard let pair = pair(message, message.data2) else { return .ignored }
            return pair.whole { "\(min($0, $1))..\(max($0, $1))" } ?? .half("\(pair.first)")
        case .noteMapEntry:
            guard let pair = pair(message, message.data1) else { return .ignored }
            return pair.whole { "\(note($0)): \(note($1))" } ?? .half(note(pair.first))
        case .key: return message.isNoteOn ? .learnt(note(message.data1)) : .ignored
        case .channel: return message.isChannelMessage ? .learnt("\(message.channel + 1)") : .ignored
        case .velocity: return message.isNoteOn ? follow("\(message.data2)", at: time) : .ignored
        case .program: return message.kind == .programChange ? follow("\(message.data1)", at: time) : .ignored
        case .controller(let was):
            if Learner.isKey(was) { return message.isNoteOn ? .learnt("key \(note(message.data1))") : .ignored }
            if let text = sysEx.hear(message, from: source) { return .learnt(text) }
            if let move = controllers.hear(message, at: time) { return decide(move, was: was, at: time) }
            // A selection that became the one of nothing decides nothing.
            if message.isControlChange { (pending, decided) = (nil, nil) }
            return .ignored
        case .tempo where message.isNoteOn: return tap(at: time)
        case .value, .sweep, .tempo:
            guard let move = controllers.hear(message, at: time), !move.isSelection else { return .ignored }
            return value(of: move, at: time)
        case .message:
            if let text = sysEx.hear(message, from: source) { return follow(text, at: time) }
            guard let move = controllers.hear(message, at: time) else { return .ignored }
            return follow(
                move.name == "program" ? "program \(move.value)" : "\(move.controller) = \(move.value)", at: time)
        case .tilt, .tiltSweep: return .ignored
        }
    }

    /// Hears a footswitch that was pressed or an axis that was tilted, as a configuration names it, and its value.
    public mutating func hear(own controller: String, value: Int, at time: UInt64) -> Outcome {
        if let due = advance(to: time) { return .learnt(due) }
        let isMotion = controller.utf8.starts(with: "motion".utf8)
        switch kind {
        case .controller(let was) where !Learner.isKey(was):
            // A sensor never keeps still: an axis is learnt only where one stood.
            if isMotion && !was.utf8.starts(with: "motion".utf8) { return .ignored }
            return .learnt(controller)
        case .tempo where !isMotion: return tap(at: time)
        case .tiltSweep(let axis) where axis == controller:
            sweep.take(value)
            guard let ends = sweep.ends, ends.high - ends.low >= ValueSweep.leastTilt else { return .half("\(value)") }
            pending = ("\(ends.low)..\(ends.high)", Learner.never)
            return .follows("\(ends.low)..\(ends.high)")
        default: return .ignored
        }
    }

    private mutating func follow(_ text: String, at time: UInt64, for duration: UInt64 = restTime) -> Outcome {
        pending = (text, time &+ duration)
        return .follows(text)
    }

    // MARK: - Notes

    private struct NotePair {
        var first: UInt8
        var second: UInt8?

        func whole(_ text: (UInt8, UInt8) -> String) -> Outcome? { second.map { .learnt(text(first, $0)) } }
    }

    /// The number of a note that begins, and that of the one before; nil for another message.
    private mutating func pair(_ message: Message, _ number: UInt8) -> NotePair? {
        guard message.isNoteOn else { return nil }
        guard let first else {
            first = number
            return NotePair(first: number)
        }
        return NotePair(first: first, second: number)
    }

    private func note(_ key: UInt8) -> String { Reader.written(key, middleC, language) }

    private static func isKey(_ text: String) -> Bool { text.utf8.starts(with: "key ".utf8) }

    private mutating func tap(at time: UInt64) -> Outcome {
        taps.tap(at: time).map { follow($0, at: time) } ?? .half("tap")
    }

    // MARK: - Controllers

    /// The first controller that moves is it. Its width is known when the other half comes or does not.
    private mutating func decide(_ move: HeardControllers.Move, was: String, at time: UInt64) -> Outcome {
        if let decided, let text = pending?.text, !move.continues(decided) { return .learnt(text) }
        if move.isSelection {
            // What it selects is learnt with its data; alone it is a Control Change like any other.
            decided = decided ?? move
            return follow(pending?.text ?? move.name, at: time)
        }
        if decided?.name == move.name && !move.isFine { return .learnt(move.name) }
        decided = move
        if was == "pitch-bend 7-bit" && move.name == "pitch-bend" { return .learnt(was) }
        if was.utf8.suffix(7).elementsEqual(" 14-bit".utf8) && move.hasFineForm {
            return .learnt(move.name + " 14-bit")
        }
        if move.isHalf && !move.isFine {
            return follow(move.name, at: time, for: HeardControllers.patience)
        }
        return .learnt(move.controller)
    }

    private mutating func value(of move: HeardControllers.Move, at time: UInt64) -> Outcome {
        switch kind {
        case .value(let isFine, let prefix): return follow("\(prefix)\(move.value(isFine: isFine))", at: time)
        case .sweep(let isFine, let runsDown):
            sweep.take(move, isFine: isFine)
            guard let ends = sweep.ends else { return .ignored }
            if ends.low == ends.high { return .half("\(ends.low)") }
            return follow(runsDown ? "\(ends.high)..\(ends.low)" : "\(ends.low)..\(ends.high)", at: time)
        case .tempo: return follow("\(max(move.value(isFine: false), 20))", at: time)
        default: return .ignored
        }
    }
}
