import BLEMIDI

/// A server with memory for its answers.
struct Serving {
    var server: ATTServer
    var outcome = ATTServer.Outcome.nothing

    init(name: String = "Treadle", isOpen: Bool = true) {
        server = ATTServer(name: Serving.name(name), isOpen: isOpen)
    }

    static func name(_ text: String) -> ServerName { Array(text.utf8).withUnsafeBytes { ServerName($0) } }

    /// Returns the answer to a PDU; empty if there is none.
    mutating func ask(_ pdu: String) -> String {
        var memory = [UInt8](repeating: 0xAA, count: BLELimits.offeredMTU)
        let given = bytes(pdu)
        outcome = memory.withUnsafeMutableBytes { memory in given.withUnsafeBytes { server.handle($0, into: memory) } }
        return hex(Array(memory[..<server.answerCount]))
    }
}

/// The loop's side of a link with memory for its answers.
struct PlayingLink {
    var playing: ATTPlaying
    var outcome = ATTServer.Outcome.nothing

    init(isCentral: Bool, valueHandle: UInt16 = 0, writesWithResponse: Bool = false, mtu: Int = 23) {
        playing = ATTPlaying(
            server: ATTServer(name: Serving.name("Treadle"), isOpen: true), isCentral: isCentral,
            valueHandle: valueHandle, writesWithResponse: writesWithResponse, mtu: mtu)
    }

    var head: String {
        var memory = [UInt8](repeating: 0, count: BLELimits.overhead)
        memory.withUnsafeMutableBytes { playing.writeHead(to: $0) }
        return hex(memory)
    }

    mutating func ask(_ pdu: String, at now: UInt64 = 0) -> String {
        var memory = [UInt8](repeating: 0xAA, count: BLELimits.offeredMTU)
        let given = bytes(pdu)
        outcome = memory.withUnsafeMutableBytes { memory in
            given.withUnsafeBytes { playing.handle($0, into: memory, at: now) }
        }
        return hex(Array(memory[..<playing.answerCount]))
    }
}
