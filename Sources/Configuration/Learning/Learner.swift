import MIDI

/// Turns messages into the value of a place in the configuration (M7).
///
/// One message decides a controller or channel, two keys decide a range. Other values follow the messages: the last
/// one counts once no message arrives for `restTime`, or at once with `take()`. A channel can be learnt from any
/// channel message, a value from any controller. Uses no files, ports or clock, so that a command, a panel or a web
/// page can use this type. Times are in nanoseconds and never decrease.
package struct Learner {
    /// The kind of value to learn.
    package enum Kind: Equatable, Sendable {
        /// A range `C2..B3` from two notes in any order.
        case noteRange
        /// A range `1..100` from the velocities of two notes.
        case velocityRange
        /// An entry `C2: D3` from two notes: first the key that is played, then the note that sounds.
        case noteMapEntry
        /// A note name.
        case key
        /// The channel of any channel message.
        case channel
        /// The velocity of a note.
        case velocity
        /// The controller that moves: `cc 7`, `pitch-bend`, `rpn 0/1`, `switch A`, `message "F0 …"`. Learns `key C1`
        /// if the present value `was` a key, and a 14-bit pair if it was one.
        case controller(was: String)
        /// The controller of an increment, which may be relative: `cc 20`, `cc 20 relative 64` (R26).
        case stepping(was: String)
        /// The value of any controller, 0..127, or 0..16383 if `isFine`, written after `prefix`, as in `>= 50`.
        case value(isFine: Bool, prefix: String)
        /// The lowest and the highest value of a sweep: `20..96`, or `96..20` if `runsDown`.
        case sweep(isFine: Bool, runsDown: Bool)
        /// The sweep of a motion axis such as `motion x`, or of a pedal such as `pedal 1`. Only `take()` ends it,
        /// because the value of a tilt always changes.
        case tiltSweep(String)
        /// A tempo in BPM, from taps on a key or footswitch, or from the value of any controller.
        case tempo
        /// The number of a Program Change.
        case program
        /// A controller with its value, a program, or a SysEx: `cc 7 = 100`, `program 12`, `message "F0 7E F7"`.
        case message
        /// The range of a tilt axis (0 x, 1 y, 2 z) in degrees: `-20..35`. Not learnt from messages.
        case tilt(axis: Int)
        /// The range of pedal 0..<8 in millivolts: `120..3150`. Not learnt from messages (I10).
        case pedal(Int)
    }

    package enum Outcome: Equatable, Sendable {
        /// The message does not fit.
        case ignored
        /// The first of two values arrived; one more is needed.
        case half(String)
        /// The value to write, unless another message arrives before `deadline`.
        case follows(String)
        /// The value to write.
        case learnt(String)
    }

    /// After this many nanoseconds without a message, the last value counts.
    package static let restTime: UInt64 = 1_500_000_000
    /// A deadline that is never reached.
    package static let never = UInt64.max

    package let kind: Kind
    private let middleC: Int
    private let language: NoteLanguage
    /// The first of two notes or velocities.
    private var first: UInt8?
    /// The value that will be written, and its deadline.
    private var pending: (text: String, until: UInt64)?
    private var controllers = HeardControllers()
    /// The move that decided the controller, while it may still turn out to have 14 bits.
    private var decided: HeardControllers.Move?
    private var detents = HeardDetents()
    private var sweep = ValueSweep()
    private var taps = LearntTaps()
    private var sysEx = HeardSysEx()

    /// - Parameters:
    ///   - middleC: the octave of note 60, 3...5.
    ///   - language: the language of note names.
    package init(_ kind: Kind, middleC: Int, language: NoteLanguage = .english) {
        self.kind = kind
        self.middleC = middleC
        self.language = language
    }

    /// The time at which `advance(to:)` returns the pending value; `never` if there is none.
    package var deadline: UInt64 { pending?.until ?? Learner.never }

    /// Returns the pending value if its deadline has passed, else nil.
    package mutating func advance(to now: UInt64) -> String? { deadline <= now ? take() : nil }

    /// Returns the pending value at once; nil if there is none.
    package mutating func take() -> String? {
        defer { pending = nil }
        return pending?.text
    }

    /// Handles a message; `source` is any number that differs between sources.
    ///
    /// A MIDI 2.0 message is learnt as the MIDI 1.0 messages that it translates to, because the configuration names
    /// those: `cc 74`, `rpn 0/5 14-bit`, `pitch-bend`.
    package mutating func hear(_ message: Message, from source: Int = 0, at time: UInt64) -> Outcome {
        if !message.isMIDI2ChannelMessage { return hearMIDI1(message, from: source, at: time) }
        var messages: [Message] = []
        message.forEachMIDI1 { messages.append($0) }
        // The player sent a program, so the bank select before it is not learnt.
        if messages.last?.isProgramChange == true { messages.removeSubrange(..<(messages.count - 1)) }
        var outcome = Outcome.ignored
        for message in messages {
            let next = hearMIDI1(message, from: source, at: time)
            if next != .ignored { outcome = next }
            if case .learnt = next { break }
        }
        return outcome
    }

    private mutating func hearMIDI1(_ message: Message, from source: Int, at time: UInt64) -> Outcome {
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
        case .controller(let was), .stepping(let was):
            if Learner.isKey(was) { return message.isNoteOn ? .learnt("key \(note(message.data1))") : .ignored }
            if let text = sysEx.hear(message, from: source) { return .learnt(text) }
            if let move = controllers.hear(message, at: time) { return decide(move, was: was, at: time) }
            // Selecting the null parameter decides nothing.
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
        case .tilt, .tiltSweep, .pedal: return .ignored
        }
    }

    /// Handles a pressed footswitch or a tilted axis, named as in the configuration, with its value.
    package mutating func hear(own controller: String, value: Int, at time: UInt64) -> Outcome {
        if let due = advance(to: time) { return .learnt(due) }
        let isMotion = controller.utf8.starts(with: "motion".utf8)
        let isSwitch = controller.utf8.starts(with: "switch".utf8)
        switch kind {
        case .controller(let was) where !Learner.isKey(was), .stepping(let was) where !Learner.isKey(was):
            // A sensor is never still, so an axis is learnt only to replace an axis.
            if isMotion && !was.utf8.starts(with: "motion".utf8) { return .ignored }
            return .learnt(controller)
        // Only the press itself is a tap; gestures of the same press, such as `switch A short`, are not.
        case .tempo where isSwitch && !controller.utf8.dropFirst(7).contains(UInt8(ascii: " ")):
            return tap(at: time)
        case .tiltSweep(let axis) where axis == controller:
            sweep.add(value)
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

    /// Adds the number of a note-on; returns it after the previous one, if any. Returns nil for other messages.
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

    /// Decides for the first controller that moves; whether it has 14 bits is known once the other half arrives or is
    /// overdue.
    private mutating func decide(_ move: HeardControllers.Move, was: String, at time: UInt64) -> Outcome {
        if case .stepping = kind, !was.utf8.suffix(7).elementsEqual(" 14-bit".utf8),
            let outcome = detent(move, at: time)
        {
            return outcome
        }
        if let decided, let text = pending?.text, !move.continues(decided) { return .learnt(text) }
        if move.isSelection {
            // A parameter is learnt once its data arrives; without data, the Control Change itself is learnt.
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
            return follow(move.name, at: time, for: HeardControllers.pairTimeout)
        }
        return .learnt(move.controller)
    }

    /// Counts the detents of a plain Control Change; nil if the move belongs to another kind of controller (R26).
    private mutating func detent(_ move: HeardControllers.Move, at time: UInt64) -> Outcome? {
        if let known = detents.controller, known != move.name { return .learnt(known) }
        if decided != nil || move.isSelection || move.isFine || !move.name.utf8.starts(with: "cc ".utf8) { return nil }
        let isDecided = detents.add(move.name, move.value)
        return isDecided ? .learnt(detents.text) : follow(move.name, at: time)
    }

    private mutating func value(of move: HeardControllers.Move, at time: UInt64) -> Outcome {
        switch kind {
        case .value(let isFine, let prefix): return follow("\(prefix)\(move.value(isFine: isFine))", at: time)
        case .sweep(let isFine, let runsDown):
            sweep.add(move, isFine: isFine)
            guard let ends = sweep.ends else { return .ignored }
            if ends.low == ends.high { return .half("\(ends.low)") }
            return follow(runsDown ? "\(ends.high)..\(ends.low)" : "\(ends.low)..\(ends.high)", at: time)
        case .tempo: return follow("\(max(move.value(isFine: false), 20))", at: time)
        default: return .ignored
        }
    }
}
