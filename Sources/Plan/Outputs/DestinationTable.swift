/// The destinations of a routing for each source (R22, U6).
package struct DestinationTable {
    /// Each row has `stride` entries: the number of destinations, then the destinations in listed order. The rows are
    /// the sources, followed by `everySource`.
    private let entries: UnsafePointer<PortIndex>

    /// The number of entries in a row.
    package static let stride = Limits.ports + 1
    /// The row that lists all destinations, each once.
    package static let everySource = UInt8(Limits.sources)
    package static let rows = Limits.sources + 1

    /// - Parameter entries: `rows` times `stride` entries.
    package init(entries: UnsafePointer<PortIndex>) { self.entries = entries }

    @inline(__always)
    package func destinations(from row: UInt8) -> UnsafeBufferPointer<PortIndex> {
        let row = entries + Int(row) * DestinationTable.stride
        return UnsafeBufferPointer(start: row + 1, count: row.pointee.position)
    }

    /// All destinations, one bit each.
    package var bits: UInt32 {
        var bits: UInt32 = 0
        for destination in destinations(from: DestinationTable.everySource) { bits |= destination.bit }
        return bits
    }
}

extension Plan {
    /// Returns the destinations of a routing with a table for a source, or for `DestinationTable.everySource`.
    @inline(__always)
    package func destinations(
        ofTabled routing: UnsafePointer<Routing>, from source: UInt8
    ) -> UnsafeBufferPointer<PortIndex> {
        guard let destinationTables else { return UnsafeBufferPointer(start: nil, count: 0) }
        return destinationTables[routing.pointee.destinationTable].destinations(from: source)
    }
}

extension Routing {
    /// The index of the routing's table, 0...65535, if `destinationCount` is `bySource`; stored in place of the
    /// destinations.
    package var destinationTable: Int {
        @inline(__always) get { destinations[0].position | destinations[1].position << 8 }
        set { (destinations[0], destinations[1]) = (PortIndex(newValue), PortIndex(newValue >> 8)) }
    }
}
