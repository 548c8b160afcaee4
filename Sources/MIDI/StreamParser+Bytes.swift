extension StreamParser {
    /// A channel status that two data bytes follow.
    @inline(__always)
    static func hasTwoData(_ status: UInt8) -> Bool { 0x80..<0xF0 ~= status && status & 0xE0 != 0xC0 }

    /// `next` for whatever comes.
    @inline(never)
    @usableFromInline
    mutating func nextByBytes(in bytes: UnsafeRawBufferPointer, at place: inout Int) -> Message? {
        while place < bytes.count {
            if let piece = nextPiece(in: bytes, at: &place) { return piece }
            let byte = bytes[place]
            if breaksSysEx(byte) { return breakSysEx() }
            place &+= 1
            if let message = take(byte) { return message }
        }
        return nil
    }

    /// Six data bytes more of a SysEx of which one is held: they make a piece of five of them, and the last is held.
    @inline(__always)
    private mutating func nextPiece(in bytes: UnsafeRawBufferPointer, at place: inout Int) -> Message? {
        if heldCount != 1 || !isInSysEx || bytes.count &- place < 6 { return nil }
        let high = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
        let low = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: place &+ 4, as: UInt16.self))
        let six = UInt64(high) << 16 | UInt64(low)
        if six & 0x8080_8080_8080 != 0 { return nil }
        held = held << 40 | six >> 8
        heldCount = 6
        place &+= 6
        return proven(by: UInt8(truncatingIfNeeded: six))
    }

    /// Takes a byte that breaks no SysEx which must be closed; the message that it completes.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Message? {
        if byte < 0x80 { return takeData(byte) }
        // S1, S2: real-time leaves everything else as it is; F9 and FD are nothing.
        if byte >= 0xF8 { return MessageLength.bytes(status: byte) == 1 ? system(byte) : nil }
        return takeStatus(byte)
    }

    /// A data byte, 0...127: of a SysEx, of a message, or a stray.
    @inline(__always)
    private mutating func takeData(_ byte: UInt8) -> Message? {
        switch sysEx {
        case .held, .flowing: takeSysEx(byte)
        case .ignored: nil
        case .none: takeOfMessage(byte)
        }
    }

    /// A data byte outside SysEx.
    @inline(__always)
    private mutating func takeOfMessage(_ byte: UInt8) -> Message? {
        if status == 0 {
            droppedBytes &+= 1  // S3
            return nil
        }
        if !hasFirst && MessageLength.bytes(status: status) == 3 {
            first = byte
            hasFirst = true
            return nil
        }
        let message = hasFirst ? Message(status: status, first, byte) : Message(status: status, byte)
        hasFirst = false
        if status >= 0xF0 { status = 0 }  // S2: system common leaves no running status behind
        return grouped(message)
    }

    /// A data byte inside SysEx (rule S4).
    @inline(__always)
    private mutating func takeSysEx(_ byte: UInt8) -> Message? {
        if heldCount == 6 { return proven(by: byte) }
        held = held << 8 | UInt64(byte)
        heldCount &+= 1
        return nil
    }

    /// Six bytes of a SysEx. Only the seventh proves that they are not the last: an End must not come out empty.
    @inline(__always)
    private mutating func proven(by byte: UInt8) -> Message {
        let piece = piece(sysEx == .held ? .start : .continue)
        sysEx = .flowing
        held = UInt64(byte)
        heldCount = 1
        return piece
    }

    /// A status byte below F8. It ends whatever is under way.
    @inline(__always)
    private mutating func takeStatus(_ byte: UInt8) -> Message? {
        hasFirst = false
        if byte == 0xF7 { return endSysEx() }
        sysEx = .none
        heldCount = 0
        switch byte {
        case 0x80...0xEF: status = byte
        case 0xF0:
            status = 0
            sysEx = .held
            held = 0
        case 0xF6:
            status = 0
            return system(byte)
        default:
            // S2: F4 and F5 have no length, hence become no status.
            status = MessageLength.bytes(status: byte) == 0 ? 0 : byte
        }
        return nil
    }

    /// F7: what is held goes out as the last piece; a stray one gives nothing.
    @inline(__always)
    private mutating func endSysEx() -> Message? {
        let last: Message? =
            switch sysEx {
            case .held: piece(.complete)
            case .flowing: piece(.end)
            case .ignored, .none: nil
            }
        sysEx = .none
        heldCount = 0
        status = 0  // S4: a stray F7 resets running status, and a SysEx had none
        return last
    }

    /// Whether a byte breaks a SysEx of which something has gone out (S4).
    @inline(__always)
    func breaksSysEx(_ byte: UInt8) -> Bool { sysEx == .flowing && 0x80..<0xF8 ~= byte && byte != 0xF7 }

    /// Rule S4: what is held is dropped, and what has gone out is closed.
    @inline(__always)
    mutating func breakSysEx() -> Message {
        sysEx = .none
        heldCount = 0
        return .sysExEnd(group: group)
    }

    /// What is held, as a piece of a SysEx.
    @inline(__always)
    private func piece(_ piece: SysExStatus) -> Message {
        // At most six bytes are held.
        let data = held << UInt64(48 &- 8 &* UInt64(heldCount))
        let head = 0x3000_0000 | UInt32(group) << 24 | UInt32(piece.rawValue) << 20 | UInt32(heldCount) << 16
        return Message(head | UInt32(truncatingIfNeeded: data >> 32), UInt32(truncatingIfNeeded: data))
    }

    /// A system message of one byte.
    @inline(__always)
    private func system(_ status: UInt8) -> Message { grouped(Message(status: status)) }

    @inline(__always)
    func grouped(_ message: Message) -> Message { message.on(group: group) }
}
