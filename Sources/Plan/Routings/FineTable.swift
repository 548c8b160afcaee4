/// A table of 7-bit or 14-bit values with its `FineShape`, applied to the 16 or 32 bits of MIDI 2.0 (U4).
struct FineTable {
    let table: UnsafeRawPointer
    /// The number of bytes per entry, 1 or 2.
    let entryBytes: Int
    let input: FineUnits
    let output: FineUnits
    /// Whether the input 0 means that there is no value, as the velocity of a Note On.
    var lacksZero = false

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
    /// A curve is computed from its formula. But a scaled-up input results in a value that scales down to its table
    /// entry, and an input in between stays within the range of both neighbours. A list returns its entries scaled up.
    func callAsFunction(_ value: UInt32) -> UInt32 {
        let shape = shape
        let (left, right) = input.neighbours(of: value)
        if let fraction = shape.curve(input.fraction(value), input, output) {
            // Clamping to the entries suffices: a formula result outside them becomes the nearest end of that range.
            let start = left == 0 && lacksZero ? (shape.falls ? output.highest : 0) : entry(left)
            return output.nearest(to: output.value(fraction), from: start, to: entry(right))
        }
        return shape.kind == .asWritten ? output.up(entry(input.down(value))) : interpolated(value, left, right)
    }

    private func interpolated(_ value: UInt32, _ left: UInt32, _ right: UInt32) -> UInt32 {
        if left == right { return output.up(entry(left)) }
        let (start, end) = (input.up(left), input.up(right))
        let (first, last) = (output.up(entry(left)), output.up(entry(right)))
        let (passed, span) = (UInt64(value - start), UInt64(end - start))
        if first <= last { return first + UInt32((passed * UInt64(last - first) + span / 2) / span) }
        return first - UInt32((passed * UInt64(first - last) + span / 2) / span)
    }
}
