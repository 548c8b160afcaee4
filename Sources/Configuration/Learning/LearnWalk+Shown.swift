extension LearnWalk {
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
