import Plan
import Routing
import MIDI

/// A message that a client or a network peer injects into the running box.
package struct Injection: BitwiseCopyable {
    package enum Way: UInt8, BitwiseCopyable {
        /// Input of the port: the message goes through the routings.
        case play
        /// Output of the port: the message bypasses the routings.
        case send
    }

    package var word0: UInt32
    var word1: UInt32
    var word2: UInt32
    var word3: UInt32
    package var port: PortIndex
    package var way: Way

    package init(_ message: Message, _ way: Way, port: PortIndex) {
        word0 = message.word0
        word1 = message.word1
        word2 = message.word2
        word3 = message.word3
        self.port = port
        self.way = way
    }

    package var message: Message { Message(word0, word1, word2, word3) }

    /// Whether later pieces of this SysEx follow.
    package var isUnfinished: Bool { message.sysExStatus == .start || message.sysExStatus == .continue }

    /// Whether this is a later piece of a SysEx with `way` `.send`.
    fileprivate var continuesSending: Bool {
        way == .send && (message.sysExStatus == .continue || message.sysExStatus == .end)
    }
}

extension Engine {
    /// Handles an injected message. Between the pieces of a played SysEx there must be no other call; between the
    /// pieces of a sent SysEx no other message may be sent.
    package func inject(_ injection: Injection, at time: UInt64) {
        recorder?.note(injection.message, injection.way == .play ? .play : .send, port: injection.port, at: time)
        advance(to: time)
        // U6: a UMP names its group; bytes belong to the first group. A MIDI 1.0 port has one place for all groups.
        let port = injection.port
        let group = injection.message.group
        let place = group == 0 ? port : router.runningPlan.place(of: group, at: port)
        // Later pieces go to the destination of the first piece, even if the client no longer has a place for them.
        if place.isNone && !injection.continuesSending { return router.countDrop() }
        let message = injection.message.on(group: 0)
        switch injection.way {
        case .send: router.send(message, to: place, at: time)
        case .play: play(message, from: place.rawValue, at: time)
        }
    }

    private func play(_ message: Message, from port: UInt8, at time: UInt64) {
        // A client does not send Active Sensing regularly, so it is ignored (S7).
        if message.kind == .activeSensing { return }
        if message.kind == .sysEx && ports[Int(port)].parser.isInSysEx {
            // Two streams must not mix inside a SysEx (S8), so the injected one is dropped.
            if message.sysExStatus == .start || message.sysExStatus == .complete { router.countDrop() }
            return
        }
        if message.isUMPOnly {
            receive(ump: message, of: port, at: time)
        } else {
            receive(message, from: port, at: time)
        }
        afterPanic(at: time)
    }
}
