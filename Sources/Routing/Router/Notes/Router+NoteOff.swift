import MIDI
import Plan

extension Router {
    /// Routes a release, `8n` or `9n kk 00` (S5), exactly to where its note was sent (R5), in the order of the
    /// routings.
    mutating func noteOff(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        let key = KeyBits.index(source, message.channel, message.data1)
        let wasPressed = ledger.notes.pressed.set(key, false)
        if isTraced && wasPressed { tellOfRelease(message, from: source) }
        keepHeld(key, as: message)  // R28
        releaseRetained(message, moves, from: source)
        for concern in concerned(by: message, from: source) {
            var note = ledger.notes.first(of: key)
            while !note.isNone && ledger.notes[note].routing <= concern.routing {
                release(note, as: message)
                note = ledger.notes.first(of: key)
            }
            followNotes(of: concern, message, moves, from: source)
            // Quiet for a known note: its release does not depend on what is admitted now.
            outputs.tracer.isQuiet = wasPressed
            let admitted = admitted(concern, channel: message.channel)
            outputs.tracer.isQuiet = false
            guard let routing = admitted else { continue }
            if !wasPressed && !replaces(message, moves, through: routing, concern) {
                strayNoteOff(message, from: source, through: routing, concern)
            }
            if routing.pointee.remapHeads != nil {
                control(message, moves, from: source, through: routing, concern)
            }
        }
        while !ledger.notes.first(of: key).isNone { release(ledger.notes.first(of: key), as: message) }
    }

    /// Releases what is held under earlier settings: notes and controllers in the order they began (R1).
    @inline(__always)
    private mutating func releaseRetained(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        let key = KeyBits.index(source, message.channel, message.data1)
        let note = ledger.notes.first(of: key)
        if !note.isNone && ledger.isOld(note) || !ledger.controllers.isEmpty {
            releaseRetained(message, moves, from: source, key)
        }
    }

    private mutating func releaseRetained(
        _ message: Message, _ moves: ControllerMoves, from source: UInt8, _ key: Int
    ) {
        var path = ledger.controllers.first(of: source, message.channel)
        while true {
            var note = ledger.notes.first(of: key)
            if !note.isNone && !ledger.isOld(note) { note = .none }
            while !path.isNone && !(isRetained(path) && listens(path, to: moves)) {
                path = ledger.controllers.next(after: path)
            }
            if path.isNone && note.isNone { return }
            if path.isNone || !note.isNone && ledger.began(note, before: path) {
                release(note, as: message)
            } else {
                let next = ledger.controllers.next(after: path)
                follow(message, moves, from: source, along: path)
                path = next
            }
        }
    }

    /// R5: a release without a known note-on passes by the present settings, unless another key holds that note.
    private mutating func strayNoteOff(
        _ message: Message, from source: UInt8, through routing: UnsafePointer<Routing>, _ concern: Concern
    ) {
        let out = Message(note(of: message.word0, as: .noteOff, through: routing, concern))
        if out.word0 == 0 { return }
        for destination in destinations(of: routing, from: source) {
            if outputs.isFeedback(message, from: source, to: destination, at: now) { continue }
            if ledger.notes.sounding.isHeld(HeldNotes.sound(destination, out.channel, out.data1)) {
                why(.heldByAnotherKey, to: destination)
            } else if fine.stands(for: message) {
                outputs.send(out, ump: fine.note(out.word0), to: destination, at: now)
            } else {
                outputs.send(out, to: destination, at: now)
            }
        }
    }
}
