/// The numbers 0...127 (keys or controllers) that commands referred to, in the order of their last command. Journals
/// list them oldest first (RFC 6295, A.1).
struct RecentNumbers: BitwiseCopyable {
    /// The last command for one key or controller.
    struct Entry: BitwiseCopyable {
        /// The packet of the command, as an extended sequence number.
        var packet: UInt32 = 0
        var value: UInt8 = 0
        /// A second value that the chapter needs; the user of the list defines it.
        var extra: UInt8 = 0
        fileprivate(set) var newer = RecentNumbers.unlisted
        fileprivate(set) var older = RecentNumbers.unlisted
    }

    /// Marks the end of the list.
    static let none: UInt8 = 0xFF
    private static let unlisted: UInt8 = 0xFE

    private var entries = InlineArray<128, Entry>(repeating: Entry())
    private(set) var newest = RecentNumbers.none
    private var oldest = RecentNumbers.none

    subscript(number: UInt8) -> Entry {
        // Mutating, so that a debug build does not copy the list to the stack.
        @inline(__always) mutating get { entries[Int(number)] }
        @inline(__always) set { entries[Int(number)] = newValue }
    }

    /// Makes the number, 0...127, the newest. O(1).
    mutating func put(_ number: UInt8, _ value: UInt8, extra: UInt8 = 0, in packet: UInt32) {
        remove(number)
        entries[Int(number)].packet = packet
        entries[Int(number)].value = value
        entries[Int(number)].extra = extra
        entries[Int(number)].older = newest
        entries[Int(number)].newer = RecentNumbers.none
        if newest == RecentNumbers.none { oldest = number } else { entries[Int(newest)].newer = number }
        newest = number
    }

    /// Removes the number, 0...127, from the list if it is listed. O(1).
    mutating func remove(_ number: UInt8) {
        let (newer, older) = (self[number].newer, self[number].older)
        if newer == RecentNumbers.unlisted { return }
        if newer == RecentNumbers.none { newest = older } else { entries[Int(newer)].older = older }
        if older == RecentNumbers.none { oldest = newer } else { entries[Int(older)].newer = newer }
        entries[Int(number)].newer = RecentNumbers.unlisted
        entries[Int(number)].older = RecentNumbers.unlisted
    }

    /// Removes all numbers from the list. Entries keep their values.
    mutating func removeAll() {
        while newest != RecentNumbers.none { remove(newest) }
    }

    /// Empties the list and forgets the values.
    mutating func reset() {
        for number in 0..<128 { entries[number] = Entry() }
        (newest, oldest) = (RecentNumbers.none, RecentNumbers.none)
    }

    /// The oldest number whose command is at most `age` packets old; `none` if there is none.
    mutating func first(in window: JournalWindow, age: UInt32) -> UInt8 {
        var (number, first) = (newest, RecentNumbers.none)
        while number != RecentNumbers.none, window.age(of: self[number].packet) <= age {
            first = number
            number = self[number].older
        }
        return first
    }
}
