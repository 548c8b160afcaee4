import MIDI
import Program

/// A preset as read, without the routings of inserted presets.
struct PresetModel {
    var name: String
    var place: Place
    var number: Int?
    var numberPlace: Place
    /// BPM in hundredths, or 0.
    var tempo = 0
    var colour: Colour?
    var inserts: [Reference] = []
    /// The messages that it sends to ports without a routing (P7).
    var onLoad: [OnLoadModel] = []
    var routings: [RoutingModel] = []
    var parts: [PartModel] = []
    var learnables: [LearnableModel] = []
    /// Hash of the preset's content; nil: too large to be compared (E1).
    var contentHash: UInt64?
    /// Whether its own text has errors or it conflicts with another preset.
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
}

/// A value that can be learnt on the box: its name, and the keys from the preset to it.
struct LearnableModel {
    var name: String
    var path: [String]
}

/// A routing as read: the fixed-size part for the engine, and arrays of the rest.
///
/// A class, because it is not changed once it is read and copies would be expensive.
final class RoutingModel {
    var name: String?
    let place: Place
    var sources: [RoutingSource] = []
    /// The ports of `to: [any]`, a bit each (R22); 0 without it.
    var anyDestinations: UInt32 = 0
    /// Complete but for the remaps.
    var routing = Routing()
    var remaps: [RemapModel] = []
    var conditions: ConditionGroupModel?
    var onLoad: [OnLoadModel] = []

    init(place: Place) { self.place = place }

    /// Adds a source. A message passes a routing once, even if two names mean the same port (R1).
    func add(_ source: RoutingSource) {
        if let index = sources.firstIndex(where: { $0.source == source.source }) {
            sources[index].channels |= source.channels
        } else {
            sources.append(source)
        }
    }

    /// Returns the ports to which messages of a port, or of another source, go, in listed order.
    func destinations(from source: UInt8) -> [PortIndex] {
        if routing.destinationCount == Routing.bySource {
            return PortIndex.all.filter { anyDestinations & $0.bit != 0 && $0.rawValue != source }
        }
        return (0..<Int(routing.destinationCount)).map { routing.destinations[$0] }
    }

    /// Number of conditions, including those of `hold`.
    var conditionCount: Int { remaps.reduce(conditions?.total ?? 0) { $0 + ($1.hold?.total ?? 0) } }

    /// Number of remaps with a `hold`.
    var holdCount: Int { remaps.reduce(0) { $0 + ($1.hold == nil ? 0 : 1) } }
}

/// A source of a routing. If the routing names a port twice, there is one source with the channels of both.
struct RoutingSource {
    var source: UInt8
    /// Bit 0 is channel 1. All channels, except for `input keyboard` with a channel of its own.
    var channels: UInt16
}

/// A controller remap and the slot of its input.
struct RemapModel {
    var slot: Int
    var remap: Remap
    /// Slot of `decrement`.
    var backSlot: Int?
    /// The conditions that hold its values back (R21).
    var hold: ConditionGroupModel?
}

/// An entry of `on-load`: its messages and their delay.
struct OnLoadModel {
    var messages: [Message]
    /// Nanoseconds.
    var delay: UInt64
    /// Whether it is a `note-value`, which ends the note before.
    var replaces = false
    /// The port to which a preset sends it without a routing (P7); `none` in a routing.
    var port = PortIndex.none
}

extension [OnLoadModel] {
    /// The ports to which a preset sends these messages, each once.
    var ports: [PortIndex] {
        var ports: [PortIndex] = []
        for message in self where !message.port.isNone && !ports.contains(message.port) { ports.append(message.port) }
        return ports
    }
}

/// An assignment as read; names in its actions are resolved when all presets are known.
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

/// An action whose names are not resolved yet.
enum ActionModel {
    case ready(Action)
    case presetName(String)
    case presetNumber(Int)
    case setListName(String)
    case mute(String, Action.Switching)
    case bypass(String, Action.Switching)
}
