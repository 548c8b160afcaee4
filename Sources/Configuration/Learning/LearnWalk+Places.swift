extension LearnWalk {
    /// The keys of the language that lead to learnable values: for each kind of mapping or list, the kind behind each
    /// key. `#` is an item of a list, `*` any name, and `value` a leaf.
    private static let places: [String: [String: String]] = [
        "box": [
            "presets": "presets", "assignments": "assignments", "ports": "ports", "input-keyboard": "port",
            "clock": "clock", "motion": "motion",
        ],
        "presets": ["#": "preset"], "assignments": ["#": "assignment"], "ports": ["*": "port"],
        "port": ["channel": "value"], "clock": ["tempo": "value"], "motion": ["range": "range"],
        "range": ["x": "value", "y": "value", "z": "value"],
        "preset": ["number": "value", "tempo": "value", "routings": "routings"], "routings": ["#": "routing"],
        "routing": [
            "restrict": "restrict", "notes": "notes", "velocity": "velocity", "channel": "value",
            "controllers": "controllers", "on-load": "messages",
        ],
        "restrict": ["channel": "value", "notes": "value", "velocities": "value", "conditions": "conditions"],
        "notes": ["map": "map"], "map": ["*": "value"], "velocity": ["fixed": "value"],
        "controllers": ["remap": "remaps"], "remaps": ["#": "remap"],
        "remap": [
            "from": "value", "to": "value", "decrement": "value", "channel": "value", "trigger": "value",
            "start": "value", "end": "value", "linear": "linear",
        ],
        "linear": ["in": "value", "out": "value"],
        "messages": ["#": "message"], "message": ["send": "value", "channel": "value"],
        "conditions": ["of": "of"], "of": ["#": "condition"],
        "condition": [
            "controller": "value", "decrement": "value", "channel": "value", "trigger": "value", "start": "value",
            "end": "value", "when": "value", "notes": "value", "velocities": "value", "conditions": "conditions",
        ],
        "assignment": [
            "controller": "value", "decrement": "value", "channel": "value", "trigger": "value", "start": "value",
            "end": "value", "linear": "linear", "conditions": "conditions",
        ],
    ]

    /// Whether the language has such a place; needed because a missing key could be any word.
    var isPlace: Bool {
        var kind = "box"
        for key in path {
            guard let keys = LearnWalk.places[kind], let next = keys[key] ?? keys["*"] else { return false }
            kind = next
        }
        return true
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
