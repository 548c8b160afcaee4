/// Writes the bytes of a journal, and sets S bits (RFC 6295, A.1): an S bit is 0 if its element, or an element inside
/// it, codes a command of the last packet.
struct JournalWriter {
    /// A structure that is being written: where it begins, and whether an element before it was of the last packet.
    struct Mark {
        let start: Int
        fileprivate let wasRecent: Bool
    }

    let window: JournalWindow
    private let memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0
    /// Whether the journal did not fit; its bytes are then invalid.
    private(set) var isFull = false
    /// Whether the structure that is being written codes a command of the last packet.
    private var isRecent = false

    init(_ window: JournalWindow, to memory: UnsafeMutableRawBufferPointer) {
        (self.window, self.memory) = (window, memory)
    }

    mutating func put(_ byte: UInt8) {
        if count < RTPMIDILimits.journalBytes && count < memory.count {
            memory[count] = byte
            count += 1
        } else {
            isFull = true
        }
    }

    /// Writes the first byte of an element that contains no other elements: the S bit, then 7 bits.
    mutating func put(_ bits: UInt8, of packet: UInt32) {
        note(packet)
        put(bits | (window.age(of: packet) == 1 ? 0 : 0x80))
    }

    /// Clears the S bits of the structures being written if `packet` is the last packet.
    mutating func note(_ packet: UInt32) {
        if window.age(of: packet) == 1 { isRecent = true }
    }

    /// Begins a structure with a header of `size` bytes, which `end` or `patch` fills.
    mutating func begin(header size: Int) -> Mark {
        let mark = Mark(start: count, wasRecent: isRecent)
        for _ in 0..<size { put(0) }
        isRecent = false
        return mark
    }

    /// Ends a structure, and writes its first byte: the S bit, then 7 bits.
    mutating func end(_ mark: Mark, _ bits: UInt8) {
        patch(mark, 0, bits & 0x7F | (isRecent ? 0 : 0x80))
        isRecent = isRecent || mark.wasRecent
    }

    /// Ends a structure whose first two bytes hold the S bit, five other bits and a LENGTH of ten bits.
    mutating func end(_ mark: Mark, _ bits: UInt8, lengthFrom start: Int) {
        let length = count - start
        if length > 1023 { giveUp() }
        end(mark, bits | UInt8(length >> 8 & 3))
        patch(mark, 1, UInt8(truncatingIfNeeded: length))
    }

    /// Drops a structure that turned out to be empty.
    mutating func drop(_ mark: Mark) {
        count = mark.start
        isRecent = mark.wasRecent
    }

    mutating func patch(_ mark: Mark, _ offset: Int, _ byte: UInt8) {
        if mark.start + offset < count { memory[mark.start + offset] = byte }
    }

    /// Marks the journal as not fitting, because a field is too small.
    mutating func giveUp() { isFull = true }
}
