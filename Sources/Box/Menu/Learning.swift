import Configuration
import MIDI
import Panel
import Routing

/// A value that the menu of the box learns (M7): outside the loop, since it reads files and makes text. The same in `run`
/// and in `render`.
struct Learning {
    /// Which wish of the menu it is, and the preset that runs.
    let asked: UInt32
    let preset: Int32
    let learnable: Learnable
    private let place: LearnPlace
    private var learner: Learner

    /// What has come of a message.
    enum Outcome {
        case nothing
        case half(String)
        /// In force as soon as this configuration is.
        case learnt(String, CompiledConfiguration)
        /// What was heard cannot stand there, and why.
        case refused(String)
    }

    /// Throws where the value cannot be learnt after all, such as in a file that somebody has changed.
    init(
        _ learnable: Learnable, asked: UInt32, preset: Int32, learnt: LearntValues, asRead prints: [String: UInt64]
    ) throws(LearnPlace.Problem) {
        self.asked = asked
        self.preset = preset
        self.learnable = learnable
        place = try learnt.place(of: learnable, asRead: prints)
        learner = Learner(place.kind, middleC: place.middleC)
    }

    /// What whoever plays is asked for, in the columns of a title.
    var request: DisplayText<8> {
        let text =
            switch place.kind {
            case .noteRange: "2 keys"
            case .velocityRange: "soft+hrd"
            case .channel: "channel"
            case .velocity: "a key"
            case .controller(let was) where was.utf8.starts(with: "key ".utf8): "a key"
            case .controller: "move it"
            case .value: "value"
            case .program: "program"
            case .message: "send it"
            case .tilt: "tilt"
            }
        return DisplayText(text.unicodeScalars)
    }

    /// A message that came in at a source of the box, and the names of what is no message outside it.
    mutating func hear(_ message: Message, _ box: BoxConfiguration) -> Outcome {
        let outcome: Learner.Outcome
        if let name = box.controllerName(of: message) {
            // Pressed, not released.
            if message.kind == .contact && message.controlValue == 0 { return .nothing }
            outcome = learner.hear(own: name)
        } else {
            outcome = learner.hear(message)
        }
        switch outcome {
        case .ignored: return .nothing
        case .half(let text): return .half(text)
        case .learnt(let text):
            switch place.check(text) {
            case .success(let configuration): return .learnt(text, configuration)
            case .failure(let diagnostics): return .refused(diagnostics.text)
            }
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
