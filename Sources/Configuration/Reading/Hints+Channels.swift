import Plan

extension Hints {
    /// Finds routings of a preset that differ in `restrict: channel` only. One routing has a set of channels (R24).
    func read(channelsOf routings: [YAMLNode], _ log: DiagnosticLog) {
        var groups: [(first: YAMLNode, second: YAMLNode?, members: Set<Int>, channels: UInt16)] = []
        var newest: [Int: Int] = [:]
        let masks = routings.map { Reader.listedChannels($0.entry("restrict")?.value.entry("channel")?.value) }
        for (index, item) in routings.enumerated() {
            guard let mask = masks[index], !item.countsAcrossChannels, let hash = item.hash(without: "restrict"),
                let restrictions = item.entry("restrict")?.value.hash(without: "channel")
            else { continue }
            let key = hash ^ restrictions &* 31
            // The order of outputs stays if nothing from the first one on hears these channels.
            if let number = newest[key], let start = groups[number].members.min(),
                (start..<index).allSatisfy({ masks[$0].map { $0 & mask == 0 } ?? false })
            {
                if groups[number].second == nil { groups[number].second = item }
                groups[number].members.insert(index)
                groups[number].channels |= mask
            } else {
                newest[key] = groups.count
                groups.append((item, nil, [index], mask))
            }
        }
        for group in groups {
            guard let second = group.second else { continue }
            log.note(
                second.place,
                "\(group.members.count) routings, the first in line \(group.first.place.line), differ in their channel "
                    + "only; one says it: `restrict: { channel: \(Hints.typed(group.channels)) }`; messages without a "
                    + "channel, such as clock, then pass once")
        }
    }

    /// Returns a set of channels as it is typed.
    private static func typed(_ channels: UInt16) -> String {
        var runs: [String] = []
        var low = 0
        for channel in 1...17 where channel == 17 || channels >> UInt16(channel - 1) & 1 == 0 {
            if low + 1 < channel { runs.append(low + 2 == channel ? "\(low + 1)" : "\(low + 1)..\(channel - 1)") }
            low = channel
        }
        if channels == 0xFFFF { return "all" }
        return runs.count == 1 ? runs[0] : "[\(runs.joined(separator: ", "))]"
    }
}

extension YAMLNode {
    /// Whether a routing has something that several of it do not share: counters, held notes, messages of its own.
    fileprivate var countsAcrossChannels: Bool {
        let own: [Text] = ["on-load", "on-leave", "positions"]
        if own.contains(where: { entry($0) != nil }) || entry("notes")?.value.entry("hold") != nil { return true }
        let remaps = entry("controllers")?.value.entry("remap")?.value.items
        return remaps?.contains { $0.entry("mode") != nil || $0.entry("to")?.value.text == "note-value" } ?? false
    }
}
