extension StreamParser {
    /// Whether a byte is a channel status that two data bytes follow.
    @inline(__always)
    static func hasTwoDataBytes(_ status: UInt8) -> Bool { Status.isChannel(status) && !Status.hasOneDataByte(status) }

    /// The general case of `next`: parses any bytes, one at a time.
    @inline(never)
    @usableFromInline
    mutating func nextByBytes(in bytes: UnsafeRawBufferPointer, at index: inout Int) -> Message? {
        while index < bytes.count {
            if let piece = nextPiece(in: bytes, at: &index) { return piece }
            let byte = bytes[index]
            if breaksSysEx(byte) { return breakSysEx() }
            index &+= 1
            if let message = accept(byte) { return message }
        }
        return nil
    }

    /// Fast path inside a SysEx while one byte is held: consumes six data bytes, returns the held byte and five of them
    /// as a piece, and holds the sixth. Nil, consuming none, if the next six bytes are not all data bytes.
    @inline(__always)
    private mutating func nextPiece(in bytes: UnsafeRawBufferPointer, at index: inout Int) -> Message? {
        if heldCount != 1 || !isInSysEx || bytes.count &- index < 6 { return nil }
        let high = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
        let low = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: index &+ 4, as: UInt16.self))
        let six = UInt64(high) << 16 | UInt64(low)
        if six & 0x8080_8080_8080 != 0 { return nil }
        held = held << 40 | six >> 8
        heldCount = 6
        index &+= 6
        return sendHeld(andHold: UInt8(truncatingIfNeeded: six))
    }

    /// Parses a byte for which `breaksSysEx` is false, and returns the message that the byte completes.
    @inline(__always)
    mutating func accept(_ byte: UInt8) -> Message? {
        if !Status.isStatus(byte) { return acceptData(byte) }
        // S1, S2: real-time changes no state; the undefined F9 and FD are dropped.
        if Status.isRealTime(byte) { return MessageLength.bytes(status: byte) == 1 ? system(byte) : nil }
        return acceptStatus(byte)
    }

    /// Parses a data byte, 0...127.
    @inline(__always)
    private mutating func acceptData(_ byte: UInt8) -> Message? {
        switch sysEx {
        case .held, .flowing: acceptSysEx(byte)
        case .ignored: nil
        case .none: acceptMessageData(byte)
        }
    }

    /// Parses a data byte outside SysEx.
    @inline(__always)
    private mutating func acceptMessageData(_ byte: UInt8) -> Message? {
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
        if Status.isSystem(status) { status = 0 }  // S2: system common leaves no running status
        return grouped(message)
    }

    /// Parses a data byte of a SysEx (rule S4).
    @inline(__always)
    private mutating func acceptSysEx(_ byte: UInt8) -> Message? {
        if heldCount == 6 { return sendHeld(andHold: byte) }
        held = held << 8 | UInt64(byte)
        heldCount &+= 1
        return nil
    }

    /// Returns the six held bytes as a piece and holds the seventh. Six bytes wait for a seventh because they could be
    /// the last: the End of a SysEx must not be empty.
    @inline(__always)
    private mutating func sendHeld(andHold byte: UInt8) -> Message {
        let piece = piece(sysEx == .held ? .start : .continue)
        sysEx = .flowing
        held = UInt64(byte)
        heldCount = 1
        return piece
    }

    /// Parses a status byte below F8, which ends any partial message.
    @inline(__always)
    private mutating func acceptStatus(_ byte: UInt8) -> Message? {
        hasFirst = false
        if byte == Status.sysExEnd { return endSysEx() }
        sysEx = .none
        heldCount = 0
        switch byte {
        case 0x80...0xEF: status = byte
        case Status.sysEx:
            status = 0
            sysEx = .held
            held = 0
        case Status.tuneRequest:
            status = 0
            return system(byte)
        default:
            // S2: the undefined F4 and F5 have no length, so no data bytes belong to them.
            status = MessageLength.bytes(status: byte) == 0 ? 0 : byte
        }
        return nil
    }

    /// Parses F7 and returns the held bytes as the last piece; nil for a stray F7.
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
        status = 0  // S4: a stray F7 clears running status; inside a SysEx there is none
        return last
    }

    /// Whether a byte breaks a SysEx of which pieces were emitted (S4).
    @inline(__always)
    func breaksSysEx(_ byte: UInt8) -> Bool { sysEx == .flowing && 0x80..<0xF8 ~= byte && byte != Status.sysExEnd }

    /// Drops the held bytes and returns the End that closes the emitted pieces (rule S4).
    @inline(__always)
    mutating func breakSysEx() -> Message {
        sysEx = .none
        heldCount = 0
        return .sysExEnd(group: group)
    }

    /// Returns the held bytes, at most six, as a piece of a SysEx.
    @inline(__always)
    private func piece(_ piece: SysExStatus) -> Message {
        let data = held << UInt64(48 &- 8 &* UInt64(heldCount))
        let head = 0x3000_0000 | UInt32(group) << 24 | UInt32(piece.rawValue) << 20 | UInt32(heldCount) << 16
        return Message(head | UInt32(truncatingIfNeeded: data >> 32), UInt32(truncatingIfNeeded: data))
    }

    /// Returns a system message of one byte.
    @inline(__always)
    private func system(_ status: UInt8) -> Message { grouped(Message(status: status)) }

    @inline(__always)
    func grouped(_ message: Message) -> Message { message.on(group: group) }
}
