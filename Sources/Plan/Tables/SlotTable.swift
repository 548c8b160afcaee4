/// A sparse table from input slots to numbers. Most routings use only a few of more than a thousand slots, so the table
/// stores only the nonzero 64-bit words of its bit set, and the numbers of the set bits in the order of slots.
///
/// Memory layout: one byte for each 64 slots, which is 0 or the index of their word, from 1; then the words, each
/// followed by the byte offset of its first number; then the numbers.
package struct SlotTable {
    @usableFromInline package let start: UnsafeRawPointer

    package static let none: UInt16 = 0xFFFF

    /// The number of bytes before the words.
    @inlinable package static var headSize: Int { ((ControlInput.derived + Limits.derivedInputs + 63) / 64 + 7) & ~7 }
    /// The number of bytes of a word together with its offset.
    @inlinable package static var wordSize: Int { 16 }

    /// - Parameter memory: memory filled by `write`, which must outlive the table.
    package init(_ memory: UnsafePointer<UInt64>) { start = UnsafeRawPointer(memory) }

    /// Returns the address of the word for 64 slots; nil if none of them has a number.
    @inlinable @inline(__always)
    package func place(_ word: Int) -> UnsafeRawPointer? {
        let place = start.load(fromByteOffset: word, as: UInt8.self)
        return place == 0 ? nil : start + (SlotTable.headSize - SlotTable.wordSize) + Int(place) * SlotTable.wordSize
    }

    /// Returns the slots of a word that have a number, one bit each.
    package func bits(_ word: Int) -> UInt64 { place(word)?.load(as: UInt64.self) ?? 0 }

    /// Whether any slot that notes move has a number (R9).
    var hasNotes: Bool {
        let (first, last) = (ControlInput.key, ControlInput.slots - 1)
        // `noteValue` and `noteVelocity` share one word; the keys begin and end within a word.
        var some = bits(ControlInput.noteValue >> 6) >> UInt64(ControlInput.noteValue & 63) & 0b11
        some |= bits(first >> 6) >> UInt64(first & 63) | bits(last >> 6) << UInt64(63 - last & 63)
        for word in first >> 6 + 1..<last >> 6 { some |= bits(word) }
        return some != 0
    }

    /// Returns the number of a slot, or `none`. The slot must be valid in the configuration.
    @inlinable
    package subscript(slot: Int) -> UInt16 {
        guard let place = place(slot >> 6) else { return SlotTable.none }
        let word = place.load(as: UInt64.self)
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: slot)
        if word & bit == 0 { return SlotTable.none }
        let numbers = place.load(fromByteOffset: 8, as: Int.self)
        return start.load(fromByteOffset: numbers + 2 * (word & (bit - 1)).nonzeroBitCount, as: UInt16.self)
    }
}

// MARK: - Writing

extension SlotTable {
    /// A slot and its number.
    package struct Entry {
        package var slot: Int
        package var number: UInt16

        package init(slot: Int, number: UInt16) {
            self.slot = slot
            self.number = number
        }
    }

    /// Returns the size of a table in bytes, a multiple of 8.
    ///
    /// - Parameter entries: sorted by slot, each slot once.
    package static func size(of entries: UnsafeBufferPointer<Entry>) -> Int {
        (headSize + wordCount(entries) * wordSize + 2 * entries.count + 7) & ~7
    }

    private static func wordCount(_ entries: UnsafeBufferPointer<Entry>) -> Int {
        var (count, last) = (0, -1)
        for index in 0..<entries.count where entries[index].slot >> 6 != last {
            count += 1
            last = entries[index].slot >> 6
        }
        return count
    }

    /// Writes a table into zeroed memory of `size(of:)` bytes.
    package static func write(_ entries: UnsafeBufferPointer<Entry>, to memory: UnsafeMutableRawBufferPointer) {
        let numbers = headSize + wordCount(entries) * wordSize
        var (place, last) = (headSize - wordSize, -1)
        for index in 0..<entries.count {
            let (slot, number) = (entries[index].slot, entries[index].number)
            if slot >> 6 != last {
                last = slot >> 6
                place += wordSize
                memory[last] = UInt8((place - headSize) / wordSize + 1)
                memory.storeBytes(of: numbers + 2 * index, toByteOffset: place + 8, as: Int.self)
            }
            let bits = memory.load(fromByteOffset: place, as: UInt64.self) | 1 << UInt64(slot & 63)
            memory.storeBytes(of: bits, toByteOffset: place, as: UInt64.self)
            memory.storeBytes(of: number, toByteOffset: numbers + 2 * index, as: UInt16.self)
        }
    }
}
