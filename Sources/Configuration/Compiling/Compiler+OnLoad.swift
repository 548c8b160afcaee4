import MIDI
import Program

extension Compiler {
    /// Lists what a preset sends on load without a routing, then what the presets send that it inserts (P7, P4).
    func ownOnLoad(of preset: PresetModel) -> [OnLoadModel] { owners(of: preset).flatMap { $0.onLoad } }

    /// Makes a routing without a source for each port of such messages, so that the engine sends them, ends their notes and counts
    /// their destinations like those of any routing.
    func portRoutings(_ own: [OnLoadModel], _ place: Place) -> [RoutingModel] {
        own.ports.map { port in
            let model = RoutingModel(place: place)
            model.routing.destinations[0] = port
            model.routing.destinationCount = 1
            return model
        }
    }

    /// Lists the on-load messages by delay, then the preset's own before those of its routings, then in routing order, then in
    /// listed order (P1, P7), and the long messages apart.
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
