/// The Attribute Protocol of a link that plays, in either role: tells the peer's MIDI from its questions, and puts the
/// head before packets.
///
/// As central the box writes to the peer's characteristic and gets notifications. As peripheral it notifies and gets
/// writes. It answers requests in both roles (B7).
package struct ATTPlaying: BitwiseCopyable {
    package private(set) var server: ATTServer
    /// Bytes of the answer to the last PDU; 0: it has none.
    package private(set) var answerCount = 0
    /// The peer has asked too much, and the link is to be ended (B14).
    package private(set) var isFlooded = false
    private let isCentral: Bool
    private let peerHandle: UInt16
    private let writesWithResponse: Bool
    private var awaitsResponse = false
    private var ignoresResponses = false
    private var answersSince: UInt64 = 0
    private var answers = 0

    /// - Parameters:
    ///   - valueHandle: of the peer's data characteristic, where the box is central.
    ///   - writesWithResponse: the peer's characteristic has no write without response (B8).
    ///   - mtu: bytes of the ATT MTU that is agreed so far.
    package init(server: ATTServer, isCentral: Bool, valueHandle: UInt16, writesWithResponse: Bool, mtu: Int) {
        self.server = server
        self.server.agree(onMTU: mtu)
        (self.isCentral, peerHandle, self.writesWithResponse) = (isCentral, valueHandle, writesWithResponse)
    }

    /// Bytes of the agreed ATT MTU. Changes if the peer asks for another.
    package var mtu: Int { server.mtu }

    /// Whether the peer takes MIDI: as central always, as peripheral while the peer has notifications on.
    package var isListening: Bool { isCentral || server.isOpen && server.notifies }

    /// Whether the next packet may be sent. False while the response to a write is awaited.
    package var maySend: Bool { !awaitsResponse }

    /// Writes the operation and the handle before a packet, `BLELimits.overhead` bytes.
    package func writeHead(to memory: UnsafeMutableRawBufferPointer) {
        let handle = isCentral ? peerHandle : ATTServer.valueHandle
        if !isCentral {
            memory[0] = ATT.notification
        } else {
            memory[0] = writesWithResponse ? ATT.write : ATT.writeCommand
        }
        memory[1] = UInt8(truncatingIfNeeded: handle)
        memory[2] = UInt8(truncatingIfNeeded: handle >> 8)
    }

    /// The kernel has taken a packet.
    package mutating func sentPacket() { awaitsResponse = isCentral && writesWithResponse && !ignoresResponses }

    /// From now on writes do not wait for responses: nothing is read any more, and the last notes have to leave.
    package mutating func ignoreResponses() { (ignoresResponses, awaitsResponse) = (true, false) }

    /// Handles one PDU of the peer, of any content. `.packet` has an answer too if `answerCount` is above 0.
    ///
    /// - Parameters:
    ///   - answer: memory for the answer, `BLELimits.offeredMTU` bytes.
    ///   - now: nanoseconds.
    package mutating func handle(
        _ pdu: UnsafeRawBufferPointer, into answer: UnsafeMutableRawBufferPointer, at now: UInt64
    ) -> ATTServer.Outcome {
        answerCount = 0
        if pdu.isEmpty { return .nothing }
        switch pdu[0] {
        case ATT.notification: return packet(of: pdu) ?? .nothing
        case ATT.indication:
            answer[0] = ATT.confirmation
            answerCount = 1
            count(at: now)
            return packet(of: pdu) ?? .answer(1)
        case ATT.writeResponse:
            awaitsResponse = false
            return .nothing
        case ATT.errorResponse:
            if pdu.count > 1 && pdu[1] == ATT.write { awaitsResponse = false }
            return .nothing
        default:
            let outcome = server.handle(pdu, into: answer)
            answerCount = server.answerCount
            if answerCount > 0 { count(at: now) }
            return outcome
        }
    }

    /// The packet in a notification or indication of the peer's data characteristic; nil if it is of another one.
    private func packet(of pdu: UnsafeRawBufferPointer) -> ATTServer.Outcome? {
        if !isCentral || pdu.count < BLELimits.overhead || ATT.word(in: pdu, at: 1) != peerHandle { return nil }
        return .packet(BLELimits.overhead..<pdu.count)
    }

    /// Counts an answer, and notices a flood of questions.
    private mutating func count(at now: UInt64) {
        if answers == 0 || now &- answersSince >= BLELimits.second { (answersSince, answers) = (now, 0) }
        answers += 1
        if answers > BLELimits.answers { isFlooded = true }
    }
}
