// Reading attributes (Bluetooth Core, Vol 3, Part F, 3.4.4).
extension ATTServer {
    /// The most bytes of a value in a list of handles and values: their length is one byte.
    private static let listed = 255

    /// Read By Type: handles with their values, all of one length.
    func readByType(_ pdu: UnsafeRawBufferPointer, _ reply: inout ATTAnswer) {
        guard let (range, type) = request(pdu, &reply) else { return }
        var length = -1
        for handle in range where table.type(of: handle) == type {
            if table.isGuarded(handle) && !isOpen {
                if length < 0 { return reply.fail(pdu[0], handle, ATT.insufficientAuthentication) }
                break
            }
            let value = table.value(of: handle, notifies: notifies)
            if !begin(&length, with: value.count, 2, pdu, &reply) { break }
            reply.append(word: handle)
            reply.append(value, most: length - 2)
        }
        if length < 0 { reply.fail(pdu[0], range.lowerBound, ATT.attributeNotFound) }
    }

    /// Read By Group Type: services with their last handles and values, all of one length.
    func readByGroupType(_ pdu: UnsafeRawBufferPointer, _ reply: inout ATTAnswer) {
        guard let (range, type) = request(pdu, &reply) else { return }
        if type != .primaryService && type != .secondaryService {
            return reply.fail(pdu[0], range.lowerBound, ATT.unsupportedGroupType)
        }
        var length = -1
        for handle in range where table.type(of: handle) == type {
            let value = table.value(of: handle, notifies: notifies)
            if !begin(&length, with: value.count, 4, pdu, &reply) { break }
            reply.append(word: handle)
            reply.append(word: table.groupEnd(of: handle))
            reply.append(value, most: length - 4)
        }
        if length < 0 { reply.fail(pdu[0], range.lowerBound, ATT.attributeNotFound) }
    }

    /// The range of handles and the type of a request that ends with a type.
    private func request(
        _ pdu: UnsafeRawBufferPointer, _ reply: inout ATTAnswer
    ) -> (ClosedRange<UInt16>, AttributeUUID)? {
        let isComplete = pdu.count == 7 || pdu.count == 21
        guard let range = handles(of: pdu, isComplete: isComplete, &reply) else { return nil }
        return AttributeUUID(pdu, from: 5).map { (range, $0) }
    }

    /// Begins an element of a list, and the list with the first one. Returns false if the element is of another length
    /// than the first one, or has no room.
    ///
    /// - Parameters:
    ///   - length: bytes of the elements; negative before the first.
    ///   - head: bytes of an element before its value.
    private func begin(
        _ length: inout Int, with count: Int, _ head: Int, _ pdu: UnsafeRawBufferPointer, _ reply: inout ATTAnswer
    ) -> Bool {
        if length >= 0 { return head + count == length && reply.hasRoom(length) }
        length = min(head + count, min(reply.limit - 2, ATTServer.listed))
        reply.append(pdu[0] + 1)
        reply.append(UInt8(truncatingIfNeeded: length))
        return true
    }

    func read(_ pdu: UnsafeRawBufferPointer, _ reply: inout ATTAnswer) {
        if pdu.count != 3 { return reply.fail(pdu[0], 0, ATT.invalidPDU) }
        read(ATT.word(in: pdu, at: 1), from: 0, pdu, &reply)
    }

    func readBlob(_ pdu: UnsafeRawBufferPointer, _ reply: inout ATTAnswer) {
        if pdu.count != 5 { return reply.fail(pdu[0], 0, ATT.invalidPDU) }
        read(ATT.word(in: pdu, at: 1), from: Int(ATT.word(in: pdu, at: 3)), pdu, &reply)
    }

    private func read(_ handle: UInt16, from offset: Int, _ pdu: UnsafeRawBufferPointer, _ reply: inout ATTAnswer) {
        if let code = refusal(of: handle) { return reply.fail(pdu[0], handle, code) }
        let value = table.value(of: handle, notifies: notifies)
        if offset > value.count { return reply.fail(pdu[0], handle, ATT.invalidOffset) }
        reply.append(pdu[0] + 1)
        reply.append(value, from: offset)
    }

    /// Read Multiple: the values of two or more handles, without their lengths.
    func readMultiple(_ pdu: UnsafeRawBufferPointer, _ reply: inout ATTAnswer) {
        if pdu.count < 5 || pdu.count % 2 == 0 { return reply.fail(pdu[0], 0, ATT.invalidPDU) }
        reply.append(pdu[0] + 1)
        var place = 1
        while place < pdu.count {
            let handle = ATT.word(in: pdu, at: place)
            if let code = refusal(of: handle) { return reply.fail(pdu[0], handle, code) }
            reply.append(table.value(of: handle, notifies: notifies))
            place += 2
        }
    }

    /// Why an attribute may not be read; nil if it may.
    private func refusal(of handle: UInt16) -> UInt8? {
        if table.type(of: handle) == nil { return ATT.invalidHandle }
        return table.isGuarded(handle) && !isOpen ? ATT.insufficientAuthentication : nil
    }
}
