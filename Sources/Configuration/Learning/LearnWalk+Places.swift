extension LearnWalk {
    /// The keys of the language that lead to learnable values. A line begins with a kind of mapping or list; its keys
    /// follow, each with the kind behind it: `key=kind`, or `key` alone for a value. `#` is an item of a list, `*` any
    /// name. Lines of text, because a dictionary literal takes 11 KB of code.
    private static let places = [
        "box presets=presets assignments=assignments ports=ports input-keyboard=port clock=clock motion=motion pedals=pedals",
        "presets #=preset", "assignments #=assignment", "ports *=port", "port channel", "clock tempo",
        "motion range=range", "range x y z", "pedals *=pedal", "pedal range",
        "preset number tempo routings=routings", "routings #=routing",
        "routing restrict=restrict notes=notes velocity=velocity channel controllers=controllers on-load=messages",
        "restrict channel notes velocities conditions=conditions", "notes map=map", "map *", "velocity fixed",
        "controllers remap=remaps", "remaps #=remap",
        "remap from to decrement channel trigger start end linear=linear", "linear in out",
        "messages #=message", "message send channel", "conditions of=of", "of #=condition",
        "condition controller decrement channel trigger start end when notes velocities conditions=conditions",
        "assignment controller decrement channel trigger start end linear=linear conditions=conditions",
    ]

    /// Whether the language has such a place; needed because a missing key could be any word.
    var isPlace: Bool {
        var kind = "box"
        for key in path {
            guard let next = LearnWalk.kind(behind: key, in: kind) ?? LearnWalk.kind(behind: "*", in: kind) else {
                return false
            }
            kind = next
        }
        return true
    }

    /// Returns the kind of what stands behind a key, empty for a value; nil: the kind of mapping or list has no such key.
    private static func kind(behind key: String, in kind: String) -> String? {
        for line in places {
            let words = line.split(separator: " ")
            if words[0] != kind { continue }
            for word in words.dropFirst() {
                if word == key { return "" }
                if word.hasPrefix(key + "=") { return String(word.dropFirst(key.count + 1)) }
            }
        }
        return nil
    }

    /// The path as users write it, with positions from 1; while a preset is read, relative to that preset.
    var shown: String {
        var words: [String] = []
        // In some paths the first item is known by the preset's name, not by its position.
        var unknown = path.count { $0 == "#" } - positions.count
        var known = positions[...]
        for key in path {
            if key != "#" {
                words.append(key)
            } else if unknown > 0 {
                unknown -= 1
                if let preset, words == ["presets"] { words.append(preset) } else { words.removeLast() }
            } else {
                words.append("\((known.popFirst() ?? 0) + 1)")
            }
        }
        return words.isEmpty ? (name.isEmpty ? "the preset" : name) : words.joined(separator: ".")
    }
}
