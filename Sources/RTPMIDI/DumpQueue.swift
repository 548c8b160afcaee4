import MIDI

/// The SysEx that wait for one peer, as bytes from F0 to F7. Cuts them into segments (RFC 6295, 3.2).
///
/// The owner provides the memory.
struct DumpQueue {
    private let bytes: UnsafeMutablePointer<UInt8>
    private var first = 0
    private(set) var count = 0
    /// The number of bytes at the front that were searched and hold no F7.
    private var searched = 0
    /// The number of waiting SysEx whose last byte is in the queue.
    private var ends = 0
    /// Some segments of the first SysEx were sent, the last one was not.
    private var isUnderWay = false
    /// The numbers (`order`) of the waiting SysEx among all messages to the peer.
    private var starts = InlineArray<64, UInt32>(repeating: 0)
    private var firstStart = 0
    private var startCount = 0

    init(_ bytes: UnsafeMutablePointer<UInt8>) { self.bytes = bytes }

    /// Whether one more piece of a SysEx fits.
    var hasRoom: Bool { count + 8 <= SessionLimits.dumpBytes }

    mutating func clear() {
        (first, count, searched, ends, startCount, isUnderWay) = (0, 0, 0, 0, 0, false)
    }

    /// Appends a piece of a SysEx. There must be room.
    mutating func append(_ piece: Message, order: UInt32) {
        let begins = piece.sysExStatus == .start || piece.sysExStatus == .complete
        if begins && startCount < SessionLimits.dumpStarts {
            starts[(firstStart + startCount) % SessionLimits.dumpStarts] = order
            startCount += 1
        }
        if begins { append(Status.sysEx) }
        for index in 0..<piece.sysExCount { append(piece.sysExByte(index)) }
        if piece.sysExStatus == .end || piece.sysExStatus == .complete {
            append(Status.sysExEnd)
            ends += 1
        }
    }

    private mutating func append(_ byte: UInt8) {
        bytes[(first + count) % SessionLimits.dumpBytes] = byte
        count += 1
    }

    private func byte(_ index: Int) -> UInt8 { bytes[(first + index) % SessionLimits.dumpBytes] }

    /// Whether the first SysEx waits whole, fits into a segment of `room` bytes and came before the message `order`.
    mutating func isWholeBefore(_ order: UInt32, _ room: Int) -> Bool {
        if count == 0 || isUnderWay || startCount == 0 { return false }
        return Int32(bitPattern: starts[firstStart] &- order) < 0 && end(within: room) != nil
    }

    /// Whether the next segment is worth a packet: it ends a SysEx or is long.
    var isWorthy: Bool { ends > 0 || count >= SessionLimits.worthySegment }

    /// The number of bytes up to and including the first F7; nil if the first `room` bytes hold no F7.
    private mutating func end(within room: Int) -> Int? {
        while searched < min(count, room) {
            if byte(searched) == Status.sysExEnd { return searched + 1 }
            searched += 1
        }
        return nil
    }

    /// Writes the next segment of at most `room` bytes. Returns its length in bytes, its status bytes included.
    mutating func write(to memory: UnsafeMutableRawBufferPointer, _ room: Int) -> Int {
        var length = 0
        if isUnderWay {
            memory[0] = Status.sysExEnd
            length = 1
        }
        // Leaves room for the status byte that ends the segment.
        while count > 0 && length < room - 1 {
            let next = byte(0)
            drop()
            memory[length] = next
            length += 1
            if next == Status.sysExEnd {
                finish()
                return length
            }
        }
        memory[length] = Status.sysEx
        isUnderWay = true
        return length + 1
    }

    private mutating func drop() {
        first = (first + 1) % SessionLimits.dumpBytes
        count -= 1
        searched = max(searched - 1, 0)
    }

    private mutating func finish() {
        isUnderWay = false
        ends -= 1
        searched = 0
        if startCount > 0 {
            firstStart = (firstStart + 1) % SessionLimits.dumpStarts
            startCount -= 1
        }
    }
}
