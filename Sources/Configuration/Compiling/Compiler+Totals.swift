import Plan

extension Compiler {
    /// Reports presets that exceed a limit of all presets together. Inserted presets count wherever they are inserted.
    func checkTotals() {
        var totals = Totals()
        for index in reader.presets.indices {
            let preset = reader.presets[index]
            if preset.inserts.isEmpty {
                totals.add(preset)
            } else {
                for owner in owners(of: preset) { totals.add(owner) }
            }
            if preset.sendsToPorts || !preset.inserts.isEmpty { totals.add(messages: portMessages(of: preset)) }
            // The presets before this one are within the limits, so this one is at fault.
            markIfFaulty(index) { report(totals, preset.place) }
        }
    }

    private func report(_ totals: Totals, _ place: Place) {
        for (name, count, limit) in totals.overLimits { reader.overLimit(place, name, limit, count) }
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

    /// Adds the routings and assignments of a preset, without those that it inserts.
    mutating func add(_ preset: PresetModel) {
        routings += preset.routings.count
        conditions += PresetModel.conditionCount(preset.routings, preset.assignments)
        for routing in preset.routings {
            remaps += routing.remaps.count
            umps += Totals.umps(routing.onLoad) + Totals.umps(routing.onLeave)
        }
    }

    /// Adds messages to ports without a routing: each port counts as a routing.
    mutating func add(messages: [OnLoadModel]) {
        routings += messages.ports.count
        umps += Totals.umps(messages)
    }

    private static func umps(_ messages: [OnLoadModel]) -> Int { messages.reduce(0) { $0 + $1.messages.count } }

    /// The names of the limits that are exceeded, the counts and the limits.
    var overLimits: [(String, Int, Int)] {
        if routings <= Limits.routingsOfBox && remaps <= Limits.remapsOfBox && conditions <= Limits.conditionsOfBox {
            return []
        }
        let all = [
            ("routingsOfBox", routings, Limits.routingsOfBox), ("remapsOfBox", remaps, Limits.remapsOfBox),
            ("conditionsOfBox", conditions, Limits.conditionsOfBox),
        ]
        return all.filter { $0.1 > $0.2 }
    }
}
