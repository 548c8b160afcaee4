import Program

/// A set list as read; the names of its presets are resolved when all presets are known.
struct SetListModel {
    /// Empty for the only set list of a box that gives it no name.
    var name: String
    var presets: [Reference]
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

    private func setListPresets(_ entry: YAMLNode.Entry) -> [Reference] {
        references(entry, "presets", such: "[Verse, Chorus]", "setListPlaces", Limits.setListPlaces)
    }

    /// Reads a list of names.
    ///
    /// - Parameters:
    ///   - what: what has the names.
    ///   - name: of the limit.
    ///   - limit: the most names.
    func references(
        _ entry: YAMLNode.Entry, _ what: String, such example: String, _ name: String, _ limit: Int
    ) -> [Reference] {
        var names: [Reference] = []
        for item in items(entry, "a list of names of \(what), such as \(example)") {
            if names.count == limit {
                overLimit(item.place, name, limit)
                break
            }
            if let name = item.text, !name.isEmpty {
                names.append(Reference(name: name.string, place: item.place))
            } else {
                wrong(item, entry.key, "names of \(what)")
            }
        }
        return names
    }
}
