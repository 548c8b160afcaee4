/// Keys of the configuration language whose values can be learnt.
struct LearnableKey {
    /// The mappings that have these keys, by their names in `grammar`.
    private let mappings: String
    /// The keys; `*` stands for any.
    private let keys: String
    /// The words for these keys in the list of all learnable keys; nil if an earlier row names them.
    let words: String?
    /// Returns how the value at the end of a path is learnt; nil if it cannot be learnt.
    let kind: @Sendable (LearnWalk) -> Learner.Kind?

    private init(
        _ mappings: String, _ keys: String, _ words: String? = nil,
        _ kind: @escaping @Sendable (LearnWalk) -> Learner.Kind?
    ) {
        (self.mappings, self.keys, self.words, self.kind) = (mappings, keys, words, kind)
    }

    /// All learnable keys.
    static let all: [LearnableKey] = [
        .init("restrict condition", "notes", "notes, velocities and channel of restrict and conditions") { _ in
            .noteRange
        },
        .init("restrict condition", "velocities") { _ in .velocityRange },
        .init("restrict condition", "channel") { _ in .channel },
        .init("port routing remap message assignment", "channel", "channel elsewhere") { _ in .channel },
        .init("notes", "map", "map of notes and its entries") { _ in .noteMapEntry },
        .init("map", "*") { _ in .key },
        .init("velocity", "fixed", "fixed and limit of velocity") { _ in .velocity },
        .init("velocity", "limit") { _ in .velocityRange },
        .init("velocity-line", "in") { _ in .velocityRange },
        .init("remap", "from to", "from, to and decrement of remaps") { $0.input },
        .init("remap condition assignment", "decrement") { .controller(was: $0.old ?? "") },
        .init("condition assignment", "controller", "controller") { $0.input },
        .init("remap condition assignment", "trigger rearm start end", "trigger, rearm, start, end") { $0.value },
        .init("condition", "when", "when") { $0.valueOfCondition },
        .init("linear", "in", "in and out of linear") { $0.inputsOfMap },
        .init("linear", "out") { $0.outputsOfMap },
        .init("clock preset", "tempo", "tempo") { _ in .tempo },
        .init("preset", "number", "number of a preset") { _ in .program },
        .init("message", "send", "send of on-load") { _ in .message },
        .init("range", "x", "x, y and z of range of motion") { _ in .tilt(axis: 0) },
        .init("range", "y") { _ in .tilt(axis: 1) },
        .init("range", "z") { _ in .tilt(axis: 2) },
        .init("pedal", "range", "range of pedals") { $0.rangeOfPedal },
    ]

    /// The mappings and lists on the way to learnable keys. Each line names a mapping, then the keys that lead on:
    /// `key=mapping`. `#` is an item of a list, `*` any name. This is text because a dictionary literal takes 11 KB of
    /// code.
    private static let grammar = [
        "box presets=presets assignments=assignments ports=ports input-keyboard=port clock=clock motion=motion "
            + "pedals=pedals",
        "presets #=preset", "assignments #=assignment", "ports *=port", "motion range=range", "pedals *=pedal",
        "preset routings=routings on-load=messages on-leave=messages parts=parts "
            + "assignments=assignments", "parts #=part",
        "part send=messages", "routings #=routing",
        "routing restrict=restrict notes=notes velocity=velocity controllers=controllers on-load=messages "
            + "on-leave=messages",
        "restrict conditions=conditions", "notes map=map", "controllers remap=remaps", "remaps #=remap",
        "remap linear=linear", "messages #=message", "conditions of=of", "of #=condition",
        "condition conditions=conditions", "assignment linear=linear conditions=conditions",
        "velocity linear=velocity-line",
    ]

    /// Returns the learnable key at the end of a path; nil if there is none. The whole path counts, because a missing
    /// key could be any word.
    static func find(_ path: [String]) -> LearnableKey? {
        var mapping = "box"
        for key in path.dropLast() {
            guard let next = inner(key, of: mapping) ?? inner("*", of: mapping) else { return nil }
            mapping = next
        }
        return path.last.flatMap { key in all.first { $0.isOf(mapping) && $0.has(key) } }
    }

    /// Returns the mapping or list that a key leads to; nil if `mapping` has no such key.
    private static func inner(_ key: String, of mapping: String) -> String? {
        for line in grammar {
            let words = line.split(separator: " ")
            if words[0] != mapping { continue }
            for word in words.dropFirst() where word.hasPrefix(key + "=") {
                return String(word.dropFirst(key.count + 1))
            }
        }
        return nil
    }

    private func isOf(_ mapping: String) -> Bool { mappings.split(separator: " ").contains { $0 == mapping } }

    private func has(_ key: String) -> Bool { keys == "*" || keys.split(separator: " ").contains { $0 == key } }
}
