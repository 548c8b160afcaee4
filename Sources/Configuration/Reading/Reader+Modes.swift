import Plan

/// `mode` and its settings as read from a file.
struct ModeModel {
    var mode = ValueMode()
    /// The controller of `decrement`.
    var back: Controller?
    /// The entry of `decrement`.
    var backEntry: YAMLNode.Entry?
    /// The entries of `start` and `end`.
    var startEntry: YAMLNode.Entry?
    var endEntry: YAMLNode.Entry?
}

extension Reader {
    /// The keys that `readMode` reads.
    static let settings: [Text] = [
        "mode", "trigger", "edge", "rearm", "by", "start", "end", "wrap", "decrement",
    ]

    /// Reads `mode` with `trigger`, `edge`, `rearm`, `by`, `start`, `end`, `wrap` and `decrement` (R11, R12, R13, R14,
    /// R27), in the value range of the input controller.
    ///
    /// - Parameters:
    ///   - entry: the entry of the input controller.
    ///   - warns: whether to warn of settings that the mode does not use; in conditions they are allowed.
    @_optimize(speed)
    func readMode(
        _ fields: inout Fields, of from: Controller?, _ entry: YAMLNode.Entry?, warns: Bool = true
    ) -> ModeModel {
        var model = ModeModel()
        if case .relative(_, let steps)? = from, let entry {
            return readRelativeMode(&fields, steps, of: entry, warns: warns)
        }
        // An invalid controller gets the widest range, so that the settings cause no further errors.
        let top = from?.top ?? 16383
        let trigger = from?.trigger ?? 8192
        if !fields.has(anyOf: Reader.settings) {
            // Fast path: most remaps and conditions have none of these settings.
            model.mode.trigger = Int32(trigger)
            model.mode.end = Int32(top)
            return model
        }
        let kinds: [(Text, ValueMode.Kind)] = [("direct", .direct), ("increment", .increment), ("latch", .latch)]
        model.mode.kind = choice(fields.take("mode"), from: kinds) ?? .direct
        let forBoth = [fields.take("trigger"), fields.take("edge"), fields.take("rearm")]
        let edges: [(Text, ValueMode.Edge)] = [("rising", .rising), ("falling", .falling), ("both", .both)]
        model.mode.trigger = Int32(value(forBoth[0], top, of: from) ?? trigger)
        model.mode.edge = choice(forBoth[1], from: edges) ?? .rising
        readRearm(forBoth[2], top, of: from, &model.mode)
        let steps = [
            fields.take("by"), fields.take("start"), fields.take("end"), fields.take("wrap"), fields.take("decrement"),
        ]
        readSteps(steps, top, from, &model)
        (model.startEntry, model.endEntry) = (steps[1], steps[2])
        model.back = decrement(steps[4], of: from)
        model.backEntry = steps[4]
        warnOfIdle(forBoth, unless: !warns || model.mode.kind != .direct, "increment or latch")
        warnOfIdle(steps, unless: !warns || model.mode.kind == .increment, "increment")
        if model.mode.kind != .increment { model.back = nil }
        return model
    }

    func readSteps(_ entries: [YAMLNode.Entry?], _ top: Int, _ from: Controller?, _ model: inout ModeModel) {
        model.mode.by = Int32(integer(entries[0], -top...top) ?? 1)
        let start = value(entries[1], top, of: from)
        let end = value(entries[2], top, of: from)
        model.mode.start = Int32(start ?? 0)
        model.mode.end = Int32(end ?? top)
        if let start, let end, start > end, let entry = entries[2] {
            wrong(entry, "at least `start`, which is \(start); a negative `by` steps down from `end`")
        }
        model.mode.wraps = boolean(entries[3]) ?? true
    }

    /// Reads `decrement`, the controller that steps backwards. It must differ from `from` and be of the same type.
    private func decrement(_ entry: YAMLNode.Entry?, of from: Controller?) -> Controller? {
        guard let entry, let back = controller(entry, isInput: true) else { return nil }
        guard let from else { return nil }
        if !back.isSameType(as: from) || back == from {
            wrong(entry, "another controller of the same type as what steps forwards")
            return nil
        }
        return back
    }

    /// Warns of settings without effect, because they belong to another mode.
    private func warnOfIdle(_ entries: [YAMLNode.Entry?], unless isUsed: Bool, _ mode: String) {
        if isUsed { return }
        for case let entry? in entries {
            log.warning(entry.place, "`\(entry.key)` does nothing here; it goes with mode \(mode)")
        }
    }
}
