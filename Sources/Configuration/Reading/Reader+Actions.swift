import Program

extension Reader {
    private static let actions: [Text] = [
        "none", "previous-preset", "next-preset", "preset", "clock-start", "clock-stop", "clock-continue",
        "clock-toggle-pause", "clock-toggle-stop", "tap", "tempo", "panic", "mute", "unmute", "toggle-mute", "bypass",
        "unbypass", "toggle-bypass", "led", "send", "undo", "revert", "save", "setlist", "next-part",
        "previous-part",
    ]

    /// Reads an action of an assignment.
    func action(_ entry: YAMLNode.Entry) -> ActionModel? {
        guard let words = entry.value.text.flatMap({ Word.split($0) }), let verb = words.first, !verb.quoted else {
            wrong(entry, "an action, such as next-preset")
            return nil
        }
        let rest = Array(words.dropFirst())
        switch verb.text {
        case "none": return alone(.none, entry, rest)
        case "previous-preset": return alone(.previousPreset, entry, rest)
        case "next-preset": return alone(.nextPreset, entry, rest)
        case "next-part": return alone(.nextPart, entry, rest)
        case "previous-part": return alone(.previousPart, entry, rest)
        case "panic": return alone(.panic, entry, rest)
        case "preset": return preset(entry, rest)
        case "setlist": return named(entry, rest, "a set list").map { .setListName($0) }
        case "mute": return named(entry, rest).map { .mute($0, .on) }
        case "unmute": return named(entry, rest).map { .mute($0, .off) }
        case "toggle-mute": return named(entry, rest).map { .mute($0, .toggle) }
        case "bypass": return named(entry, rest).map { .bypass($0, .on) }
        case "unbypass": return named(entry, rest).map { .bypass($0, .off) }
        case "toggle-bypass": return named(entry, rest).map { .bypass($0, .toggle) }
        case "clock-start": return alone(.clock(.start), entry, rest)
        case "clock-stop": return alone(.clock(.stop), entry, rest)
        case "clock-continue": return alone(.clock(.continue), entry, rest)
        case "clock-toggle-pause": return alone(.clock(.togglePause), entry, rest)
        case "clock-toggle-stop": return alone(.clock(.toggleStop), entry, rest)
        case "tap": return alone(.clock(.tap), entry, rest)
        case "undo": return alone(.undo, entry, rest)
        case "revert": return alone(.revert, entry, rest)
        case "tempo": return tempoAction(entry, rest)
        case "save": return alone(.save, entry, rest)
        case "led": return led(entry, rest)
        case "send": return sending(entry, rest)
        default:
            // A hyphen may be missing: `next preset` probably means next-preset.
            let whole = words.prefix(4).reduce("") { $0.isEmpty ? $1.text.string : $0 + "-" + $1.text.string }
            var near = help(hint(verb.text, among: Reader.actions))
            if near.isEmpty { near = hint(whole, among: Reader.actions.map { $0.string }) }
            if near.isEmpty, let action = Reader.action(with: verb.text) { near = "; did you mean `\(action)`?" }
            wrong(entry, "an action, such as next-preset" + near)
        }
        return nil
    }

    /// Returns the first action with this part: `next` finds `next-preset`, `stop` finds `clock-stop`.
    private static func action(with part: Text) -> Text? {
        if part.count < 3 { return nil }
        return actions.first { action in
            action.begins(with: part) || action.ends(with: part) && action.bytes[action.count - part.count - 1] == 45
        }
    }

    private func alone(_ action: Action, _ entry: YAMLNode.Entry, _ rest: [Word]) -> ActionModel? {
        if rest.isEmpty { return .ready(action) }
        wrong(entry, "the action alone, nothing after it")
        return nil
    }

    /// Reads `tempo 128`, `tempo +1` or `tempo -1`; the action has hundredths of a BPM.
    private func tempoAction(_ entry: YAMLNode.Entry, _ rest: [Word]) -> ActionModel? {
        guard rest.count == 1, !rest[0].quoted, let value = Decimal.fixed(rest[0].text, places: 2, signed: true) else {
            wrong(entry, "tempo and beats a minute 20..300, or a step such as +1")
            return nil
        }
        let sign = rest[0].text.first
        if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            if -28000...28000 ~= value { return .ready(.clock(.tempoBy(Int32(value)))) }
        } else if 2000...30000 ~= value {
            return .ready(.clock(.tempo(UInt32(value))))
        }
        wrong(entry, "tempo and beats a minute 20..300, or a step such as +1")
        return nil
    }

    /// Reads `preset 5` or `preset "Verse"`.
    private func preset(_ entry: YAMLNode.Entry, _ rest: [Word]) -> ActionModel? {
        if rest.count == 1, rest[0].quoted { return .presetName(rest[0].text.string) }
        if rest.count == 1, let number = Reader.seven(rest[0].text) { return .presetNumber(Int(number)) }
        wrong(entry, "preset and a number 0..127, or a name in quotes")
        return nil
    }

    /// Reads `led A on`, `led A off`, `led A blink` or `led A tempo`.
    private func led(_ entry: YAMLNode.Entry, _ rest: [Word]) -> ActionModel? {
        let states: [(word: Text, state: LEDs.State)] = [
            ("on", .on), ("off", .off), ("blink", .blink), ("tempo", .tempo),
        ]
        guard rest.count == 2, let state = states.first(where: { $0.word == rest[1].text })?.state else {
            wrong(entry, "led, the name of a footswitch, and on, off, blink or tempo")
            return nil
        }
        guard let number = switchNumbers[rest[0].text] else {
            let names = box.footswitches.map { $0.name }
            wrong(entry, "led and the name of a footswitch" + help(offer(rest[0].text, among: names)))
            return nil
        }
        if box.footswitches[number].led == nil {
            log.warning(entry.value.place, "footswitch `\(clipped(rest[0].text))` has no `led`")
        }
        return .ready(.led(UInt8(number), state))
    }

    private func named(_ entry: YAMLNode.Entry, _ rest: [Word], _ what: String = "a routing") -> String? {
        if rest.count == 1, rest[0].quoted { return rest[0].text.string }
        wrong(entry, "the action and the name of \(what) in quotes")
        return nil
    }
}
