import MIDI

extension Router {
    /// A Note On with a velocity: through every routing it concerns, each note it becomes remembered (H2), and in each
    /// the note before what remaps make of it (R1).
    mutating func noteOn(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        let key = HeldNotes.index(source, message.channel, message.data1)
        _ = held.press(key, true)
        retained(message, moves, from: source)
        var place = HeldNotes.none
        for concern in concerned(by: message, from: source) {
            followNotes(of: concern, message, moves, from: source)
            guard let routing = admitted(concern, channel: message.channel) else { continue }
            if let played = note(of: message, as: .noteOn, through: routing, concern),
                !replaces(message, moves, through: routing, concern)
            {
                sound(played, for: message, of: key, through: routing, concern, after: &place)
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
        guard let out = note(of: message, as: .noteOff, through: routing, concern) else { return }
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

    /// What the note and velocity stages of R2 and the channel remap make of a note; nil: dropped. A release ignores
    /// velocities (R3, R7).
    ///
    /// - Parameter kind: what the message is.
    @inline(__always)
    mutating func note(
        of message: Message, as kind: MessageKind, through routing: UnsafePointer<Routing>, _ concern: Concern
    ) -> Message? {
        let out = message.on(channel: routing.pointee.outChannel(message.channel))
        if isBypassed(concern.routing) { return out }
        var note = message.data1
        if note < routing.pointee.lowestNote || note > routing.pointee.highestNote {
            why(.noteRange, concern.routing)
            return nil
        }
        if routing.pointee.filters(kind) {
            why(.filtered, concern.routing)
            return nil
        }
        if let map = routing.pointee.noteMap {
            note = map[Int(note)]
            if note > 127 {
                why(.noteMap, concern.routing)
                return nil
            }
        }
        if kind == .noteOff { return out.with(note, message.data2) }
        var velocity = message.data2
        if velocity < routing.pointee.lowestVelocity || velocity > routing.pointee.highestVelocity {
            why(.velocityRange, concern.routing)
            return nil
        }
        if let map = routing.pointee.velocityMap {
            velocity = map[Int(velocity)]
            if velocity == 0 {
                why(.zeroVelocity, concern.routing)
                return nil
            }
        }
        return out.with(note, velocity)
    }

    /// A note that a key becomes, at every destination of its routing.
    ///
    /// - Parameters:
    ///   - message: what came in.
    ///   - key: `HeldNotes.index` of source, channel and key.
    ///   - place: see `HeldNotes.add`.
    @inline(never)
    mutating func sound(
        _ out: Message, for message: Message, of key: Int, through routing: UnsafePointer<Routing>, _ concern: Concern,
        after place: inout UInt16
    ) {
        let sounding = Int(out.channel) << 7 | Int(out.data1)
        let filtersPressure = isFiltered(.polyPressure, by: routing, concern)
        for end in 0..<Int(routing.pointee.destinationCount) {
            let destination = routing.pointee.destinations[end]
            if isLooped(message, from: UInt8(truncatingIfNeeded: key >> 11), to: destination) { continue }
            if held.isFull { place = makeRoomToHold(at: destination, concern) }
            held.add(
                HeldNotes.Note(
                    key: UInt16(truncatingIfNeeded: key),
                    sound: UInt16(truncatingIfNeeded: Int(destination) << 11 | sounding), routing: concern.routing,
                    preset: UInt8(truncatingIfNeeded: status.preset), filtersPressure: filtersPressure,
                    generation: generation, began: nextBegun()), after: &place)
            give(out, to: destination, as: .noteOn)
        }
    }

    /// H11: the oldest is released first, and counted. Returns what stands before the next note of any key's list for sure.
    @inline(never)
    private mutating func makeRoomToHold(at destination: UInt8, _ concern: Concern) -> UInt16 {
        release(held.oldest, as: .ownRelease)
        status.dropped &+= 1
        working = AtWork(UInt8(truncatingIfNeeded: concern.routing))
        why(.tooManyHeld, to: destination)
        return HeldNotes.none
    }

    /// Ends one held note: its Note Off is sent when nothing else holds that note (H3), in the form and with the
    /// velocity of the release (R5).
    mutating func release(_ index: UInt16, as release: Message) {
        let note = held.notes + Int(index)
        working = AtWork(UInt8(truncatingIfNeeded: note.pointee.routing), of: note.pointee.preset)
        if end(index, as: release) { return }
        why(.heldByAnotherKey, to: note.pointee.destination)
    }

    /// The same; whether its Note Off was sent.
    @inline(__always)
    mutating func end(_ index: UInt16, as release: Message) -> Bool {
        let note = held.notes + Int(index)
        if note.pointee.generation != generation { status.heldNotes &-= 1 }
        if !held.remove(index) { return false }
        give(note.pointee.message(as: release), to: note.pointee.destination, as: .noteOff)
        return true
    }
}

extension Message {
    /// The same message of a note, with other data bytes, 0...127.
    @inline(__always)
    fileprivate func with(_ note: UInt8, _ value: UInt8) -> Message {
        Message(word0 & 0xFFFF_0000 | UInt32(note) << 8 | UInt32(value))
    }

    /// Of the box's own: `8n kk 40` (R5).
    @inline(__always)
    static var ownRelease: Message { Message(0x2080_0040) }
}
