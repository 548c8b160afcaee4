// Finding attributes (Bluetooth Core, Vol 3, Part F, 3.4.3), and the range of handles that several requests begin with.
extension ATTServer {
    /// The range of handles of a request, without the handles behind the last attribute. Writes an error and returns
    /// nil if the range or the length of the PDU is not valid.
    func handles(of pdu: UnsafeRawBufferPointer, isComplete: Bool, _ reply: inout ATTAnswer) -> ClosedRange<UInt16>? {
        if !isComplete {
            reply.fail(pdu[0], 0, ATT.invalidPDU)
            return nil
        }
        let (first, last) = (ATT.word(in: pdu, at: 1), ATT.word(in: pdu, at: 3))
        if first == 0 || first > last {
            reply.fail(pdu[0], first, ATT.invalidHandle)
            return nil
        }
        if first > AttributeTable.Handle.last {
            reply.fail(pdu[0], first, ATT.attributeNotFound)
            return nil
        }
        return first...min(last, AttributeTable.Handle.last)
    }

    /// Find Information: handles with their types, all of one length.
    func findInformation(_ pdu: UnsafeRawBufferPointer, _ reply: inout ATTAnswer) {
        guard let range = handles(of: pdu, isComplete: pdu.count == 5, &reply) else { return }
        var length = 0
        for handle in range {
            guard let type = table.type(of: handle) else { continue }
            if length == 0 {
                length = type.count
                reply.append(pdu[0] + 1)
                reply.append(length == 2 ? 1 : 2)
            }
            if type.count != length || !reply.hasRoom(2 + length) { break }
            reply.append(word: handle)
            reply.append(type)
        }
        if length == 0 { reply.fail(pdu[0], range.lowerBound, ATT.attributeNotFound) }
    }

    /// Find By Type Value: groups of a type of 16 bits that have a value.
    func findByTypeValue(_ pdu: UnsafeRawBufferPointer, _ reply: inout ATTAnswer) {
        guard let range = handles(of: pdu, isComplete: pdu.count >= 7, &reply) else { return }
        let wanted = AttributeUUID(ATT.word(in: pdu, at: 5))
        for handle in range where table.type(of: handle) == wanted && hasValue(pdu, handle) {
            if reply.count == 0 { reply.append(pdu[0] + 1) }
            if !reply.hasRoom(4) { break }
            reply.append(word: handle)
            reply.append(word: table.groupEnd(of: handle))
        }
        if reply.count == 0 { reply.fail(pdu[0], range.lowerBound, ATT.attributeNotFound) }
    }

    /// Whether the rest of the PDU is the value of an attribute that may be read.
    private func hasValue(_ pdu: UnsafeRawBufferPointer, _ handle: UInt16) -> Bool {
        if table.isGuarded(handle) && !isOpen { return false }
        let value = table.value(of: handle, notifies: notifies)
        if value.count != pdu.count - 7 { return false }
        for index in 0..<value.count where value[index] != pdu[7 + index] { return false }
        return true
    }
}
