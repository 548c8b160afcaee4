// Writes (Bluetooth Core, Vol 3, Part F, 3.4.5). Queued and signed writes are not supported.
extension ATTServer {
    /// Answers a write request. Returns where in the PDU a packet of MIDI is; nil if there is none.
    mutating func write(_ pdu: UnsafeRawBufferPointer, _ reply: inout ATTAnswer) -> Range<Int>? {
        if pdu.count < 3 {
            reply.fail(pdu[0], 0, ATT.invalidPDU)
            return nil
        }
        let handle = ATT.word(in: pdu, at: 1)
        var code: UInt8 = 0
        if table.type(of: handle) == nil {
            code = ATT.invalidHandle
        } else if !table.isGuarded(handle) {
            code = ATT.writeNotPermitted
        } else if !isOpen {
            code = ATT.insufficientAuthentication
            if handle == ATTServer.valueHandle { ignoredWrites &+= 1 }
        } else if !hasValidLength(pdu, handle) {
            code = ATT.invalidLength
        }
        if code != 0 {
            reply.fail(pdu[0], handle, code)
            return nil
        }
        reply.append(pdu[0] + 1)
        return accept(pdu, handle)
    }

    /// Handles a write command. A command that cannot be carried out is ignored.
    mutating func handleCommand(_ pdu: UnsafeRawBufferPointer) -> Range<Int>? {
        if pdu.count < 3 { return nil }
        let handle = ATT.word(in: pdu, at: 1)
        if !table.isGuarded(handle) { return nil }
        if isOpen && hasValidLength(pdu, handle) { return accept(pdu, handle) }
        if handle == ATTServer.valueHandle { ignoredWrites &+= 1 }
        return nil
    }

    private func hasValidLength(_ pdu: UnsafeRawBufferPointer, _ handle: UInt16) -> Bool {
        let count = pdu.count - 3
        return handle == ATTServer.valueHandle ? count <= BLELimits.packet : count == 2
    }

    private mutating func accept(_ pdu: UnsafeRawBufferPointer, _ handle: UInt16) -> Range<Int>? {
        if handle == ATTServer.valueHandle { return 3..<pdu.count }
        // Bit 0 turns notifications on (Bluetooth Core, Vol 3, Part G, 3.3.3.3).
        notifies = pdu[3] & 1 != 0
        return nil
    }
}
