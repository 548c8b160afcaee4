import MIDI
import Plan

extension Router {
    /// Routes a Note On with a velocity above 0 through every routing it concerns, and stores each resulting note (H2).
    /// In each routing the note precedes what remaps make of it (R1).
    mutating func noteOn(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        let key = KeyBits.index(source, message.channel, message.data1)
        ledger.notes.pressed.set(key, true)
        endHeld(key)  // R28
        ledger.notes.beginMessage()
        retained(message, moves, from: source)
        for concern in concerned(by: message, from: source) {
            followNotes(of: concern, message, moves, from: source)
            guard let routing = admitted(concern, channel: message.channel) else { continue }
            let out = note(of: message.word0, as: .noteOn, through: routing, concern)
            if out != 0 && !replaces(message, moves, through: routing, concern) {
                if routing.pointee.noteRules.isEmpty {
                    sound(out, for: message, from: source, through: routing, concern)
                } else {
                    soundByRules(out, for: message, from: source, through: routing, concern)
                }
            }
            if routing.pointee.remapHeads != nil {
                control(message, moves, from: source, through: routing, concern)
            }
        }
    }

    /// Applies the stages of a routing to a note: channel remap, then note and velocity (R2). Returns 0 if a stage
    /// stops the note. Release velocities pass unchanged (R3, R7).
    ///
    /// Bypass applies only the channel remap and the transposition (R4, R29).
    ///
    /// - Parameters:
    ///   - word: the first word of the message, like the result.
    ///   - kind: Note On or Note Off.
    @inline(__always)
    mutating func note(
        of word: UInt32, as kind: MessageKind, through routing: UnsafePointer<Routing>, _ concern: Concern
    ) -> UInt32 {
        let word = routing.pointee.channelStage(word)
        if isExceptional(concern.routing) { return exceptionalNote(of: word, as: kind, through: routing, concern) }
        switch routing.pointee.noteStage(word, kind) {
        case .stops(let reason): return stop(reason, concern)
        case .passes(let word):
            if kind == .noteOff { return word }
            switch routing.pointee.velocityStage(word) {
            case .stops(let reason): return stop(reason, concern)
            case .passes(let word): return word
            }
        }
    }

    @inline(__always)
    mutating func stop(_ reason: TraceEvent, _ concern: Concern) -> UInt32 {
        why(reason, concern.routing)
        return 0
    }

    /// Stores and sends a note at every destination of its routing.
    mutating func sound(
        _ out: UInt32, for message: Message, from source: UInt8, through routing: UnsafePointer<Routing>,
        _ concern: Concern
    ) {
        if fine.stands(for: message) { return soundFine(out, for: message, from: source, through: routing, concern) }
        let key = KeyBits.index(source, message.channel, message.data1)
        let marks = marks(of: routing, concern)
        for destination in destinations(of: routing, from: source) {
            if outputs.isFeedback(message, from: source, to: destination, at: now) { continue }
            hold(out, of: key, at: destination, marks)
            outputs.send(Message(out), to: destination, as: .noteOn, at: now)
        }
    }

    @inline(__always)
    mutating func marks(of routing: UnsafePointer<Routing>, _ concern: Concern) -> HeldNotes.Marks {
        HeldNotes.Marks(
            routing: concern.routing, preset: status.preset,
            filtersPressure: isFiltered(.polyPressure, by: routing, concern))
    }
}
