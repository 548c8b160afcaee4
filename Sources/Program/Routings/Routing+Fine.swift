extension Routing {
    /// Returns the velocity of a Note On at 16 bits after the velocity remap (R7, U4), for a note whose velocity scaled
    /// down has passed it. Without a velocity remap nothing changes.
    ///
    /// A velocity below the scaled-up 1 is a 1 in MIDI 1.0, and 0 is no release in MIDI 2.0. A curve brings no velocity
    /// below the scaled-up 1 that was not there before, because it gives at least 1.
    public func fineVelocity(_ velocity: UInt16) -> UInt16 {
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
