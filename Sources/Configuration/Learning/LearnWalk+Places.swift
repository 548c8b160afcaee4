extension LearnWalk {
    /// The learnable keys of the configuration language. Each line names a kind of mapping or list, then its keys:
    /// `key=kind` leads to that kind, `key` alone is a learnable value. `#` is an item of a list, `*` any name. This
    /// is text because a dictionary literal takes 11 KB of code.
    private static let places = [
        "box presets=presets assignments=assignments ports=ports input-keyboard=port clock=clock motion=motion "
            + "pedals=pedals",
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

    /// Whether the language allows this path. Needed because a missing key could be any word.
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

    /// Returns the kind that a key leads to, empty for a value; nil if a mapping or list of `kind` has no such key.
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

    /// The path as users write it, with positions from 1; relative to the preset if the walk started at one.
    var shown: String {
        var words: [String] = []
        // If the path started in a preset's own file or in a preset, the first `#` has no position.
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
