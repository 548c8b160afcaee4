import Plan

extension Reader {
    /// Reads an action of an assignment.
    func action(_ entry: YAMLNode.Entry) -> ActionModel? {
        guard let words = entry.value.text.flatMap({ Word.split($0) }), let verb = words.first, !verb.quoted else {
            wrong(entry, "an action, such as next-preset")
            return nil
        }
        let rest = Array(words.dropFirst())
        if verb.text == "wait" {
            wrong(entry, "an action; `wait` stands in a list of actions, such as [tap, wait 50 ms, next-preset]")
            return nil
        }
        guard let found = ActionWord.find(verb.text.string) else {
            let step = stepVariable(entry, words)
            if step.isVariable { return step.action }
            wrong(entry, "an action, such as next-preset" + help(Reader.near(verb.text, words)))
            return nil
        }
        return switch found.argument {
        case .nothing(let action): alone(action, entry, words)
        case .preset: preset(entry, rest)
        case .setList: named(entry, rest, "a set list").map { .setListName($0) }
        case .mute(let switching): named(entry, rest).map { .mute($0, switching) }
        case .bypass(let switching): named(entry, rest).map { .bypass($0, switching) }
        case .tempo: tempoAction(entry, rest)
        case .transpose: transposeAction(entry, rest)
        case .release: releaseAction(entry, rest)
        case .led: led(entry, rest)
        case .messages: sending(entry, rest)
        case .variable: setVariable(entry, rest)
        case .toggleVariable: toggleVariable(entry, rest)
        }
    }

    /// Suggests an action for an unknown word; empty if none is near.
    private static func near(_ verb: Text, _ words: [Word]) -> String {
        let actions = ActionWord.table.flatMap { $0.alias.isEmpty ? [$0.word] : [$0.word, $0.alias] }
        let near = hint(verb, among: actions)
        if !near.isEmpty { return near }
        let whole = hint(whole(words), among: actions)
        return whole.isEmpty ? action(with: verb).map { "; did you mean `\($0)`?" } ?? "" : whole
    }

    /// The first words of an action with hyphens: `next preset` probably means `next-preset`.
    private static func whole(_ words: [Word]) -> String {
        words.prefix(4).reduce("") { $0.isEmpty ? $1.text.string : $0 + "-" + $1.text.string }
    }

    /// Returns the first action that begins or ends with this part: `toggle` finds `toggle-mute`.
    private static func action(with part: Text) -> String? {
        if part.count < 3 { return nil }
        return ActionWord.table.first { action in
            action.word.asText { word in
                word.begins(with: part)
                    || word.ends(with: part) && word.bytes[word.count - part.count - 1] == UInt8(ascii: "-")
            }
        }?.word
    }

    private func alone(_ action: Action, _ entry: YAMLNode.Entry, _ words: [Word]) -> ActionModel? {
        if words.count == 1 { return .ready(action) }
        let whole = ActionWord.find(Reader.whole(words)).map { "; did you mean `\($0.word)`?" }
        wrong(entry, "the action alone, nothing after it" + (whole ?? ""))
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
        let word = rest.count == 2 ? rest[1].text.string : ""
        guard let state = ActionWord.ledStates.first(where: { $0.word == word })?.state else {
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
