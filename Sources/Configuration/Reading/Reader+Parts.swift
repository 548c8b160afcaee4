import Plan

extension Reader {
    /// Reads `parts: [{ name: Verse, mute: [Strings] }, …]` of a preset (P9).
    func readParts(_ entry: YAMLNode.Entry) -> [PartModel] {
        let items = items(entry, "a list of parts")
        var parts: [PartModel] = []
        for (index, item) in items.enumerated() {
            if index == Limits.parts {
                overLimit(item.place, "parts", Limits.parts, items.count)
                break
            }
            var fields = fields(item, "a part", such: "name: Verse, mute: [Strings]")
            let name = fields.take("name")
            if name == nil { missing("name", fields, "what the display shows") }
            let (mute, bypass) = (routingNames(fields.take("mute")), routingNames(fields.take("bypass")))
            parts.append(
                PartModel(name: self.name(name, "what the display shows")?.string ?? "", mute: mute, bypass: bypass))
            fields.finish(log)
        }
        return parts
    }

    private func routingNames(_ entry: YAMLNode.Entry?) -> [Reference] {
        entry.map { references($0, "routings", such: "[Strings]", "routings", Limits.routings) } ?? []
    }
}
