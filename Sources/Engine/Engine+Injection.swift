import Routing
import MIDI

/// A message that did not come in at a port: a program gave it to the running box.
package struct Injection: BitwiseCopyable {
    package enum Way: UInt8, BitwiseCopyable {
        /// As if it had come in at the port: it goes through the routings.
        case play
        /// Out of the port, past the routings.
        case send
    }

    package var word0: UInt32
    var word1: UInt32
    package var port: UInt8
    package var way: Way

    package init(_ message: Message, _ way: Way, port: UInt8) {
        word0 = message.word0
        word1 = message.word1
        self.port = port
        self.way = way
    }

    package var message: Message { Message(word0, word1) }

    /// More of the same SysEx follows.
    package var isUnfinished: Bool { message.sysExStatus == .start || message.sysExStatus == .continue }
}

extension Engine {
    /// The pieces of a SysEx must follow each other, and nothing else be done between them.
    package func inject(_ injection: Injection, at time: UInt64) {
        recorder?.note(injection.message, injection.way == .play ? .play : .send, port: injection.port, at: time)
        advance(to: time)
        switch injection.way {
        case .send: router.pointee.send(injection.message, to: injection.port, at: time)
        case .play: play(injection.message, from: injection.port, at: time)
        }
    }

    private func play(_ message: Message, from port: UInt8, at time: UInt64) {
        // Nobody goes on sending it, so its absence would mean nothing (S7).
        if message.kind == .activeSensing { return }
        if message.kind == .sysEx && ports[Int(port)].parser.isInSysEx {
            // Two streams never mix inside a SysEx (S8); the one that really comes in at the port was first.
            if message.sysExStatus == .start || message.sysExStatus == .complete { router.pointee.countDrop() }
            return
        }
        receive(message, from: port, at: time)
        afterPanic(at: time)
    }
}
