import MIDI

/// Reads the commands of a MIDI list (RFC 6295, 3).
struct CommandReader {
    /// The tail of a segment of a SysEx (RFC 6295, figure 5).
    enum Tail { case more, end, cancel }

    enum Command {
        case message(Message)
        /// A SysEx or a segment of a SysEx. `isFirst`: the segment begins the SysEx.
        case sysEx(UnsafeRawBufferPointer, isFirst: Bool, Tail)
        /// An undefined System Common command, which is not routed.
        case undefined
    }

    private let bytes: UnsafeRawBufferPointer
    private var index = 0
    private var status: UInt8 = 0
    private var hasDelta: Bool
    /// Time stamp of the last command: the packet's time stamp plus all delta times so far.
    private(set) var timestamp: UInt32
    /// The list is malformed; the commands before the error were read.
    private(set) var isMalformed = false

    init(_ packet: Packet) {
        bytes = packet.commands
        hasDelta = packet.beginsWithDelta
        timestamp = packet.timestamp
    }

    /// Whether the whole list is well-formed.
    static func isWellFormed(_ packet: Packet) -> Bool {
        var reader = CommandReader(packet)
        while reader.next() != nil {}
        return !reader.isMalformed
    }

    /// The next command; nil at the end and where the list is malformed.
    mutating func next() -> Command? {
        if hasDelta && !skipDelta() { return nil }
        hasDelta = true
        if index == bytes.count || isMalformed { return nil }
        let first = bytes[index]
        if Status.isStatus(first) { index += 1 }
        let command = Status.isChannel(first) || !Status.isStatus(first) ? channelCommand(first) : systemCommand(first)
        if command == nil { isMalformed = true }
        return command
    }

    /// Adds a delta time of one to four bytes to the time stamp. Returns false at the end of the list.
    private mutating func skipDelta() -> Bool {
        if index == bytes.count { return false }
        var delta: UInt32 = 0
        for _ in 0..<4 {
            if index == bytes.count { break }
            let byte = bytes[index]
            index += 1
            delta = delta << 7 | UInt32(byte & 0x7F)
            if !Status.isStatus(byte) {
                timestamp &+= delta
                return true
            }
        }
        isMalformed = true
        return false
    }

    private mutating func channelCommand(_ first: UInt8) -> Command? {
        if Status.isChannel(first) { status = first }
        if status == 0 { return nil }
        return read(Status.hasOneDataByte(status) ? 1 : 2, of: status)
    }

    private mutating func read(_ count: Int, of status: UInt8) -> Command? {
        if index + count > bytes.count { return nil }
        let one = count > 0 ? bytes[index] : 0
        let two = count > 1 ? bytes[index + 1] : 0
        index += count
        return Status.isStatus(one | two) ? nil : .message(Message(status: status, one, two))
    }

    private mutating func systemCommand(_ first: UInt8) -> Command? {
        if Status.isRealTime(first) { return .message(Message(status: first)) }
        status = 0
        switch first {
        case Status.sysEx, Status.sysExEnd: return sysEx(isFirst: first == Status.sysEx)
        case 0xF4, 0xF5:
            _ = dataBytes()
            if index == bytes.count || bytes[index] != Status.sysExEnd { return nil }
            index += 1
            return .undefined
        default: return read(MessageLength.bytes(status: first) - 1, of: first)
        }
    }

    private mutating func sysEx(isFirst: Bool) -> Command? {
        let data = dataBytes()
        if index == bytes.count { return nil }
        let tail = bytes[index]
        index += 1
        switch tail {
        case Status.sysEx: return .sysEx(data, isFirst: isFirst, .more)
        // F5 stands for an F7 that the source has left out.
        case Status.sysExEnd, 0xF5: return .sysEx(data, isFirst: isFirst, .end)
        case 0xF4: return isFirst || !data.isEmpty ? nil : .sysEx(data, isFirst: false, .cancel)
        default: return nil
        }
    }

    private mutating func dataBytes() -> UnsafeRawBufferPointer {
        let start = index
        while index < bytes.count && !Status.isStatus(bytes[index]) { index += 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<index])
    }
}
