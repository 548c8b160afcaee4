/// A table of 7-bit or 14-bit values with the `FineShape` behind it, at the 16 or 32 bits of MIDI 2.0 (U4).
struct FineTable {
    let table: UnsafeRawPointer
    /// The bytes of an entry, 1 or 2.
    let entryBytes: Int
    let input: FineUnits
    let output: FineUnits

    @inline(__always)
    var shape: FineShape { FineShape(behind: table, bytes: entryBytes << Int(input.bits)) }

    @inline(__always)
    private func entry(_ written: UInt32) -> UInt32 {
        entryBytes == 1
            ? UInt32(table.load(fromByteOffset: Int(written), as: UInt8.self))
            : UInt32(table.load(fromByteOffset: 2 * Int(written), as: UInt16.self))
    }

    /// Returns the output for a value.
    ///
    /// A curve is computed from its formula, but a scaled-up value gives what scales down to its entry. A list gives its
    /// entry there, scaled up.
    func callAsFunction(_ value: UInt32) -> UInt32 {
        let written = input.down(value)
        let shape = shape
        if let fraction = shape.curve(input.fraction(value), input, output) {
            let result = output.value(fraction)
            return input.up(written) == value ? output.nearest(to: result, at: entry(written)) : result
        }
        return shape.kind == .asWritten ? output.up(entry(written)) : interpolated(value, written)
    }

    /// - Parameter written: the value scaled down, which in the upper half is scaled up to more than itself.
    private func interpolated(_ value: UInt32, _ written: UInt32) -> UInt32 {
        let place = input.up(written)
        if place == value { return output.up(entry(written)) }
        let left = place < value ? written : written - 1
        let (start, end) = (input.up(left), input.up(left + 1))
        let (first, last) = (output.up(entry(left)), output.up(entry(left + 1)))
        let (passed, span) = (UInt64(value - start), UInt64(end - start))
        if first <= last { return first + UInt32((passed * UInt64(last - first) + span / 2) / span) }
        return first - UInt32((passed * UInt64(first - last) + span / 2) / span)
    }
}
