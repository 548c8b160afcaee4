import Plan

// The destinations of the messages of a routing.
extension Router {
    /// The destinations of a routing for messages of a source, in listed order. `to: [any]` leaves out the port of the
    /// source (R22); of a port with several groups it includes the source's group only (U6).
    @inline(__always)
    mutating func destinations(
        of routing: UnsafePointer<Routing>, from source: UInt8
    ) -> UnsafeBufferPointer<PortIndex> {
        let count = routing.pointee.destinationCount
        if count == Routing.bySource { return tabled(routing, from: source) }
        // The list is the first field of a routing, which `LayoutTests` checks.
        let list = UnsafeRawPointer(routing).assumingMemoryBound(to: PortIndex.self)
        return UnsafeBufferPointer(start: list, count: Int(count))
    }

    /// Out of line, because few routings have a table.
    @inline(never)
    private mutating func tabled(
        _ routing: UnsafePointer<Routing>, from source: UInt8
    ) -> UnsafeBufferPointer<PortIndex> {
        plan.destinations(ofTabled: routing, from: source)
    }

    /// The destinations of a routing for the box's own messages: the first group of ports with several (U6).
    mutating func ownDestinations(of routing: UnsafePointer<Routing>) -> UnsafeBufferPointer<PortIndex> {
        destinations(of: routing, from: Source.clock)
    }

    /// The destinations of a routing for messages of any source.
    mutating func allDestinations(of routing: UnsafePointer<Routing>) -> UnsafeBufferPointer<PortIndex> {
        destinations(of: routing, from: DestinationTable.everySource)
    }

    /// Whether a routing omits one of its destinations for messages of a source: because it is the source's own port
    /// (R22), or another group (U6).
    mutating func leavesOut(_ destination: PortIndex, _ routing: UnsafePointer<Routing>, from source: UInt8) -> Bool {
        if routing.pointee.destinationCount != Routing.bySource { return false }
        for other in tabled(routing, from: source) where other == destination { return false }
        return true
    }
}
