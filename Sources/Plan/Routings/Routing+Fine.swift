extension Routing {
    /// Applies the velocity remap to a 16-bit velocity of a Note On (R7, U4). The velocity, scaled down, must already
    /// have passed the remap. Without a velocity remap nothing changes.
    ///
    /// A velocity below the scaled-up 1 becomes 1 in MIDI 1.0, and the velocity 0 is not a release in MIDI 2.0. A curve
    /// never lowers a velocity to below the scaled-up 1, because its output is at least 1.
    package func fineVelocity(_ velocity: UInt16) -> UInt16 {
        guard let velocityMap else { return velocity }
        let units = FineUnits(bits: 7, width: 16)
        let table = FineTable(
            table: UnsafeRawPointer(velocityMap), entryBytes: 1, input: units, output: units, lacksZero: true)
        let (value, least) = (UInt32(velocity), units.up(1))
        switch table.shape.kind {
        case .asWritten, .interpolated: return UInt16(table(value < least ? least : value))
        default:
            let result = table(value == 0 ? 1 : value)
            let lowest = value < least ? value : least
            return UInt16(result < lowest ? lowest : result)
        }
    }
}
