import MIDI
import Program

extension Router {
    /// A Note On with a velocity: through every routing it concerns, each note it becomes remembered (H2), and in each
    /// the note before what remaps make of it (R1).
    mutating func noteOn(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        _ = held.press(HeldNotes.index(source, message.channel, message.data1), true)
        held.beginMessage()
        retained(message, moves, from: source)
        for concern in concerned(by: message, from: source) {
            followNotes(of: concern, message, moves, from: source)
            guard let routing = admitted(concern, channel: message.channel) else { continue }
            let out = note(of: message.word0, as: .noteOn, through: routing, concern)
            if out != 0 && !replaces(message, moves, through: routing, concern) {
                sound(out, for: message, from: source, through: routing, concern)
            }
            if routing.pointee.remapHeads != nil {
                control(message, moves, from: source, through: routing, concern)
            }
        }
    }

    /// A release, `8n` or `9n kk 00` (S5): exactly where its note went (R5), in the order of the routings.
    mutating func noteOff(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        let key = HeldNotes.index(source, message.channel, message.data1)
        let wasPressed = held.press(key, false)
        if listener.trace != nil && wasPressed { tellOfRelease(message, from: source) }
        releaseRetained(message, moves, from: source)
        for concern in concerned(by: message, from: source) {
            while let note = held.first(of: key), held.notes[Int(note)].routing <= concern.routing {
                release(note, as: message)
            }
            followNotes(of: concern, message, moves, from: source)
            // What becomes of the release of a known note does not depend on what is admitted now.
            listener.isQuiet = wasPressed
            let admitted = admitted(concern, channel: message.channel)
            listener.isQuiet = false
            guard let routing = admitted else { continue }
            if !wasPressed && !replaces(message, moves, through: routing, concern) {
                strayNoteOff(message, from: source, through: routing, concern)
            }
            if routing.pointee.remapHeads != nil {
                control(message, moves, from: source, through: routing, concern)
            }
        }
        while let note = held.first(of: key) { release(note, as: message) }
    }

    /// What a release ends under settings of the past, notes and controllers in the order they began (R1).
    @inline(__always)
    private mutating func releaseRetained(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        let key = HeldNotes.index(source, message.channel, message.data1)
        let isOld = held.first(of: key).map { held.notes[Int($0)].generation != generation } ?? false
        if isOld || controllers.oldest != HeldControllers.none {
            releaseRetained(message, moves, from: source, key)
        }
    }

    private mutating func releaseRetained(
        _ message: Message, _ moves: ControllerMoves, from source: UInt8, _ key: Int
    ) {
        var index = controllers.head(source, message.channel)
        while true {
            var note = held.first(of: key)
            if let first = note, held.notes[Int(first)].generation == generation { note = nil }
            while index != HeldControllers.none && !(isRetained(index) && listens(index, to: moves)) {
                index = controllers.paths[Int(index)].next
            }
            if index == HeldControllers.none {
                guard let note else { return }
                release(note, as: message)
            } else if let note, began(note, before: index) {
                release(note, as: message)
            } else {
                let next = controllers.paths[Int(index)].next
                follow(message, moves, from: source, along: index)
                index = next
            }
        }
    }

    private mutating func began(_ note: UInt16, before path: UInt16) -> Bool {
        // The order wraps.
        Int32(bitPattern: held.notes[Int(note)].began &- controllers.paths[Int(path)].began) < 0
    }

    /// R5: a release whose note-on was never seen passes by today's settings, unless another key holds that note.
    private mutating func strayNoteOff(
        _ message: Message, from source: UInt8, through routing: UnsafePointer<Routing>, _ concern: Concern
    ) {
        let out = Message(note(of: message.word0, as: .noteOff, through: routing, concern))
        if out.word0 == 0 { return }
        for end in 0..<Int(routing.pointee.destinationCount) {
            let destination = routing.pointee.destinations[end]
            if isLooped(message, from: source, to: destination) { continue }
            if held.isSounding(destination, out.channel, out.data1) {
                why(.heldByAnotherKey, to: destination)
            } else {
                send(out, to: destination)
            }
        }
    }

    /// Polyphonic key pressure goes to what its key sounds as now (R6), to each note once (H8); but for the notes of a
    /// routing that replaces it.
    mutating func polyPressure(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        var index = held.heads[HeldNotes.index(source, message.channel, message.data1)]
        let first = index
        if listener.trace != nil { tellWhoHasNone(message, from: source) }
        if moves.hasMessages {
            retained(message, moves, from: source)
            for concern in concerned(by: message, from: source) {
                while index != HeldNotes.none && comes(index, before: concern.routing) {
                    press(index, message, from: first)
                    index = held.notes[Int(index)].nextOfKey
                }
                if !control(message, moves, from: source, through: concern) { continue }
                while index != HeldNotes.none && comes(index, before: concern.routing + 1) {
                    index = held.notes[Int(index)].nextOfKey
                }
            }
        }
        while index != HeldNotes.none {
            press(index, message, from: first)
            index = held.notes[Int(index)].nextOfKey
        }
    }

    /// Whether a note is of settings of the past, or of a routing before another.
    private mutating func comes(_ index: UInt16, before routing: UInt16) -> Bool {
        let note = held.notes[Int(index)]
        return note.generation != generation || note.routing < routing
    }

    private mutating func press(_ index: UInt16, _ message: Message, from first: UInt16) {
        let note = held.notes[Int(index)]
        working = AtWork(UInt8(truncatingIfNeeded: note.routing), of: note.preset)
        if note.filtersPressure {
            why(.filtered, to: note.destination)
        } else if soundsEarlier(note, than: index, from: first) {
            why(.reachedAlready, to: note.destination)
        } else {
            send(note.message(as: message), to: note.destination)
        }
    }

    private mutating func soundsEarlier(_ note: HeldNotes.Note, than end: UInt16, from first: UInt16) -> Bool {
        var index = first
        while index != end {
            let other = held.notes[Int(index)]
            if other.sound == note.sound && !other.filtersPressure { return true }
            index = other.nextOfKey
        }
        return false
    }

    /// What the stages of a routing make of a note: channel remap, then note and velocity (R2). 0: they stop it. Velocities
    /// of a release pass as they are (R3, R7); bypass leaves the channel remap only (R4).
    ///
    /// - Parameters:
    ///   - word: the first word of the message, as the result.
    ///   - kind: Note On or Note Off.
    @inline(__always)
    mutating func note(
        of word: UInt32, as kind: MessageKind, through routing: UnsafePointer<Routing>, _ concern: Concern
    ) -> UInt32 {
        let word = routing.pointee.channelStage(word)
        if isBypassed(concern.routing) { return word }
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
    private mutating func stop(_ reason: TraceEvent, _ concern: Concern) -> UInt32 {
        why(reason, concern.routing)
        return 0
    }

    /// A note that a key becomes, at every destination of its routing.
    private mutating func sound(
        _ out: UInt32, for message: Message, from source: UInt8, through routing: UnsafePointer<Routing>,
        _ concern: Concern
    ) {
        let key = HeldNotes.index(source, message.channel, message.data1)
        let marks = marks(of: routing, concern)
        for end in 0..<Int(routing.pointee.destinationCount) {
            let destination = routing.pointee.destinations[end]
            if isLooped(message, from: source, to: destination) { continue }
            hold(out, of: key, at: destination, marks)
            give(Message(out), to: destination, as: .noteOn)
        }
    }

    @inline(__always)
    mutating func marks(of routing: UnsafePointer<Routing>, _ concern: Concern) -> HeldNotes.Marks {
        HeldNotes.Marks(
            routing: concern.routing, preset: UInt8(truncatingIfNeeded: status.preset),
            filtersPressure: isFiltered(.polyPressure, by: routing, concern))
    }

    /// Remembers what a key has become at a destination (H2).
    @inline(__always)
    mutating func hold(_ out: UInt32, of key: Int, at destination: UInt8, _ marks: HeldNotes.Marks) {
        if held.isFull { makeRoomToHold(at: destination, marks) }
        let sound = Int(destination) << 11 | Int(out >> 9 & 0x780) | Int(out >> 8 & 0x7F)
        held.add(
            HeldNotes.Note(
                key: UInt16(truncatingIfNeeded: key), sound: UInt16(truncatingIfNeeded: sound), marks: marks,
                generation: generation, began: nextBegun()))
    }

    /// H11: the oldest is released first, and counted.
    @inline(never)
    private mutating func makeRoomToHold(at destination: UInt8, _ marks: HeldNotes.Marks) {
        release(held.oldest, as: .ownRelease)
        held.beginMessage()
        status.dropped &+= 1
        working = AtWork(marks.routing)
        why(.tooManyHeld, to: destination)
    }

    /// Ends one held note: its Note Off is sent when nothing else holds that note (H3), in the form and with the
    /// velocity of the release (R5).
    mutating func release(_ index: UInt16, as release: Message) {
        let note = held.notes + Int(index)
        working = AtWork(UInt8(truncatingIfNeeded: note.pointee.routing), of: note.pointee.preset)
        if forget(index) {
            give(note.pointee.message(as: release), to: note.pointee.destination, as: .noteOff)
        } else {
            why(.heldByAnotherKey, to: note.pointee.destination)
        }
    }

    /// Whether the Note Off of a held note is due, now that its key does not hold it any more.
    @inline(__always)
    mutating func forget(_ index: UInt16) -> Bool {
        if held.notes[Int(index)].generation != generation { status.heldNotes &-= 1 }
        return held.remove(index)
    }
}

extension Message {
    /// Of the box's own: `8n kk 40` (R5).
    @inline(__always)
    static var ownRelease: Message { Message(0x2080_0040) }
}
