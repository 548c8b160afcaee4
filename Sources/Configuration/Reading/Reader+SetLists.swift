import Program

/// A set list as read; the names of its presets are resolved when all presets are known.
struct SetListModel {
    /// Empty for the only set list of a box that gives it no name.
    var name: String
    var presets: [PresetReference]
}

extension Reader {
    /// Reads `setlist: [Verse, Chorus]`, or several by name: `setlist: { Friday: [Verse], Sunday: [Chorus] }` (P8).
    func readSetLists(_ entry: YAMLNode.Entry) {
        guard case .mapping(let lists) = entry.value.content else {
            setLists = [SetListModel(name: "", presets: setListPresets(entry))]
            return
        }
        for (index, list) in lists.enumerated() {
            if index == Limits.setLists { return overLimit(list.place, "setLists", Limits.setLists, lists.count) }
            checkName(list.key, list.place)
            setLists.append(SetListModel(name: list.key.string, presets: setListPresets(list)))
        }
    }

    private func setListPresets(_ entry: YAMLNode.Entry) -> [PresetReference] {
        presetNames(entry, "a list of names of presets, such as [Verse, Chorus]", "setListPlaces", Limits.setListPlaces)
    }

    /// Reads a list of names of presets.
    ///
    /// - Parameters:
    ///   - name: of the limit.
    ///   - limit: the most names.
    func presetNames(_ entry: YAMLNode.Entry, _ must: String, _ name: String, _ limit: Int) -> [PresetReference] {
        var names: [PresetReference] = []
        for item in items(entry, must) {
            if names.count == limit {
                overLimit(item.place, name, limit)
                break
            }
            if let name = item.text, !name.isEmpty {
                names.append(PresetReference(name: name.string, place: item.place))
            } else {
                wrong(item, entry.key, "names of presets")
            }
        }
        return names
    }
}
