import MIDI
import Plan

extension Router {
    /// Routes a piece of a SysEx: the routings in force at its first piece carry it to its last (S4).
    mutating func systemExclusive(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        switch message.sysExStatus {
        case .complete: system(message, moves, from: source)
        case .start:
            outputs.endSysEx(of: source, at: now)
            let holders = holders(of: source)
            for concern in concerned(by: message, from: source) {
                guard let routing = admitted(concern, channel: nil) else { continue }
                let bit = concern.routing.bit
                if holders & bit != 0 && !isBypassed(concern.routing) && hears(routing, from: source) {
                    inputs.incoming[source].holding |= bit
                } else if !stopsSysEx(message, routing, concern, from: source) {
                    let destinations = destinations(of: routing, from: source)
                    outputs.openSysEx(from: source, to: destinations, through: concern.routing, at: now)
                }
            }
            continueHeld(message, from: source)
        case .continue: continueHeld(message, from: source)
        case .end:
            retained(message, moves, from: source)
            endHeld(message, moves, from: source)
            outputs.leaveSysEx(of: source)
        case nil: break
        }
    }

    /// Sends a middle piece along the paths of its source. Out of line, so that each short path is a tail call.
    @inline(never)
    mutating func continuePlainly(_ message: Message, from source: UInt8) {
        outputs.feedback.sysEx.mix(message, from: source)  // R19
        outputs.send(middlePiece: message, from: source, at: now)
    }

    /// Whether a message is a middle piece of a SysEx that needs no comparison and has no listener, so that it only
    /// follows its paths. The responder listens to MIDI-CI.
    @inline(__always)
    mutating func admitsPiecesPlainly(_ message: Message, from source: UInt8) -> Bool {
        message.word0 & 0xF0F0_0000 == 0x3020_0000 && !isTraced
            && !inputs.listeners.listensToMessages(of: source) && !inputs.inquiries.admitsPieces(of: source)
    }

    /// Records that data bytes of a source's SysEx arrived although they complete no piece yet, so the source is not
    /// silent (S8).
    package mutating func sysExContinues(from source: UInt8, at time: UInt64) {
        now = max(now, time)
        _ = inputs.incoming.touch(source, at: now)
        outputs.touchSysEx(of: source, at: now)
    }
}
