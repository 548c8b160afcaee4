import Plan

extension Reader {
    /// Reads `parts: [{ name: Verse, mute: [Strings] }, …]` of a preset (P9).
    func readParts(_ entry: YAMLNode.Entry) -> [PartModel] {
        var parts: [PartModel] = []
        forEachItem(of: entry, "a list of parts", "parts", Limits.parts) { item in
            var fields = fields(item, "a part", such: "name: Verse, mute: [Strings]")
            let name = required("name", in: &fields, "what the display shows")
            let (mute, bypass) = (routingNames(fields.take("mute")), routingNames(fields.take("bypass")))
            var part = PartModel(
                name: self.name(name, "what the display shows")?.string ?? "", mute: mute, bypass: bypass)
            if let send = fields.take("send") { part.messages = onLoad(send, .part, of: nil) }  // P12
            parts.append(part)
            fields.finish(log)
        }
        return parts
    }

    private func routingNames(_ entry: YAMLNode.Entry?) -> [Reference] {
        entry.map { references($0, "routings", such: "[Strings]", "routings", Limits.routings) } ?? []
    }
}
