/// A number for a few of all slots of inputs: which ones have one is a bit each, and the numbers stand together in the
/// order of the slots. Most routings name a handful of more than a thousand.
public struct SlotTable {
    /// A bit for each slot, from the lowest up.
    @usableFromInline let bits: UnsafePointer<UInt64>
    /// How many numbers stand before those of each word of bits.
    @usableFromInline let before: UnsafePointer<UInt16>
    @usableFromInline let numbers: UnsafePointer<UInt16>

    public static let none: UInt16 = 0xFFFF

    public init(bits: UnsafePointer<UInt64>, before: UnsafePointer<UInt16>, numbers: UnsafePointer<UInt16>) {
        self.bits = bits
        self.before = before
        self.numbers = numbers
    }

    /// Whether what a note is as a controller has a number (R9).
    var hasNotes: Bool {
        let (first, last) = (ControlInput.key, ControlInput.slots - 1)
        // Both values are in one word; the keys begin and end within one.
        var some = bits[ControlInput.noteValue >> 6] >> UInt64(ControlInput.noteValue & 63) & 0b11
        some |= bits[first >> 6] >> UInt64(first & 63) | bits[last >> 6] << UInt64(63 - last & 63)
        for word in first >> 6 + 1..<last >> 6 { some |= bits[word] }
        return some != 0
    }

    /// The number of a slot, or `none`. Any slot of the configuration may be asked for, and no other.
    @inlinable
    public subscript(slot: Int) -> UInt16 {
        let word = bits[slot >> 6]
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: slot)
        if word & bit == 0 { return SlotTable.none }
        return numbers[Int(before[slot >> 6]) + (word & (bit - 1)).nonzeroBitCount]
    }
}
