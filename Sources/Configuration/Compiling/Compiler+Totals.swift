import Plan

extension Compiler {
    /// Reports presets that exceed a limit of all presets together. Inserted presets count wherever they are inserted.
    func checkTotals() {
        var totals = Totals()
        for index in reader.presets.indices {
            let preset = reader.presets[index]
            let owners = owners(of: preset)
            totals.add(
                owners.flatMap { $0.routings }, owners.flatMap { $0.assignments },
                PresetModel.portMessages(of: owners, parts: preset.parts))
            // The presets before this one are within the limits, so this one is at fault.
            markIfFaulty(index) { report(totals, preset.place) }
        }
    }

    private func report(_ totals: Totals, _ place: Place) {
        for (name, count, limit) in totals.counts where count > limit { reader.overLimit(place, name, limit, count) }
        if totals.umps > ReadingLimits.onLoadUMPs {
            reader.overLimit(place, "onLoadPackets", ReadingLimits.onLoadUMPs)
        }
    }
}

/// What the presets of a box have together.
private struct Totals {
    private var routings = 0
    private var remaps = 0
    private var conditions = 0
    /// UMPs that are sent on load, on leave and when parts begin.
    private(set) var umps = 0

    /// Adds those of a preset.
    ///
    /// - Parameter messages: to ports, without a routing.
    mutating func add(_ routings: [RoutingModel], _ assignments: [AssignmentModel], _ messages: [OnLoadModel]) {
        self.routings += routings.count + messages.ports.count
        remaps += routings.reduce(0) { $0 + $1.remaps.count }
        conditions += PresetModel.conditionCount(routings, assignments)
        umps += Totals.umps(messages)
        for routing in routings { umps += Totals.umps(routing.onLoad) + Totals.umps(routing.onLeave) }
    }

    private static func umps(_ messages: [OnLoadModel]) -> Int { messages.reduce(0) { $0 + $1.messages.count } }

    /// The names of the limits, the counts and the limits.
    var counts: [(String, Int, Int)] {
        [
            ("routingsOfBox", routings, Limits.routingsOfBox), ("remapsOfBox", remaps, Limits.remapsOfBox),
            ("conditionsOfBox", conditions, Limits.conditionsOfBox),
        ]
    }
}
