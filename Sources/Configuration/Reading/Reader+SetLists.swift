import Plan

/// A set list as read from a file; names of presets are resolved after all presets are read.
struct SetListModel {
    /// The name; empty if the box has a single set list without a name.
    var name: String
    var presets: [Reference]
}

extension Reader {
    /// Reads `setlist: [Verse, Chorus]`, or named lists: `setlist: { Friday: [Verse], Sunday: [Chorus] }` (P8).
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
    ///   - what: the plural of the things that are named, for messages.
    ///   - name: the name of the limit.
    ///   - limit: the largest number of names.
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
