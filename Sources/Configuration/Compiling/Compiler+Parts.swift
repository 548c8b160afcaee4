import Plan

extension Compiler {
    /// Reports routings that a part names but the preset lacks (P9).
    func checkParts(_ preset: PresetModel) {
        if preset.parts.isEmpty { return }
        let names = routings(of: preset).compactMap { $0.name }
        for reference in preset.parts.flatMap({ $0.mute + $0.bypass }) where !names.contains(reference.name) {
            reportUnknown("routing", reference.name, reference.place, among: names)
        }
    }

    /// Compiles the parts of a preset. A name refers to all routings with that name, own and inserted.
    func parts(
        _ preset: PresetModel, _ routings: [RoutingModel], _ messages: inout TimedMessageCompiler
    ) -> [Part] {
        func bits(_ references: [Reference]) -> UInt64 {
            var bits: UInt64 = 0
            for (index, routing) in routings.enumerated() where references.contains(where: { $0.name == routing.name })
            {
                bits |= RoutingIndex(index).bit
            }
            return bits
        }
        var parts: [Part] = []
        for model in preset.parts {
            var part = Part(
                name: Name(model.name), states: SavedStates(muted: bits(model.mute), bypassed: bits(model.bypass)))
            part.messages = arena.timed(messages.list(model.messages) { _ in [] })  // P12
            parts.append(part)
        }
        return parts
    }
}
