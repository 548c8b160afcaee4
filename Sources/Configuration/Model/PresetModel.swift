import MIDI
import Program

/// A preset as it was read: everything of it but what other presets bring in.
struct PresetModel {
    var name: String
    var place: Place
    var number: Int?
    var numberPlace: Place
    /// BPM in hundredths, or 0.
    var tempo = 0
    var inserts: [Insert] = []
    var routings: [RoutingModel] = []
    var learnables: [LearnableModel] = []
    /// A number for all that it says; nil: too much to be compared (E1).
    var contentHash: UInt64?
    /// Its own text has errors, or it takes part in a conflict with other presets.
    var isFaulty = false

    struct Insert {
        var name: String
        var place: Place
    }
}

/// A value that can be learnt on the box: what it is called, and where in the preset it stands, key by key.
struct LearnableModel {
    var name: String
    var path: [String]
}

/// A routing as it was read: the fixed-size part as the engine wants it, the rest in arrays still.
///
/// Nobody changes it once it is read, so that all who have it have the same one and none a copy.
final class RoutingModel {
    var name: String?
    let place: Place
    var sources: [RoutingSource] = []
    /// All but its remaps.
    var routing = Routing()
    var remaps: [RemapModel] = []
    var conditions: ConditionGroupModel?
    var onLoad: [OnLoadModel] = []

    init(place: Place) { self.place = place }
}

/// A source of a routing, named once or more often.
struct RoutingSource {
    var source: UInt8
    /// Bit 0 is channel 1: all, but for `input keyboard` with a channel of its own.
    var channels: UInt16
}

/// A controller remap and the slot of its input.
struct RemapModel {
    var slot: Int
    var remap: Remap
    /// Slot of `decrement`.
    var backSlot: Int?
}

/// One entry of `on-load`: what it sends and when.
struct OnLoadModel {
    var messages: [Message]
    /// Nanoseconds.
    var delay: UInt64
    /// It is a `note-value`, which ends the one before.
    var replaces = false
}

/// An assignment as it was read; names in its actions are looked up when all presets are known.
struct AssignmentModel {
    var source: RoutingSource
    var slot: Int
    var coarseInput: Bool
    var mode = ValueMode()
    /// Slot of `decrement`.
    var backSlot: Int?
    var sets: Assignment.Setting
    var choices: [Choice] = []
    var conditions: ConditionGroupModel?

    struct Choice {
        var value: Int
        var action: ActionModel
        var place: Place
    }
}

/// An action whose names are text still.
enum ActionModel {
    case ready(Action)
    case presetName(String)
    case presetNumber(Int)
    case mute(String, Action.Switching)
    case bypass(String, Action.Switching)
}
