import Engine
import Routing
import CPlatform
import MIDI
import Panel
import Program

// All that an engine knows, as words: pieces of memory in a fixed order, each filled up to whole words. They mean the
// same to every engine of this version and `layout` that runs the same configuration.
extension Engine {
    func forEachState(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(values)
        router.pointee.forEachState(visit)
    }

    /// How many words its state has.
    var stateCount: Int {
        var count = 0
        forEachState { count += ($0.count + 7) / 8 }
        return count
    }

    /// What it knows. The router must be quiet.
    var state: [UInt64] {
        var words = [UInt64](repeating: 0, count: stateCount)
        words.withUnsafeMutableBytes { all in
            var at = 0
            forEachState { piece in
                UnsafeMutableRawBufferPointer(rebasing: all[at..<at + piece.count]).copyMemory(
                    from: UnsafeRawBufferPointer(piece))
                at += (piece.count + 7) / 8 * 8
            }
        }
        return words
    }

    /// The same in pairs: how often a word comes, and the word. Most of it is the same word over and over.
    @_optimize(speed)
    var packedState: [UInt64] {
        var packed: [UInt64] = []
        forEachState { piece in
            let whole = UnsafeRawBufferPointer(rebasing: piece[..<(piece.count & ~7)])
            var at = 0
            while at < whole.count {
                let word = whole.loadUnaligned(fromByteOffset: at, as: UInt64.self)
                var end = at + 8
                // Four at a time, as long as they are all the same.
                while end + 32 <= whole.count {
                    var others: UInt64 = 0
                    for next in 0..<4 {
                        others |= whole.loadUnaligned(fromByteOffset: end + 8 * next, as: UInt64.self) ^ word
                    }
                    if others != 0 { break }
                    end += 32
                }
                while end < whole.count && whole.loadUnaligned(fromByteOffset: end, as: UInt64.self) == word {
                    end += 8
                }
                packed.append(UInt64((end - at) / 8))
                packed.append(word)
                at = end
            }
            if piece.count == whole.count { return }
            var last: UInt64 = 0
            withUnsafeMutableBytes(of: &last) { last in
                last.copyMemory(from: UnsafeRawBufferPointer(rebasing: piece[whole.count...]))
            }
            packed += [1, last]
        }
        return packed
    }

    /// Knows from now on what another one knew. The words may come from a file that somebody has edited: false, and it must
    /// not be used any more, where they are no state that an engine of this configuration can have.
    ///
    /// - Parameters:
    ///   - time: when that was, by the other one's clock.
    ///   - preset: the index of the one that ran.
    func resume(_ words: [UInt64], at time: UInt64, preset: PresetIndex) -> Bool {
        var fresh = Fresh(
            switches: switches.pointee, tilt: tilt.pointee, menu: menu.pointee, notices: notices.pointee)
        words.withUnsafeBytes { all in
            var at = 0
            forEachState { piece in
                piece.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[at..<at + piece.count]))
                at += (piece.count + 7) / 8 * 8
            }
        }
        for port in 0..<Engine.portCount where !ports[port].hasValidState(at: time) { return false }
        guard switches.pointee.hasValidState(as: &fresh.switches, at: time),
            tilt.pointee.hasValidState(as: &fresh.tilt, at: time), takeMenu(fresh.menu),
            takeNotices(fresh.notices, at: time),
            router.pointee.takeState(at: time, preset: preset)
        else { return false }
        router.pointee.settle()
        return true
    }

    /// What the configuration says of an engine.
    private struct Fresh {
        var switches: Footswitches
        var tilt: Tilt
        var menu: MenuState
        var notices: Notices
    }

    /// A moment is taken only while the menu is closed; it then keeps nothing but how much was asked.
    private func takeMenu(_ fresh: MenuState) -> Bool {
        if !menu.pointee.menu.hasClosedPage() { return false }
        let asked = menu.pointee.asked
        menu.initialize(to: fresh)
        menu.pointee.asked = asked
        return true
    }

    /// Of what is shown only what has happened comes from the recording.
    private func takeNotices(_ fresh: Notices, at time: UInt64) -> Bool {
        guard RawBytes.isBool(&notices.pointee.hasNoTilt), RawBytes.isBool(&notices.pointee.port.came),
            RawBytes.isOptional(&notices.pointee.lastMessage), 0...6 ~= notices.pointee.port.name.count
        else { return false }
        var kept = fresh
        kept.hasNoTilt = notices.pointee.hasNoTilt
        kept.panics = notices.pointee.panics
        kept.straysAtPanic = notices.pointee.straysAtPanic
        kept.changes = notices.pointee.changes
        let at = notices.pointee.port.at
        if at == never || at <= time { kept.port = notices.pointee.port }
        // One that is no message of MIDI 1.0 is not shown.
        if let last = notices.pointee.lastMessage,
            last.type == MessageType.midi1Channel && last.word0 & 0x8080 == 0 || last.type == MessageType.system
        {
            kept.lastMessage = last
        }
        kept.backlight.event(at: time)
        notices.initialize(to: kept)
        return true
    }

    /// Gives its memory back; nothing may use it afterwards.
    package func free() { munmap(memory, Engine.byteCount) }
}

extension Engine.Port {
    /// Whether bytes that were put in its place are a port.
    fileprivate mutating func hasValidState(at now: UInt64) -> Bool {
        RawBytes.isBool(&hasInput) && RawBytes.isBool(&hasOutput) && RawBytes.isBool(&isWatched)
            && parser.hasValidState() && heardAt <= now
    }
}
