import MIDI
import Plan

/// A preset as read from a file, without the routings of inserted presets.
struct PresetModel {
    var name: String
    var place: Place
    var number: Int?
    var numberPlace: Place
    /// The tempo in hundredths of a BPM, or 0 for none.
    var tempo = 0
    /// Semitones, added to the transposition of the box (R29).
    var transposition: Int8 = 0
    var colour: Colour?
    var inserts: [Reference] = []
    /// The on-load messages that the preset sends to ports without a routing (P7).
    var onLoad: [OnLoadModel] = []
    /// The messages to ports that are sent when the preset is left (P10).
    var onLeave: [OnLoadModel] = []
    var routings: [RoutingModel] = []
    var parts: [PartModel] = []
    /// The assignments that hold while the preset runs (A5).
    var assignments: [AssignmentModel] = []
    var learnables: [LearnableModel] = []
    /// A hash of the preset's content; nil if the content is too large to be compared (E1).
    var contentHash: UInt64?
    /// Whether the preset's text has errors, or it conflicts with another preset.
    var isFaulty = false
}

/// The name of a preset or a routing, and where it is written.
struct Reference {
    var name: String
    var place: Place
}

/// A part of a preset, with the routings that it mutes and bypasses (P9).
struct PartModel {
    var name: String
    var mute: [Reference]
    var bypass: [Reference]
    /// The messages that are sent when the part begins (P12).
    var messages: [OnLoadModel] = []
}

/// A value that can be learnt on the box: a name, and the keys from the preset to the value.
struct LearnableModel {
    var name: String
    var path: [String]
}

/// A routing as read from a file: the fixed-size part for the engine, and the rest as arrays.
///
/// A class, because copies would be expensive and a routing does not change after reading.
final class RoutingModel {
    var name: String?
    let place: Place
    var sources: [RoutingSource] = []
    /// The ports of `to: [any]`, one bit each (R22); 0 without `any`.
    var anyDestinations: UInt32 = 0
    /// The engine's routing, complete except for the remaps.
    var routing = Routing()
    var remaps: [RemapModel] = []
    /// The kinds that `only` of the restriction lets pass (R23).
    var only: OnlyModel?
    /// `pick-up` of its controllers (R27).
    var picksUp = false
    var conditions: ConditionGroupModel?
    /// How the routing holds notes (R28); nil if it does not.
    var noteHold: NoteHoldModel?
    var onLoad: [OnLoadModel] = []
    /// Whether the transposition of box and preset concerns the routing (R29).
    var transposes = true
    /// The messages that are sent when the preset is left (P10).
    var onLeave: [OnLoadModel] = []

    init(place: Place) { self.place = place }

    /// Adds a source. Two names for one port become one source, so that a message passes the routing once (R1).
    func add(_ source: RoutingSource) {
        if let index = sources.firstIndex(where: { $0.source == source.source }) {
            sources[index].channels |= source.channels
        } else {
            sources.append(source)
        }
    }

    /// Returns the ports that receive messages from a source, in listed order.
    func destinations(from source: UInt8) -> [PortIndex] {
        if routing.destinationCount == Routing.bySource {
            return PortIndex.all.filter { anyDestinations & $0.bit != 0 && $0.rawValue != source }
        }
        return (0..<Int(routing.destinationCount)).map { routing.destinations[$0] }
    }

    /// The same ports, one bit each.
    func destinationBits(from source: UInt8) -> UInt32 {
        if routing.destinationCount == Routing.bySource {
            return Int(source) < Limits.ports ? anyDestinations & ~PortIndex(Int(source)).bit : anyDestinations
        }
        var bits: UInt32 = 0
        for index in 0..<Int(routing.destinationCount) { bits |= routing.destinations[index].bit }
        return bits
    }

    // The next two count by index: an element of an array of large values would be copied.

    /// The number of conditions, including those of `hold`.
    var conditionCount: Int {
        var count = (conditions?.total ?? 0) + (noteHold?.conditions?.total ?? 0)
        for index in remaps.indices { count += remaps[index].hold?.total ?? 0 }
        return count
    }

    /// The number of holds by conditions, of remaps and of notes.
    var holdCount: Int {
        var count = noteHold?.conditions == nil ? 0 : 1
        for index in remaps.indices where remaps[index].hold != nil { count += 1 }
        return count
    }
}

/// A source of a routing. If the routing names a port twice, one source has the channels of both.
struct RoutingSource {
    var source: UInt8
    /// The channels that pass; bit 0 is channel 1. All channels, unless `input keyboard` has a channel.
    var channels: UInt16
}

/// A controller remap and the slot of its input.
struct RemapModel {
    var slot: Int
    var remap: Remap
    /// The slot of the `decrement` controller; nil if there is none.
    var backSlot: Int?
    /// Whether the output goes to all channels: `channel: all`.
    var isOnAllChannels = false
    /// Whether it has `pick-up` or `repeats: false` (R27).
    var gate = RemapGate()
    /// The conditions of `hold`, under which the remap holds values back (R21).
    var hold: ConditionGroupModel?
}

/// An entry of `on-load`: its messages and their delay.
struct OnLoadModel {
    var messages: [Message]
    /// The delay in nanoseconds.
    var delay: UInt64
    /// Whether the entry is a `note-value`, which ends the previous note.
    var replaces = false
    /// The slot of the input whose position is sent, in place of messages (P11); nil for messages.
    var position: Int?
    /// The destination if the preset sends the messages without a routing (P7); `none` in a routing.
    var port = PortIndex.none
    /// Whether a message of `on-leave` is also sent when the box ends (P10).
    var isAlsoAtEnd = false
}

extension [OnLoadModel] {
    /// The destinations of these messages, each once.
    var ports: [PortIndex] {
        var ports: [PortIndex] = []
        for message in self where !message.port.isNone && !ports.contains(message.port) { ports.append(message.port) }
        return ports
    }
}

/// An assignment as read from a file; names in actions are resolved after all presets are read.
struct AssignmentModel {
    var source: RoutingSource
    var slot: Int
    var coarseInput: Bool
    var mode = ValueMode()
    /// The slot of the `decrement` controller; nil if there is none.
    var backSlot: Int?
    var sets: Assignment.Setting
    var choices: [Choice] = []
    var conditions: ConditionGroupModel?
    /// How many assignments before this one the internal value is kept: 0, but for further controllers of an assignment
    /// that count or latch together.
    var follows = 0
    /// Whether an assignment of a preset leaves those of the box beside it (A5), and where that is written.
    var isAlso = false
    var alsoPlace: Place?

    struct Choice {
        var values: ClosedRange<Int>
        var action: ActionModel
        var place: Place
        /// The action in the words of the file, of a list its first one.
        var text = ""
    }
}

/// An action whose names are not resolved yet.
enum ActionModel {
    case ready(Action)
    case presetName(String)
    case presetNumber(Int)
    case setListName(String)
    case mute(String, Action.Switching)
    case bypass(String, Action.Switching)
    /// Ends held notes (R28): of a routing, or of all of them.
    case release(String?)
    /// Several actions in order (A4).
    case list([ListedAction])
    /// In a list: a wait in microseconds.
    case wait(UInt32)
}

/// An action of a list, and where it is written.
struct ListedAction {
    var action: ActionModel
    var place: Place
}
