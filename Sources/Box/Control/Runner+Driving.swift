import Configuration
import Loop
import Plan

// Clients drive the box. Each request is answered when the loop has performed it.
extension Runner {
    /// Performs an action for a client.
    func perform(_ action: Action, for client: ControlClient) {
        if action == .save { running.said = RunningConfiguration.Said() }
        link.tell(.perform(action))
        client.delayAnswer()
        link.afterwards {
            var lines: [String] = []
            switch action {
            case .save: lines = self.running.takeSaid()
            case _ where action.loadsPreset, .setList:
                lines = ["| \(self.presetText)", "ok"]
            case .nextPart, .previousPart:
                lines = ["| \(self.partText ?? self.presetText)", "ok"]
            default: lines = ["ok"]
            }
            client.replyLate(lines)
        }
    }

    /// A tap that counts when it was made (K3): at most a second ago, and now if that time is yet to come.
    static func tap(made time: UInt64, at now: UInt64) -> Action {
        let age = now - min(now, time)
        return .clock(.tapAgo(UInt32(min(age, 1_000_000_000) / 1000)))
    }

    /// Reads an action in the words of a script that has an effect in the running preset.
    func action(in line: ArraySlice<UInt8>) throws(ScriptWords.Problem) -> Action {
        var words = try ScriptWords(line)
        let verb = try words.next("an action")
        guard let action = try ScriptAction.read(verb.text, &words, configuration) else {
            throw verb.problem("there is no action '\(verb.text)'" + offer(verb.text, among: ScriptAction.verbs))
        }
        try words.finish()
        switch action {
        case .loadNumber(let number):
            let presets = configuration.plan.pointee.presets
            if presets.indices.contains(where: { presets[$0].number == number }) { return action }
            if let preset = configuration.preset(named: "\(number)") { return .load(preset) }
            throw verb.problem("no preset has the number \(number)")
        case .mute(let name, _), .bypass(let name, _):
            let names = routingNames
            let wanted = configuration.routingNames[Int(name)]
            if names.contains(wanted) { return action }
            throw verb.problem("the running preset has no routing '\(wanted)'" + offer(wanted, among: names))
        default: return action
        }
    }

    /// E1: reloads the configuration for a client. Errors and warnings are sent before the answer.
    func reload(for client: ControlClient) {
        running.said = RunningConfiguration.Said()
        running.reload()
        client.delayAnswer()
        link.afterwards { client.replyLate(self.running.takeSaid()) }
    }

    /// Names of one kind, in the order of the configuration.
    func names(_ names: ControlRequest.Names) -> [String] {
        switch names {
        case .ports: configuration.box.ports.map { $0.alias }
        case .presets: configuration.presetNames
        case .routings: routingNames
        case .footswitches: configuration.box.footswitches.map { $0.name }
        case .variables: configuration.box.variables.map { $0.name }
        case .setLists: configuration.setListNames.filter { !$0.isEmpty }
        }
    }

    /// The names of the running preset's routings, each once.
    private var routingNames: [String] {
        var names: [String] = []
        for routing in routingsOfRunning {
            if let name = routing, !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// The name of each routing of the running preset; nil for a routing without a name.
    var routingsOfRunning: [String?] {
        let runs = link.running
        guard !runs.preset.isNone, let its = running.configuration(of: runs) else { return [] }
        return its.namesOfRoutings(runs.preset)
    }

    /// The number and name of the running preset: `2 Organ`, `- Organ` without a number.
    var presetText: String {
        let runs = link.running
        guard !runs.preset.isNone, let its = running.configuration(of: runs) else { return "none" }
        let (number, name) = (its.plan.pointee.presets.at(runs.preset).pointee.number, its.name(of: runs.preset))
        return "\(number < 0 ? "-" : "\(number)") \(name.visible)"
    }

    /// The position from 1 and name of the part that runs: `2 Chorus`; nil in a preset without parts (P9).
    var partText: String? {
        let runs = link.running
        guard !runs.preset.isNone, let its = running.configuration(of: runs) else { return nil }
        let names = its.partNames[runs.preset.position]
        return names.indices.contains(Int(runs.part)) ? "\(runs.part + 1) \(names[Int(runs.part)].visible)" : nil
    }
}
