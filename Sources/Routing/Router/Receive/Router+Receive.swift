import MIDI
import Plan

extension Router {
    /// Routes one message received at `time`, in nanoseconds, which must not precede the time of an earlier call.
    package mutating func receive(_ message: Message, from source: UInt8, at time: UInt64) {
        if time > now { now = time }
        receiveNow(message, from: source)
    }

    /// Routes one message received at the current time of the router.
    ///
    /// Frequent messages take a short path if possible: notes without other listeners, then Control Changes that only
    /// pass, then middle pieces of a SysEx. Each path is a tail call, so that no registers are saved for the others.
    @inline(__always)
    package mutating func receiveNow(_ message: Message, from source: UInt8) {
        if message.isNote && admitsNotesPlainly(from: source)
            && !outputs.feedback.mayBeReturn(message, from: source, at: now)
        {
            return message.isNoteOn
                ? plainNoteOn(message, from: source) : plainNoteOff(message, from: source)
        }
        receiveOther(message, from: source)
    }

    @inline(never)
    private mutating func receiveOther(_ message: Message, from source: UInt8) {
        if admitsPlainly(message, from: source) && !outputs.feedback.mayBeReturn(message, from: source, at: now) {
            return plainController(message, from: source)
        }
        if admitsPiecesPlainly(message, from: source) { return continuePlainly(message, from: source) }
        receiveAny(message, from: source)
    }

    @inline(never)
    mutating func receiveAny(_ message: Message, from source: UInt8) {
        let kind = message.kind
        if kind == .sysEx {
            if admitsInquiry(message, from: source) { return }  // U11
            outputs.compare(sysEx: message, from: source, at: now)  // R19
        } else {
            if kind == .controlChange { endWaits(before: message, from: source) }  // R15
            outputs.compare(message, from: source, at: now)  // R19
        }
        if kind == .controlChange { endHeld(by: message, from: source) }  // H13
        let moves = moves(of: message, as: kind, from: source)  // R9, R14, R15, R16, R17
        route(message, as: kind, moves, from: source)  // A1
        leaveLoops()  // R19
    }
}
