import MIDI
import Plan

extension Compiler {
    /// Lists all messages to ports of a preset and of those that it inserts (P4), but only its own parts (P9).
    func portMessages(of preset: PresetModel) -> [OnLoadModel] {
        PresetModel.portMessages(of: owners(of: preset), parts: preset.parts)
    }

    /// Makes a routing without a source for each destination of such messages, so that the engine sends them, ends
    /// their notes and counts their destinations as for any routing.
    func portRoutings(_ ports: [PortIndex], _ place: Place) -> [RoutingModel] {
        ports.map { port in
            let model = RoutingModel(place: place)
            model.routing.destinations[0] = port
            model.routing.destinationCount = 1
            return model
        }
    }
}

/// Compiles the timed messages of a preset, whose long messages share one table.
struct TimedMessageCompiler {
    /// The preset's routings, those for ports last.
    let models: [RoutingModel]
    /// The ports of the last routings.
    let ports: [PortIndex]
    private(set) var long: [Message] = []

    init(_ models: [RoutingModel], _ ports: [PortIndex]) { (self.models, self.ports) = (models, ports) }

    /// Lists messages by delay; at equal delays those to ports come first, then those of routings, in listed order (P1,
    /// P7).
    mutating func list(_ own: [OnLoadModel], _ ofRouting: (RoutingModel) -> [OnLoadModel]) -> [OnLoad] {
        var list: [OnLoad] = []
        let first = models.count - ports.count
        for entry in own {
            if let index = ports.firstIndex(of: entry.port), first >= 0 { add(entry, first + index, to: &list) }
        }
        for (routing, model) in models.enumerated() {
            for entry in ofRouting(model) { add(entry, routing, to: &list) }
        }
        return list.sorted(byNumber: { $0.delay })
    }

    private mutating func add(_ entry: OnLoadModel, _ routing: Int, to list: inout [OnLoad]) {
        if let slot = entry.position {  // P11
            list.append(OnLoad(position: UInt16(slot), delay: entry.delay, routing: RoutingIndex(routing)))
        }
        for message in entry.messages {
            list.append(
                OnLoad(
                    message: message, delay: entry.delay, routing: RoutingIndex(routing), replaces: entry.replaces,
                    long: long.count))
            if !OnLoad.isShort(message) { long.append(message) }
        }
    }
}

extension Arena {
    /// Copies messages into a list for the engine.
    func timed(_ messages: [OnLoad]) -> TimedMessages {
        messages.isEmpty ? TimedMessages() : TimedMessages(messages: copy(messages), count: Int32(messages.count))
    }
}
