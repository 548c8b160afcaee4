import MIDI
import Plan

// Notes that a routing holds beyond the release of their keys (R28). They end where they began (H2); only the moment
// differs.
extension Router {
    /// Sounds a note of a routing with a note length or a hold.
    @inline(never)
    mutating func soundByRules(
        _ out: UInt32, for message: Message, from source: UInt8, through routing: UnsafePointer<Routing>,
        _ concern: Concern
    ) {
        // R4: bypass lifts both.
        if isBypassed(concern.routing) { return sound(out, for: message, from: source, through: routing, concern) }
        let hold = routing.pointee.noteRules.hold
        if hold == .toggle && ledger.holds.toggled & concern.routing.bit != 0 {
            return why(.endsHeldNote, concern.routing)
        }
        if hold == .chord { endChord(of: concern.routing) }
        sound(out, for: message, from: source, through: routing, concern)
        let key = KeyBits.index(source, message.channel, message.data1)
        if let hold {
            mark(key, concern.routing, by: hold.rule)
        } else {
            limitNotes(of: key, routing, concern)
        }
    }

    /// Marks the notes that a key has begun through a routing.
    private mutating func mark(_ key: Int, _ routing: RoutingIndex, by rule: NoteHolds.Rule) {
        var slot = ledger.notes.first(of: key)
        while !slot.isNone {
            let note = ledger.notes[slot]
            if note.routing == routing && !ledger.isOld(slot) && ledger.rule(of: slot) == .none {
                ledger.holds.begin(slot, note, by: rule)
            }
            slot = ledger.notes.next(after: slot)
        }
        inputs.listeners.listenToAllNotes()
    }

    /// Ends the notes that a routing holds as a chord, unless one of its keys is down.
    private mutating func endChord(of routing: RoutingIndex) {
        var slot = ledger.notes.oldest
        while !slot.isNone {
            if ledger.notes[slot].routing == routing && !ledger.isOld(slot) && !ledger.isKept(slot) { return }
            slot = ledger.notes.newer(than: slot)
        }
        endKept(by: routing)
        ledger.notes.beginMessage()
    }
}

// MARK: - Keys

extension Router {
    /// A key is released: keeps the notes of the key whose routing holds them. The others end as usual.
    @inline(__always)
    mutating func keepHeld(_ key: Int, as release: Message) {
        if ledger.holds.isUsed { keepNotes(of: key, as: release) }
    }

    @inline(never)
    private mutating func keepNotes(of key: Int, as release: Message) {
        var slot = ledger.notes.first(of: key)
        while !slot.isNone {
            let next = ledger.notes.next(after: slot)
            if keeps(slot) {
                let note = ledger.notes[slot]
                ledger.keep(slot, as: release)
                if isTraced { tell(.keptNote, routing: note.routing, of: note.preset, to: note.destination) }
            }
            slot = next
        }
    }

    /// Whether a note sounds on when its key is released.
    private mutating func keeps(_ slot: Slot) -> Bool {
        switch ledger.rule(of: slot) {
        case .none: false
        case .toggle, .chord: true
        case .conditions: isHolding(slot)
        case .sostenuto: ledger.holds.isCaught(slot) && isHolding(slot)
        }
    }

    /// Whether the conditions of a note's hold are true: those of its preset, which may be left.
    private mutating func isHolding(_ slot: Slot) -> Bool {
        let (routing, isPast) = (ledger.notes[slot].routing, ledger.isOld(slot))
        guard let table = isPast ? pastPreset : presetAddress else { return false }
        let holding = isPast ? stages.pastConditions.holding : stages.conditions.holding
        return table.pointee.routings[routing].noteRules.isHeld(by: holding)
    }

    /// A key is pressed: ends what is kept of the key, and its toggles.
    @inline(__always)
    mutating func endHeld(_ key: Int) {
        if ledger.holds.isUsed { endNotes(ofPressed: key) }
    }

    @inline(never)
    private mutating func endNotes(ofPressed key: Int) {
        ledger.holds.toggled = 0
        var slot = ledger.holds.first(of: key)
        while !slot.isNone {
            let next = ledger.holds.next(after: slot)
            if Int(ledger.notes[slot].key) == key {
                noteToggle(slot)
                endKept(slot)
            }
            slot = next
        }
        // The key of a toggle was pressed twice without a release between.
        slot = ledger.notes.first(of: key)
        while !slot.isNone {
            let next = ledger.notes.next(after: slot)
            if ledger.rule(of: slot) == .toggle {
                noteToggle(slot)
                release(slot, as: .ownRelease)
            }
            slot = next
        }
    }

    /// Lets the routing of a toggle, or every toggle if the note is one of earlier settings, begin no note.
    private mutating func noteToggle(_ slot: Slot) {
        if ledger.rule(of: slot) != .toggle { return }
        ledger.holds.toggled |= ledger.isOld(slot) ? UInt64.max : ledger.notes[slot].routing.bit
    }
}

// MARK: - Ends

extension Router {
    /// Ends a kept note.
    mutating func endKept(_ slot: Slot) {
        let release = ledger.holds.release(of: slot) ?? .ownRelease
        ledger.rejoin(slot)
        self.release(slot, as: release)
    }

    /// Ends the kept notes of a routing of the present settings, or those that conditions of the preset hold that was
    /// left, the oldest first.
    mutating func endKept(by routing: RoutingIndex, isPast: Bool = false) {
        var slot = ledger.firstHeld(by: routing, from: ledger.notes.oldest, isPast: isPast)
        while !slot.isNone {
            let next = ledger.firstHeld(by: routing, from: ledger.notes.newer(than: slot), isPast: isPast)
            if ledger.isKept(slot) { endKept(slot) }
            slot = next
        }
    }

    /// Follows the holds of notes whose conditions have changed: those that became false send the releases that wait,
    /// and a sostenuto that became true catches the notes whose keys are down.
    ///
    /// - Parameters:
    ///   - before: the holds that were true, and `holding` those that are, one bit each by number.
    ///   - table: the running preset, or the one that was left (`isPast`).
    mutating func followNoteHolds(
        _ before: UInt64, _ holding: UInt64, of table: UnsafePointer<Preset>, isPast: Bool = false
    ) {
        let changed = (before ^ holding) & table.pointee.noteHolds
        if changed == 0 || !ledger.holds.isUsed { return }
        for routing in table.pointee.routings.indices {
            let rules = table.pointee.routings[routing].noteRules
            guard case .conditions(let number, let isSostenuto) = rules.hold, changed & 1 &<< UInt64(number) != 0
            else { continue }
            let holds = rules.isHeld(by: holding)
            if !holds { endKept(by: routing, isPast: isPast) }
            if isSostenuto { setCaught(holds, by: routing, isPast: isPast) }
        }
    }

    private mutating func setCaught(_ isCaught: Bool, by routing: RoutingIndex, isPast: Bool) {
        var slot = ledger.firstHeld(by: routing, from: ledger.notes.oldest, isPast: isPast)
        while !slot.isNone {
            ledger.holds.setCaught(slot, isCaught)
            slot = ledger.firstHeld(by: routing, from: ledger.notes.newer(than: slot), isPast: isPast)
        }
    }

    /// Ends what a routing of the present settings holds; notes whose keys are down end with their release. Called when
    /// the routing is muted, bypassed or released by an action.
    mutating func endHolds(by routing: RoutingIndex) {
        if !ledger.holds.isUsed { return }
        var slot = ledger.firstHeld(by: routing, from: ledger.notes.oldest)
        while !slot.isNone {
            let next = ledger.firstHeld(by: routing, from: ledger.notes.newer(than: slot))
            endHold(slot)
            slot = next
        }
    }

    /// Ends what is held for the keys of a source and channel.
    mutating func endHolds(of source: UInt8, _ channel: UInt8) {
        if !ledger.holds.isUsed { return }
        let first = KeyBits.index(source, channel, 0)
        var slot = ledger.notes.oldest
        while !slot.isNone {
            let next = ledger.notes.newer(than: slot)
            if first..<first + 128 ~= Int(ledger.notes[slot].key) && ledger.rule(of: slot) != .none { endHold(slot) }
            slot = next
        }
    }

    /// Ends a held note, or lets it end with the release of its key if the key is down.
    mutating func endHold(_ slot: Slot) {
        if ledger.isKept(slot) { endKept(slot) } else { ledger.holds.clear(slot) }
    }
}

extension NoteHold {
    fileprivate var rule: NoteHolds.Rule {
        switch self {
        case .toggle: .toggle
        case .chord: .chord
        case .conditions(_, let isSostenuto): isSostenuto ? .sostenuto : .conditions
        }
    }
}
