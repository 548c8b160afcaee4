extension LearnWalk {
    /// What the language has at each kind of place that holds anything that can be learnt; `#` is an item of a list, `*`
    /// any name, and a value is nowhere on the left.
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

    /// Whether the language has such a place: a key that is not there yet could be any.
    var isPlace: Bool {
        var kind = "box"
        for key in way {
            guard let keys = LearnWalk.places[kind], let next = keys[key] ?? keys["*"] else { return false }
            kind = next
        }
        return true
    }

    /// The way as a person writes it, with positions from 1; inside a preset that is being read, from there on.
    var shown: String {
        var words: [String] = []
        // The first items of some ways are known by the preset's name only.
        var unknown = way.count { $0 == "#" } - positions.count
        var known = positions[...]
        for key in way {
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
