/// The attribute server of one link (B7; Bluetooth Core, Vol 3, Part F): answers the requests of a peer, and finds the
/// MIDI in its writes.
package struct ATTServer: BitwiseCopyable {
    package enum Outcome: Equatable, Sendable {
        /// Nothing is to be done.
        case nothing
        /// So many bytes of the answer are to be sent.
        case answer(Int)
        /// These bytes of the PDU are a packet of MIDI. `answerCount` bytes of the answer are to be sent too.
        case packet(Range<Int>)
    }

    let table: AttributeTable
    /// Whether MIDI is served: the link is encrypted, or need not be (B5).
    package var isOpen: Bool
    /// Bytes of the agreed ATT MTU, 23...`BLELimits.offeredMTU`; 23 until the peer or the box has asked.
    package private(set) var mtu = BLELimits.mtu.lowerBound
    /// Whether the peer has turned notifications of MIDI on.
    package internal(set) var notifies = false
    /// Writes of MIDI that were ignored because MIDI was not served; wraps (B5).
    package internal(set) var ignoredWrites: UInt32 = 0
    /// Bytes of the answer to the last PDU; 0: it has none.
    package private(set) var answerCount = 0

    package init(name: ServerName, isOpen: Bool) {
        table = AttributeTable(name: name)
        self.isOpen = isOpen
    }

    /// The handle of the data characteristic's value.
    package static var valueHandle: UInt16 { AttributeTable.Handle.midiData }

    /// Agrees on an ATT MTU: the peer has answered a question of the box, or the box one of the peer.
    package mutating func agree(onMTU theirs: Int) {
        mtu = max(BLELimits.mtu.lowerBound, min(theirs, BLELimits.offeredMTU))
    }

    /// Notifications are on already: an earlier owner of the link has seen the peer's request.
    package mutating func resumeNotifying() { notifies = true }

    /// Handles one PDU of the peer, of any content.
    ///
    /// - Parameter answer: memory for the answer, `BLELimits.offeredMTU` bytes.
    package mutating func handle(
        _ pdu: UnsafeRawBufferPointer, into answer: UnsafeMutableRawBufferPointer
    ) -> Outcome {
        answerCount = 0
        if pdu.isEmpty { return .nothing }
        var reply = ATTAnswer(answer, mtu: mtu)
        var packet: Range<Int>?
        switch pdu[0] {
        case ATT.mtuRequest: exchangeMTU(pdu, &reply)
        case ATT.findInformation: findInformation(pdu, &reply)
        case ATT.findByTypeValue: findByTypeValue(pdu, &reply)
        case ATT.readByType: readByType(pdu, &reply)
        case ATT.readByGroupType: readByGroupType(pdu, &reply)
        case ATT.read: read(pdu, &reply)
        case ATT.readBlob: readBlob(pdu, &reply)
        case ATT.readMultiple: readMultiple(pdu, &reply)
        case ATT.write: packet = write(pdu, &reply)
        case ATT.writeCommand: packet = handleCommand(pdu)
        case ATT.confirmation: break
        default:
            if pdu[0] & ATT.command == 0 && !ATT.isForClient(pdu[0]) {
                reply.fail(pdu[0], 0, ATT.requestNotSupported)
            }
        }
        answerCount = reply.count
        if let packet { return .packet(packet) }
        return reply.count > 0 ? .answer(reply.count) : .nothing
    }

    private mutating func exchangeMTU(_ pdu: UnsafeRawBufferPointer, _ reply: inout ATTAnswer) {
        if pdu.count != 3 { return reply.fail(pdu[0], 0, ATT.invalidPDU) }
        reply.append(pdu[0] + 1)
        reply.append(word: UInt16(BLELimits.offeredMTU))
        agree(onMTU: Int(ATT.word(in: pdu, at: 1)))
    }
}
