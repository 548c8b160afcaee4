import MIDI
import Plan

extension Compiler {
    /// Lists the on-load messages that a preset sends without a routing, then those of inserted presets (P7, P4).
    func ownOnLoad(of preset: PresetModel) -> [OnLoadModel] { owners(of: preset).flatMap { $0.onLoad } }

    /// Makes a routing without a source for each destination of such messages, so that the engine sends them, ends
    /// their notes and counts their destinations as for any routing.
    func portRoutings(_ own: [OnLoadModel], _ place: Place) -> [RoutingModel] {
        own.ports.map { port in
            let model = RoutingModel(place: place)
            model.routing.destinations[0] = port
            model.routing.destinationCount = 1
            return model
        }
    }

    /// Lists the on-load messages by delay; at equal delays the preset's own come first, then those of its routings,
    /// in listed order (P1, P7). Returns long messages separately.
    func onLoad(_ own: [OnLoadModel], _ models: [RoutingModel]) -> (list: [OnLoad], long: [Message]) {
        var long: [Message] = []
        var list: [OnLoad] = []
        func add(_ entry: OnLoadModel, _ routing: Int) {
            for message in entry.messages {
                list.append(
                    OnLoad(
                        message: message, delay: entry.delay, routing: RoutingIndex(routing), replaces: entry.replaces,
                        long: long.count))
                if !OnLoad.isShort(message) { long.append(message) }
            }
        }
        let ports = own.ports
        let first = models.count - ports.count
        for entry in own {
            if let index = ports.firstIndex(of: entry.port), first >= 0 { add(entry, first + index) }
        }
        for (routing, model) in models.enumerated() {
            for entry in model.onLoad { add(entry, routing) }
        }
        return (list.sorted(byNumber: { $0.delay }), long)
    }
}
