import Program

// Where the messages of a routing go.
extension Router {
    /// The destinations of a routing for messages of a source, in listed order. `to: [any]` leaves out the port that they
    /// came from (R22).
    @inline(__always)
    mutating func destinations(
        of routing: UnsafePointer<Routing>, from source: UInt8
    ) -> UnsafeBufferPointer<PortIndex> {
        let count = routing.pointee.destinationCount
        if count == Routing.toAny { return others(than: source) }
        // The list is the first field of a routing (`LayoutTests`).
        let list = UnsafeRawPointer(routing).assumingMemoryBound(to: PortIndex.self)
        return UnsafeBufferPointer(start: list, count: Int(count))
    }

    /// The destinations of `to: [any]` for messages of a source. Out of line, since few routings have it.
    @inline(never)
    private mutating func others(than source: UInt8) -> UnsafeBufferPointer<PortIndex> {
        program.pointee.destinations(ofAnyFrom: source)
    }

    /// The destinations of a routing for messages of any source.
    mutating func allDestinations(of routing: UnsafePointer<Routing>) -> UnsafeBufferPointer<PortIndex> {
        destinations(of: routing, from: Source.clock)
    }

    /// Whether a routing leaves out a destination, because its messages come from that port (R22).
    @inline(__always)
    mutating func leavesOut(_ destination: PortIndex, _ routing: UnsafePointer<Routing>, from source: UInt8) -> Bool {
        routing.pointee.destinationCount == Routing.toAny && destination.rawValue == source
    }
}
