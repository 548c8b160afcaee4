import MIDI

/// Waits for what fits a place of a configuration and says what is to be written there.
///
/// As tolerant as can be: where a channel is learnt any channel message will do, where a value is learnt any controller. It
/// knows nothing of files or ports, so that a command, a panel or a page may all use it.
public struct Learner {
    /// What is learnt.
    public enum Kind: Equatable, Sendable {
        /// `C2..B3` of two notes, whichever comes first.
        case noteRange
        /// `1..100` of two notes, by how hard they are pressed.
        case velocityRange
        /// The channel of any channel message.
        case channel
        /// The velocity of a note.
        case velocity
        /// Which controller moves: `cc 7`, `pitch-bend`, `program`, `switch A`. Where a key stood, `key C1`; where a
        /// pair of 14 bits, a pair.
        case controller(was: String)
        /// The value of any controller: 0..127, or 0..16383 where that is the range there; behind `prefix`, as of `>= 50`.
        case value(isFine: Bool, prefix: String)
        /// The number of a Program Change.
        case program
        /// A controller or program and its value: `cc 7 = 100`, `program 12`.
        case message
        /// The range that an axis of tilt (0 x, 1 y, 2 z) is moved over: `-20..35`. It takes no messages.
        case tilt(axis: Int)
    }

    public enum Outcome: Equatable, Sendable {
        /// It does not fit.
        case ignored
        /// The first of two.
        case half(String)
        /// What is to be written.
        case learnt(String)
    }

    public let kind: Kind
    private let middleC: Int
    /// The first of two notes or velocities.
    private var first: UInt8?

    /// - Parameter middleC: the octave of note 60, 3...5.
    public init(_ kind: Kind, middleC: Int) {
        self.kind = kind
        self.middleC = middleC
    }

    /// What somebody is asked to do.
    public var request: String {
        switch kind {
        case .noteRange: "press the lowest and the highest key"
        case .velocityRange: "press a key as softly and then as hard as it may be"
        case .channel: "play or move anything on that channel"
        case .velocity: "press a key as hard as it shall be"
        case .controller(let was) where Learner.isKey(was): "press the key"
        case .controller: "move the controller, or press the footswitch"
        case .value: "move any controller to the value"
        case .program: "send a program change"
        case .message: "move the controller to its value, or send a program change"
        case .tilt: "tilt the box to one end and to the other, then press Return"
        }
    }

    public mutating func hear(_ message: Message) -> Outcome {
        switch kind {
        case .noteRange:
            return message.isNoteOn ? pair(message.data1, shown: note) : .ignored
        case .velocityRange:
            return message.isNoteOn ? pair(message.data2) { "\($0)" } : .ignored
        case .channel:
            return message.isChannelMessage ? .learnt("\(message.channel + 1)") : .ignored
        case .velocity:
            return message.isNoteOn ? .learnt("\(message.data2)") : .ignored
        case .program:
            return message.kind == .programChange ? .learnt("\(message.data1)") : .ignored
        case .controller(let was):
            if Learner.isKey(was) { return message.isNoteOn ? .learnt("key \(note(message.data1))") : .ignored }
            return Learner.controller(message, was: was).map { .learnt($0) } ?? .ignored
        case .value(let isFine, let prefix):
            guard let value = Learner.value(message) else { return .ignored }
            let isBend = message.kind == .pitchBend
            // Linear over the full ranges; a bend at 7 bits is its MSB (R15).
            let fitting = isFine == isBend ? value : isFine ? (value * 16383 + 63) / 127 : value >> 7
            return .learnt("\(prefix)\(fitting)")
        case .message:
            guard let value = Learner.value(message), let name = Learner.controller(message, was: "") else {
                return .ignored
            }
            return .learnt(message.kind == .programChange ? "program \(value)" : "\(name) = \(value)")
        case .tilt: return .ignored
        }
    }

    /// A footswitch that was pressed or an axis that was tilted, as a configuration names it.
    public mutating func hear(own controller: String) -> Outcome {
        guard case .controller(let was) = kind, !Learner.isKey(was) else { return .ignored }
        // A sensor never keeps still: an axis is learnt only where one stood.
        let isMotion = controller.utf8.starts(with: "motion".utf8)
        return isMotion && !was.utf8.starts(with: "motion".utf8) ? .ignored : .learnt(controller)
    }

    private mutating func pair(_ value: UInt8, shown: (UInt8) -> String) -> Outcome {
        guard let first else {
            first = value
            return .half(shown(value))
        }
        return .learnt("\(shown(min(first, value)))..\(shown(max(first, value)))")
    }

    /// The English name: that is what a configuration is written in.
    private func note(_ key: UInt8) -> String {
        Reader.string(NoteNames.name(tone: Int(key) % 12)) + "\(NoteNames.octave(of: key, middleC: middleC))"
    }

    private static func isKey(_ text: String) -> Bool { text.utf8.starts(with: "key ".utf8) }

    private static func controller(_ message: Message, was: String) -> String? {
        switch message.kind {
        case .controlChange:
            let isPair = was.utf8.suffix(7).elementsEqual(" 14-bit".utf8) && message.data1 < 96
            return isPair ? "cc \(message.data1) 14-bit" : "cc \(message.data1)"
        case .pitchBend: return was == "pitch-bend 7-bit" ? was : "pitch-bend"
        case .channelPressure: return "channel-pressure"
        case .programChange: return "program"
        default: return nil
        }
    }

    private static func value(_ message: Message) -> Int? {
        switch message.kind {
        case .controlChange: Int(message.data2)
        case .channelPressure, .programChange: Int(message.data1)
        case .pitchBend: Int(message.bend)
        default: nil
        }
    }
}
