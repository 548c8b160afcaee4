import Program

// Where the messages of a routing go.
extension Router {
    /// The destinations of a routing for messages of a source, in listed order. `to: [any]` leaves out the port that they
    /// came from (R22), and of a port with several groups it is the place of the source's group (U6).
    @inline(__always)
    mutating func destinations(
        of routing: UnsafePointer<Routing>, from source: UInt8
    ) -> UnsafeBufferPointer<PortIndex> {
        let count = routing.pointee.destinationCount
        if count == Routing.bySource { return tabled(routing, from: source) }
        // The list is the first field of a routing (`LayoutTests`).
        let list = UnsafeRawPointer(routing).assumingMemoryBound(to: PortIndex.self)
        return UnsafeBufferPointer(start: list, count: Int(count))
    }

    /// Out of line, since few routings have a table.
    @inline(never)
    private mutating func tabled(
        _ routing: UnsafePointer<Routing>, from source: UInt8
    ) -> UnsafeBufferPointer<PortIndex> {
        program.pointee.destinations(ofTabled: routing, from: source)
    }

    /// The destinations of a routing for messages of the box itself: of ports with several groups the first (U6).
    mutating func ownDestinations(of routing: UnsafePointer<Routing>) -> UnsafeBufferPointer<PortIndex> {
        destinations(of: routing, from: Source.clock)
    }

    /// The destinations of a routing for messages of any source.
    mutating func allDestinations(of routing: UnsafePointer<Routing>) -> UnsafeBufferPointer<PortIndex> {
        destinations(of: routing, from: DestinationTable.everySource)
    }

    /// Whether a routing leaves out one of its destinations for messages of a source: of the port that they come from
    /// (R22), or of another group (U6).
    mutating func leavesOut(_ destination: PortIndex, _ routing: UnsafePointer<Routing>, from source: UInt8) -> Bool {
        if routing.pointee.destinationCount != Routing.bySource { return false }
        for other in tabled(routing, from: source) where other == destination { return false }
        return true
    }
}
