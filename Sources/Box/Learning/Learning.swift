import Settings
import Configuration
import MIDI
import Panel
import Plan

/// Learns one value for the menu of the box (M7), outside the loop, because learning reads files and makes text. `run`
/// and `render` share this type. Times are nanoseconds of the box's clock.
struct Learning {
    /// Number of the menu's request.
    let asked: UInt32
    /// Index of the preset that runs.
    let preset: PresetIndex
    let learnable: Learnable
    private let place: LearnPlace
    private var learner: Learner
    /// The value so far, if the menu has not shown it yet.
    private var unshown: String?
    /// Presses of the choosing switch that were handled.
    private var takes: UInt8 = 0

    /// The result of a message, a press or of time that passed.
    enum Outcome {
        case nothing
        /// A value, and the configuration that contains it.
        case learnt(String, CompiledConfiguration)
        /// The reason why the value is not valid at its place.
        case refused(String)
    }

    /// Throws if the value cannot be learnt, for example because its file has changed.
    init(
        _ learnable: Learnable, asked: UInt32, preset: PresetIndex, learnt: LearntValues,
        asRead hashes: [String: UInt64]
    ) throws(LearnPlace.Problem) {
        self.asked = asked
        self.preset = preset
        self.learnable = learnable
        place = try learnt.place(of: learnable, asRead: hashes)
        learner = Learner(place.kind, middleC: place.middleC, language: place.language)
    }

    /// The request to the player, as wide as a title of the menu.
    var request: DisplayText<8> { DisplayText(learner.title.unicodeScalars) }

    /// When `advance` has something to do, in ns.
    var deadline: UInt64 { learner.deadline }

    /// Returns the value so far if it is new since the last call.
    mutating func takeShown() -> String? {
        defer { unshown = nil }
        return unshown
    }

    /// Handles a message from a source. Footswitches and tilt are learnt by their configuration names.
    mutating func hear(_ message: Message, from source: UInt8, at time: UInt64, _ box: BoxConfiguration) -> Outcome {
        let outcome: Learner.Outcome
        // A switch that changes a variable is learnt itself.
        if source == Source.variables { return advance(to: time) }
        if let name = box.controllerName(of: message) {
            // Only a press counts, not a release.
            let isSwitch = message.kind == .contact && Int(message.controlID) < ControlInput.contacts
            if isSwitch && message.controlValue == 0 { return advance(to: time) }
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

    /// Accepts the last value if no other message has arrived before its deadline.
    mutating func advance(to now: UInt64) -> Outcome { learner.advance(to: now).map { check($0) } ?? .nothing }

    /// Accepts the value so far if the choosing switch was pressed again.
    ///
    /// - Parameter presses: presses since learning began.
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
