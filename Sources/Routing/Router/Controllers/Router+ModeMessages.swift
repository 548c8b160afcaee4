import MIDI
import Plan

// Channel mode messages, by which a source ends everything it holds on a channel, at all destinations (H13).
extension Router {
    /// Ends what a channel mode message ends for its source and channel. Called before the message itself is routed.
    @inline(__always)
    mutating func endHeld(by message: Message, from source: UInt8) {
        if message.data1 >= ControllerNumber.allSoundOff { endHeldByMode(message, from: source) }
    }

    @inline(never)
    private mutating func endHeldByMode(_ message: Message, from source: UInt8) {
        if source >= Limits.ports { return }
        let (mode, channel) = (message.data1, message.channel)
        if message.endsNotes { releaseKeys(of: source, channel) }
        if mode == ControllerNumber.allSoundOff { endHolds(of: source, channel) }  // R28
        if mode > ControllerNumber.resetAllControllers { return }
        endWaits(of: source, channel)  // R15
        dropHeldValues(of: source, channel, restingBy: mode)  // R21
        var slot = ledger.controllers.first(of: source, channel)
        while !slot.isNone {
            let next = ledger.controllers.next(after: slot)
            if ControllerNumber.rests(ledger.controllers[slot].controller, by: mode) {
                releaseController(slot, counted: false)
            }
            slot = next
        }
    }

    /// Releases the keys that a source holds on a channel, as if it had sent `8n kk 40` for each: conditions, remaps
    /// and assignments react too.
    private mutating func releaseKeys(of source: UInt8, _ channel: UInt8) {
        for _ in 0..<128 {
            guard let key = nextReleased(of: source, channel) else { return }
            let release = Message.noteOff(channel: channel, key: key)
            var moves = moves(of: release, as: .noteOff, from: source)
            // The release was not received, so a trace reports only its effects.
            moves.passes = false
            route(release, as: .noteOff, moves, from: source)
        }
    }

    /// The held key of a source and channel whose note began first. If no held key plays a note, the lowest held key.
    /// Nil: no key is held.
    private mutating func nextReleased(of source: UInt8, _ channel: UInt8) -> UInt8? {
        let first = KeyBits.index(source, channel, 0)
        var (oldest, silent): (Int?, Int?) = (nil, nil)
        var next = ledger.notes.pressed.next(from: first, before: first + 128)
        while let key = next {
            next = ledger.notes.pressed.next(from: key + 1, before: first + 128)
            let note = ledger.notes.first(of: key)
            if note.isNone {
                if silent == nil { silent = key }
            } else if oldest.map({ ledger.began(note, beforeNote: ledger.notes.first(of: $0)) }) ?? true {
                oldest = key
            }
        }
        return (oldest ?? silent).map { UInt8(truncatingIfNeeded: $0 & 127) }
    }

    /// Whether a message that ends all notes of a channel would cut notes held by other keys, remaps, loads or actions.
    /// The keys of its own source and channel have been released already.
    @inline(never)
    mutating func cutsNotes(_ out: Message, at destination: PortIndex) -> Bool {
        if !ledger.notes.sounding.isAnyHeld(destination, out.channel) { return false }
        why(.cutsNotes, to: destination)
        return true
    }
}

extension Message {
    /// Whether the message ends all notes of its channel: All Sound Off, All Notes Off, Omni Off, Omni On, Mono On and
    /// Poly On; the last four imply All Notes Off (M1-42, table IIIa).
    @inline(__always)
    var endsNotes: Bool {
        isControlChange && (data1 == ControllerNumber.allSoundOff || data1 >= ControllerNumber.allNotesOff)
    }
}

extension ControllerNumber {
    /// Whether All Sound Off or Reset All Controllers brings a controller or note of its source to rest.
    ///
    /// - Parameters:
    ///   - controller: nil for a note that a remap plays.
    ///   - mode: `allSoundOff` or `resetAllControllers`.
    static func rests(_ controller: RetainedController?, by mode: UInt8) -> Bool {
        switch controller {
        case nil: mode == allSoundOff
        case .sustain, .sostenuto, .hold2: true
        case .pitchBend, .channelPressure: mode == resetAllControllers
        }
    }
}
