import MIDI

// What is dropped when there is no room (S8): found without a search, because it is asked for with every message of a
// flood.
extension Outbox {
    /// The oldest message of a kind that waits for a port, or `none`.
    func oldest(_ kind: Kind, of port: Int) -> UInt16 { ports[port].kinds[Int(kind.rawValue)].first }

    /// The oldest whole real-time message that waits for a port, or `none`. Besides them there is at most an F7.
    func oldestRealTime(of port: Int) -> UInt16 {
        var index = ports[port].queues[Int(Lane.realTime.rawValue)].first
        while index != Outbox.none && !message(index).isWhole { index = pool[Int(index)].next }
        return index
    }

    /// Whether a note-off of a note waits in the lane of its own.
    func hasNoteOff(_ message: Message, of port: Int) -> Bool {
        let note = noteIndex(message, port)
        return waitingNoteOff[note >> 6] & 1 << UInt64(note & 63) != 0
    }

    /// Whether a note-off would only repeat one that waits: no note-on of its note waits behind that.
    func isRepeated(_ noteOff: Message, of port: Int) -> Bool {
        let noteOn = waitingNoteOn[noteIndex(noteOff, port)]
        return noteOn == Outbox.none ? hasNoteOff(noteOff, of: port) : pool[Int(noteOn)].noteOffs != Outbox.none
    }

    /// Gives up the note-offs that wait for a note-on to go.
    mutating func dropNoteOffs(of noteOn: UInt16) {
        var index = pool[Int(noteOn)].noteOffs
        pool[Int(noteOn)].noteOffs = Outbox.none
        while index != Outbox.none {
            let next = pool[Int(index)].next
            giveBack(index)
            index = next
        }
    }

    func linkKind(_ index: UInt16, of port: Int) {
        let kind = message(index).kindWaiting
        pool[Int(index)].kind = kind
        if kind == .kept { return }
        let last = ports[port].kinds[Int(kind.rawValue)].last
        if last == Outbox.none {
            ports[port].kinds[Int(kind.rawValue)].first = index
        } else {
            pool[Int(last)].newerOfKind = index
        }
        pool[Int(index)].olderOfKind = last
        pool[Int(index)].newerOfKind = Outbox.none
        ports[port].kinds[Int(kind.rawValue)].last = index
    }

    func unlinkKind(_ index: UInt16, of port: Int) {
        let kind = pool[Int(index)].kind
        if kind == .kept { return }
        let (older, newer) = (pool[Int(index)].olderOfKind, pool[Int(index)].newerOfKind)
        if older == Outbox.none {
            ports[port].kinds[Int(kind.rawValue)].first = newer
        } else {
            pool[Int(older)].newerOfKind = newer
        }
        if newer == Outbox.none {
            ports[port].kinds[Int(kind.rawValue)].last = older
        } else {
            pool[Int(newer)].olderOfKind = older
        }
    }
}

extension Message {
    /// Whether it may be dropped by itself: pieces of a longer SysEx may not.
    var isWhole: Bool { type != 3 || sysExStatus == .complete }

    fileprivate var kindWaiting: Outbox.Kind {
        switch kind {
        case .controlChange, .pitchBend, .channelPressure, .polyPressure: .controller
        case .noteOn: isNoteOff ? .kept : .noteOn
        case .noteOff: .kept
        default: isWhole ? .other : .kept
        }
    }
}
