import Plan

// Each group of a UMP port is a routing place of its own: a source and a destination (U6).
extension Compiler {
    private var groups: PortGroups { reader.box.groups }

    /// Adds the other groups of these sources' ports; one bit each.
    func withGroups(_ sources: UInt64) -> UInt64 {
        var all = sources
        for port in groups.entries.indices where sources & 1 << UInt64(port) != 0 {
            for place in groups.places(of: port) { all |= 1 << UInt64(place) }
        }
        return all
    }

    /// Calls `copy` for each further group of a port, with that place and the first place of the port.
    func copyToGroups(_ copy: (_ place: Int, _ first: Int) -> Void) {
        for port in groups.entries.indices {
            for place in groups.places(of: port).dropFirst() { copy(place, port) }
        }
    }

    /// Returns the row with the last values of all groups of a port; nil for a port with one place and for other
    /// sources.
    func commonValues(of source: Int) -> UInt8? {
        guard source < groups.entries.count, groups.entries[source].count > 1 else { return nil }
        // A port reserves equally many places in each compilation, so its row does not change either.
        let before = groups.entries[..<source].filter { $0.room > 1 }.count
        return UInt8(Limits.sources + before)
    }

    /// Sets the traits of all places, and extends the assignments to all groups of their ports.
    func addGroups(to plan: inout Plan) {
        for (index, port) in reader.box.ports.enumerated() {
            for (group, place) in groups.places(of: index).enumerated() {
                plan.ports[place] = traits(port, index, group: group)
                if groups.entries[index].count > 1 { plan.groupedSources |= 1 << UInt64(place) }
            }
        }
        // In reverse order, so that each list of ports of one device is built in ascending order.
        for (index, port) in reader.box.ports.enumerated().reversed() {
            guard let owner = port.sharedWith else { continue }
            plan.ports[index].device = PortIndex(owner)
            plan.ports[index].nextOfDevice = plan.ports[owner].nextOfDevice
            plan.ports[owner].nextOfDevice = PortIndex(index)
        }
        plan.assignedSources = withGroups(plan.assignedSources)
        plan.noteListeners = withGroups(plan.noteListeners)
    }

    private func traits(_ port: PortConfiguration, _ index: Int, group: Int) -> PortTraits {
        var traits = PortTraits()
        traits.receives = port.receives
        traits.sends = port.sends
        traits.passesActiveSensing = port.passesActiveSensing
        traits.clockIn = port.clockIn
        traits.lowHalfFirst = port.lowHalfFirst
        traits.releasesOnUnplug = port.releasesOnUnplug
        traits.runningStatus = port.runningStatus
        traits.isNetwork = port.isNetwork
        traits.isBluetooth = port.isBluetooth
        traits.group = port.group ?? UInt8(group)
        traits.groupCount = UInt8(groups.entries[index].count)
        traits.hearsAllGroups = port.group == nil && groups.entries[index].count == 1
        traits.first = PortIndex(index)
        traits.device = PortIndex(index)
        traits.second = PortIndex(groups.entries[index].second)
        traits.commonValues = commonValues(of: index) ?? PortTraits.none
        traits.wanted = port.wanted
        traits.offersCI = port.offersCI
        traits.name = Name(port.alias)
        return traits
    }
}

// MARK: - Destinations

extension Compiler {
    /// Completes the destinations of a routing. Destinations that depend on the source go into a table that routings
    /// share.
    func settleDestinations(of routing: inout Routing, _ model: RoutingModel) {
        let isAny = routing.destinationCount == Routing.bySource
        let ports = isAny ? PortIndex.all.filter { model.anyDestinations & $0.bit != 0 } : model.destinations(from: 0)
        if !isAny && !ports.contains(where: { groups.entries[$0.position].count > 1 }) { return }
        let key = DestinationKey(ports: ports, isAny: isAny)
        let number = destinationKeys.firstIndex(of: key) ?? destinationKeys.count
        if number == destinationKeys.count { destinationKeys.append(key) }
        routing.destinationCount = Routing.bySource
        routing.destinationTable = number
    }

    func addDestinationTables(to plan: inout Plan) {
        if destinationKeys.isEmpty { return }
        let tables = destinationKeys.map { DestinationTable(entries: arena.copy(entries(of: $0))) }
        for table in tables { plan.destinations |= table.bits }
        plan.destinationTables = arena.copy(tables)
    }

    private func entries(of key: DestinationKey) -> [PortIndex] {
        var entries: [PortIndex] = []
        func add(_ row: [Int]) {
            entries.append(PortIndex(row.count))
            for index in 0..<Limits.ports { entries.append(PortIndex(index < row.count ? row[index] : 0)) }
        }
        for source in 0..<Limits.sources {
            let origin = source < Limits.ports ? groups.port(of: source) : nil
            let ports = key.ports.filter { !key.isAny || origin != $0.position }
            let group = origin.flatMap { self.group(of: source, port: $0) }
            add(ports.compactMap { place(of: group, at: $0.position) })
        }
        add(key.ports.flatMap { groups.places(of: $0.position) })
        return entries
    }

    /// Returns the group of a place; nil for a port that merges its groups or has none.
    private func group(of place: Int, port: Int) -> Int? {
        if groups.entries[port].count > 1 { return groups.places(of: port).firstIndex(of: place) }
        return reader.box.ports[port].group.map { Int($0) }
    }

    /// Returns the place that receives messages of a group at a port; nil if the port has no such group.
    private func place(of group: Int?, at port: Int) -> Int? {
        if groups.entries[port].count == 1 { return port }
        let places = groups.places(of: port)
        guard let group else { return port }
        return group < places.count ? places[group] : nil
    }
}

/// The destinations from which a table is built. Routings with equal keys share a table.
struct DestinationKey: Equatable {
    /// The ports in listed order.
    var ports: [PortIndex]
    /// `to: [any]`: a message does not return to the port that it came from (R22).
    var isAny: Bool
}
