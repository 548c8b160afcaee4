import Configuration
import MIDI
import Panel
import Program

/// A value that the menu of the box learns (M7): outside the loop, since it reads files and makes text. The same in `run`
/// and in `render`. Times are nanoseconds of the box's clock.
struct Learning {
    /// Which wish of the menu it is, and the preset that runs.
    let asked: UInt32
    let preset: PresetIndex
    let learnable: Learnable
    private let place: LearnPlace
    private var learner: Learner
    /// The value so far, where the menu has not shown it yet.
    private var unshown: String?
    /// How often the choosing switch was pressed.
    private var takes: UInt8 = 0

    /// What has come of a message or of time.
    enum Outcome {
        case nothing
        /// In force as soon as this configuration is.
        case learnt(String, CompiledConfiguration)
        /// What was heard cannot stand there, and why.
        case refused(String)
    }

    /// Throws where the value cannot be learnt after all, such as in a file that somebody has changed.
    init(
        _ learnable: Learnable, asked: UInt32, preset: PresetIndex, learnt: LearntValues,
        asRead prints: [String: UInt64]
    ) throws(LearnPlace.Problem) {
        self.asked = asked
        self.preset = preset
        self.learnable = learnable
        place = try learnt.place(of: learnable, asRead: prints)
        learner = Learner(place.kind, middleC: place.middleC, language: place.language)
    }

    /// What the person who plays is asked for, in the columns of a title.
    var request: DisplayText<8> {
        let text =
            switch place.kind {
            case .noteRange, .noteMapEntry: "2 keys"
            case .velocityRange: "soft+hrd"
            case .channel: "channel"
            case .velocity, .key: "a key"
            case .controller(let was) where was.utf8.starts(with: "key ".utf8): "a key"
            case .controller: "move it"
            case .value: "value"
            case .sweep: "sweep"
            case .tempo: "tap"
            case .program: "program"
            case .message: "send it"
            case .tilt, .tiltSweep: "tilt"
            }
        return DisplayText(text.unicodeScalars)
    }

    /// When `advance(to:_:)` has something to do.
    var deadline: UInt64 { learner.deadline }

    /// The value so far, once for each that is new: of many that come at once, the last.
    mutating func takeShown() -> String? {
        defer { unshown = nil }
        return unshown
    }

    /// Hears a message that came in at a source of the box, and the names of what is no message outside it.
    mutating func hear(_ message: Message, from source: UInt8, at time: UInt64, _ box: BoxConfiguration) -> Outcome {
        let outcome: Learner.Outcome
        if let name = box.controllerName(of: message) {
            // Pressed, not released.
            if message.kind == .contact && message.controlValue == 0 { return advance(to: time) }
            outcome = learner.hear(own: name, value: Int(message.controlValue), at: time)
        } else {
            outcome = learner.hear(message, from: Int(source), at: time)
        }
        switch outcome {
        case .ignored: return .nothing
        case .half(let text), .follows(let text):
            unshown = text
            return .nothing
        case .learnt(let text): return check(text)
        }
    }

    /// Lets time pass: a value that rests is taken.
    mutating func advance(to now: UInt64) -> Outcome { learner.advance(to: now).map { check($0) } ?? .nothing }

    /// The choosing switch was pressed so often since the value was chosen: each press takes what has followed so far.
    mutating func choose(_ presses: UInt8) -> Outcome {
        if presses == takes { return .nothing }
        takes = presses
        return learner.take().map { check($0) } ?? .nothing
    }

    private func check(_ text: String) -> Outcome {
        switch place.check(text) {
        case .success(let configuration): .learnt(text, configuration)
        case .failure(let diagnostics): .refused(diagnostics.text)
        }
    }
}

extension BoxConfiguration {
    /// A contact or a motion as a configuration names it; nil: it is another message.
    func controllerName(of message: Message) -> String? {
        switch message.kind {
        case .contact: contactName(Int(message.controlID))
        case .motion: "motion \(message.controlID == 0 ? "x" : message.controlID == 1 ? "y" : "z")"
        default: nil
        }
    }

    private func contactName(_ id: Int) -> String {
        if id < 3 * footswitches.count {
            return "switch \(footswitches[id / 3].name)\(["", " long", " double"][id % 3])"
        }
        let chord = id - 3 * PanelLimits.switches
        guard chords.indices.contains(chord) else { return "switch" }
        return "switch \(footswitches[chords[chord].first].name)+\(footswitches[chords[chord].second].name)"
    }
}
