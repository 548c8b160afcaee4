extension Hints {
    /// Presets with the same routings, those of footswitches aside.
    struct AlikePresets {
        var group: Group
        /// The number of words of these routings.
        let words: Int
        /// The hashes of these routings.
        let routings: Set<Int>
    }

    /// The number of words that an inserted preset has to save.
    private static let worthSaving = 16

    /// Reads the routings of a preset, to find others that differ in what switches do only.
    func read(alikeRoutings routings: [YAMLNode], of preset: YAMLNode) {
        // A place that can be learnt is one of the preset's own.
        if preset.entry("learnable") != nil || preset.entry("routings")?.value.isAlias ?? false { return }
        var hasher = Hasher()
        var words = 0
        var hashes: Set<Int> = []
        for routing in routings where !routing.isOfFootswitches {
            guard let hash = routing.hash() else { return }
            hasher.combine(hash)
            hashes.insert(hash)
            words += routing.words
        }
        if hashes.isEmpty { return }
        let hash = hasher.finalize()
        if let number = alikePresetNumbers[hash] {
            alikePresets[number].group.add(preset.place)
        } else {
            alikePresetNumbers[hash] = alikePresets.count
            alikePresets.append(AlikePresets(group: Group(preset.place), words: words, routings: hashes))
        }
    }

    /// Returns the numbers of the routings of which no other hint need tell.
    func reportAlikePresets(_ log: DiagnosticLog) -> Set<Int> {
        var reported: Set<Int> = []
        for alike in alikePresets {
            let count = alike.group.count
            // The inserted preset has a name, and each of the others an `insert`.
            guard let place = alike.group.second, (count - 1) * alike.words - (6 + 2 * count) >= Hints.worthSaving
            else { continue }
            for hash in alike.routings {
                if let number = routingNumbers[hash], routings[number].count == count { reported.insert(number) }
            }
            let first = alike.group.place
            log.note(
                place,
                "\(count) presets, the first in \(log.name(of: first.file)):\(first.line), have the same routings, "
                    + "those of footswitches aside; a preset without a number, such as `Common`, has them once, and "
                    + "each of these says `insert: [Common]`, and by `assignments:` what a switch does in it (A5)")
        }
        return reported
    }
}

extension YAMLNode {
    fileprivate var isOfFootswitches: Bool {
        guard let from = entry("from")?.value else { return false }
        return from.text == "footswitches" || from.items.count == 1 && from.items[0].text == "footswitches"
    }

    /// The number of words as they are written: keys and values, an alias or a merge as one.
    fileprivate var words: Int {
        if isAlias { return 1 }
        switch content {
        case .scalar: return 1
        case .sequence(let items): return items.reduce(0) { $0 + $1.words }
        case .mapping(let entries): return entries.reduce(0) { $0 + ($1.isMerged ? 0 : 1 + $1.value.words) }
        }
    }
}
