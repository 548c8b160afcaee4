import Plan

// Groups of which one is on: each press switches its own on and the others off.
extension Hints {
    /// The size of a group from which a variable is shorter.
    private static let manyMembers = 3

    /// Finds actions that switch one LED or Control Change on and all others of a group off. A variable says which one
    /// is on (V2, V3, V4).
    func read(groupsIn assignments: YAMLNode, of root: YAMLNode, _ log: DiagnosticLog) {
        let variables = root.entry("variables")?.value
        let names: [Text] = ["chosen", "current", "active"]
        guard let name = names.first(where: { variables?.entry($0) == nil }) else { return }
        let (presses, mentions) = presses(in: assignments)
        for group in groups(of: presses, mentions, areLEDs: true) { note(leds: group, root, name, log) }
        for group in groups(of: presses, mentions, areLEDs: false) { note(messages: group, root, name, log) }
    }

    /// Returns what each value of each controller switches, and how often each target stands in all assignments.
    private func presses(in assignments: YAMLNode) -> (presses: [Press], mentions: [SwitchTarget: Int]) {
        var presses: [Press] = []
        var numbers: [PressKey: Int] = [:]
        var mentions: [SwitchTarget: Int] = [:]
        for item in assignments.items.prefix(Limits.assignments) {
            guard case .mapping(let choices)? = item.entry("do")?.value.content else { continue }
            let hash = item.isPlainAssignment ? item.hash(without: "do") : nil
            for choice in choices {
                let states = choice.value.actionTexts.compactMap { SwitchState($0) }
                for state in states { mentions[state.target, default: 0] += 1 }
                guard let hash, !states.isEmpty else { continue }
                let key = PressKey(assignment: hash, value: choice.key)
                if numbers[key] == nil {
                    numbers[key] = presses.count
                    presses.append(Press(place: choice.place))
                }
                guard let number = numbers[key] else { continue }
                presses[number].states += states
                // What stands behind a wait is switched later.
                if choice.value.actionTexts.contains(where: { Reader.isWait($0) }) { presses[number].hasWait = true }
            }
        }
        return (presses, mentions)
    }

    /// Returns the presses of each group, in the order of the file.
    private func groups(of presses: [Press], _ mentions: [SwitchTarget: Int], areLEDs: Bool) -> [[Press]] {
        var groups: [[Press]] = []
        var numbers: [Set<SwitchTarget>: Int] = [:]
        for press in presses where !press.hasWait {
            var press = press
            press.states.removeAll { $0.target.isLED != areLEDs }
            let targets = Set(press.targets)
            if targets.count < Hints.manyMembers || targets.count < press.states.count { continue }
            if let number = numbers[targets] {
                groups[number].append(press)
            } else {
                numbers[targets] = groups.count
                groups.append([press])
            }
        }
        return groups.filter { group in
            let targets = group[0].targets
            let ons = targets.compactMap { press(switchingOn: $0, in: group) }
            // Another action that switches a member would not change the variable.
            return group.count == targets.count && Set(ons).count == group.count
                && targets.allSatisfy { mentions[$0] == group.count }
        }
    }

    /// Returns the number of the press that gives a target another value than all others give; nil if there is none.
    private func press(switchingOn target: SwitchTarget, in group: [Press]) -> Int? {
        let values = group.map { $0.value(of: target) }
        let lone = values.indices.filter { index in values.count { $0 == values[index] } == 1 }
        guard lone.count == 1, Set(values).count == 2 else { return nil }
        if target.isLED && (values[lone[0]] != "on" || values[lone[0] == 0 ? 1 : 0] != "off") { return nil }
        return lone[0]
    }

    private func note(leds group: [Press], _ root: YAMLNode, _ name: Text, _ log: DiagnosticLog) {
        let leds = group.compactMap { press in press.states.first { $0.value == "on" }?.target.words[1] }
        let footswitches = leds.map { root.entry("footswitches")?.value.entry($0)?.value }
        guard footswitches.allSatisfy({ $0?.entry("led") != nil && $0?.entry("lit") == nil }) else { return }
        let others = shown(leds.enumerated().dropFirst().map { "\($0.offset + 1) at \($0.element)" })
        log.note(
            group[1].place,
            "the actions at \(group.count) places, the first in line \(group[0].place.line), put out each other's "
                + "LEDs; a variable says which one is lit, over loads too: \(variable(name, group)), "
                + "`lit: { variable: \(name), value: 1 }` at footswitch \(leds[0]) (\(others)), and "
                + "\(settings(name, group)) in the place of the actions `led`")
    }

    private func note(messages group: [Press], _ root: YAMLNode, _ name: Text, _ log: DiagnosticLog) {
        let targets = group[0].targets
        let (port, channel) = (targets[0].words[1], targets[0].channel)
        // In one routing, all messages go to one destination and channel, in one order.
        guard targets.allSatisfy({ $0.words[1] == port && $0.channel == channel }), channel != "all",
            group.allSatisfy({ $0.targets == targets })
        else { return }
        let remaps = targets.map { target in
            let values = group.compactMap { $0.value(of: target)?.string }
            let off = values.first { value in values.count { $0 == value } > 1 } ?? ""
            let list = ([off] + values).joined(separator: ", ")
            return "{ from: variable \(name), to: cc \(target.words[3]), list: [\(list)] }"
        }
        let memory = root.entry("ports")?.value.entry(port)?.value.entry("channel")
        let written = channel == "1" && memory == nil ? "" : ", channel: \(channel)"
        let to = YAMLNode(place: group[0].place, content: .scalar(port, quoted: false)).typed
        log.note(
            group[1].place,
            "the actions at \(group.count) places, the first in line \(group[0].place.line), switch each other's "
                + "controllers off; a variable sends all values, and nothing while it stays: \(variable(name, group)), "
                + "\(settings(name, group)) in the place of these messages, and a routing in each preset, or in one "
                + "that they `insert`: `{ from: variables, to: \(to)\(written), controllers: { remap: "
                + "[\(shown(remaps))] } }`")
    }

    /// The variable, which is 0 before the first press.
    private func variable(_ name: Text, _ group: [Press]) -> String {
        "`variables: { \(name): { range: 0..\(group.count) } }`"
    }

    private func settings(_ name: Text, _ group: [Press]) -> String {
        "`set \(name) 1` (\(shown((2...group.count).map { "\($0)" })))"
    }
}

/// What actions switch: an LED, or a Control Change of a destination.
private struct SwitchTarget: Hashable {
    /// `led A`, or `send "synth" cc 20` without the quotes.
    let words: [Text]
    /// The channel of a message as it is written, 1 if none is.
    let channel: Text

    var isLED: Bool { words.count == 2 }
}

/// An action that switches a target.
private struct SwitchState {
    let target: SwitchTarget
    /// `on`, `off`, or the value of the controller.
    let value: Text

    /// Reads `led A on` or `send "synth" cc 20 = 127 channel 3`; nil for other actions.
    init?(_ action: Text) {
        guard let words = Word.split(action) else { return nil }
        let texts = words.map { $0.text }
        if texts.count == 3, texts[0] == "led" {
            target = SwitchTarget(words: [texts[0], texts[1]], channel: "1")
            value = texts[2]
            return
        }
        let hasChannel = texts.count == 8 && texts[6] == "channel"
        guard texts.count == 6 || hasChannel, texts[0] == "send", words[1].quoted, texts[2] == "cc", texts[4] == "="
        else { return nil }
        target = SwitchTarget(words: [texts[0], texts[1], texts[2], texts[3]], channel: hasChannel ? texts[7] : "1")
        value = texts[5]
    }
}

/// What one value of one controller switches.
private struct Press {
    let place: Place
    var states: [SwitchState] = []
    var hasWait = false

    init(place: Place) { self.place = place }

    var targets: [SwitchTarget] { states.map { $0.target } }

    func value(of target: SwitchTarget) -> Text? { states.first { $0.target == target }?.value }
}

private struct PressKey: Hashable {
    let assignment: Int
    let value: Text
}

extension YAMLNode {
    /// Whether an assignment acts at each trigger, whatever else is true.
    fileprivate var isPlainAssignment: Bool {
        guard case .mapping(let entries) = content else { return false }
        let keys: [Text] = ["from", "channel", "controller", "do"]
        return entries.allSatisfy { keys.contains($0.key) }
    }

    /// The texts of an action, or of a list of them.
    fileprivate var actionTexts: [Text] {
        if let text { return [text] }
        return items.prefix(Limits.actionsOfList).compactMap { $0.text }
    }
}
