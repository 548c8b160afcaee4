extension StreamParser {
    /// A data byte, 0...127: of a SysEx, of a message, or a stray.
    @inline(__always)
    mutating func feedData(_ byte: UInt8, _ emit: (Message) -> Void) {
        switch sysEx {
        case .held, .flowing: feedSysEx(byte, emit)
        case .ignored: break
        case .none: feedMessage(byte, emit)
        }
    }

    /// A data byte outside SysEx.
    @inline(__always)
    private mutating func feedMessage(_ byte: UInt8, _ emit: (Message) -> Void) {
        guard status != 0 else {
            droppedBytes &+= 1  // S3
            return
        }
        if !hasFirst && MessageLength.bytes(status: status) == 3 {
            first = byte
            hasFirst = true
            return
        }
        let message = hasFirst ? Message(status: status, first, byte) : Message(status: status, byte)
        hasFirst = false
        if status >= 0xF0 { status = 0 }  // S2: system common leaves no running status behind
        emit(grouped(message))
    }

    /// A data byte inside SysEx (rule S4).
    @inline(never)
    private mutating func feedSysEx(_ byte: UInt8, _ emit: (Message) -> Void) {
        if heldCount == 6 {
            // Only the seventh byte proves that these six are not the last: an End must not come out empty.
            emit(Message(sysEx: sysEx == .held ? .start : .continue, held, count: 6, group: group))
            sysEx = .flowing
            heldCount = 0
        }
        held[Int(heldCount)] = byte
        heldCount += 1
    }

    /// A status byte below F8. It ends whatever is under way.
    @inline(__always)
    mutating func feedStatus(_ byte: UInt8, _ emit: (Message) -> Void) {
        hasFirst = false
        if byte == 0xF7 {
            endSysEx(emit)
            status = 0  // S4: a stray F7 resets running status, and a SysEx had none
            return
        }
        if sysEx != .none {
            breakSysEx(emit)
            sysEx = .none
        }
        switch byte {
        case 0x80...0xEF: status = byte
        case 0xF0:
            status = 0
            sysEx = .held
        case 0xF6:
            status = 0
            emit(system(byte))
        default:
            // S2: F4 and F5 have no length, hence become no status.
            status = MessageLength.bytes(status: byte) == 0 ? 0 : byte
        }
    }

    /// F7: what is held goes out as the last piece; a stray one gives nothing.
    @inline(never)
    private mutating func endSysEx(_ emit: (Message) -> Void) {
        switch sysEx {
        case .held: emit(Message(sysEx: .complete, held, count: Int(heldCount), group: group))
        case .flowing: emit(Message(sysEx: .end, held, count: Int(heldCount), group: group))
        case .ignored, .none: break
        }
        sysEx = .none
        heldCount = 0
    }

    /// Rule S4: what is held is dropped, and what has gone out is closed. Leaves `sysEx` to the caller.
    mutating func breakSysEx(_ emit: (Message) -> Void) {
        if sysEx == .flowing { emit(.sysExEnd(group: group)) }
        heldCount = 0
    }

    /// A system message of one byte.
    @inline(__always)
    func system(_ status: UInt8) -> Message { grouped(Message(status: status)) }

    @inline(__always)
    private func grouped(_ message: Message) -> Message { message.on(group: group) }
}
