import Engine
import Routing
import CPlatform
import MIDI
import Panel
import Plan

// The state of an engine as 64-bit words: pieces of memory in a fixed order, each padded to whole words. The words have
// the same meaning for every engine of this version and `layout` that runs the same configuration.
extension Engine {
    func forEachState(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(values)
        router.forEachState(visit)
    }

    /// Number of words in the state.
    var stateCount: Int {
        var count = 0
        forEachState { count += ($0.count + 7) / 8 }
        return count
    }

    /// A copy of the state. The router must be quiet.
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

    /// The state, run-length encoded: pairs of a count and a word that is repeated `count` times. Most of the state is
    /// a few long runs.
    @_optimize(speed)
    var packedState: [UInt64] {
        var packed: [UInt64] = []
        forEachState { piece in
            let whole = UnsafeRawBufferPointer(rebasing: piece[..<(piece.count & ~7)])
            var at = 0
            while at < whole.count {
                let word = whole.loadUnaligned(fromByteOffset: at, as: UInt64.self)
                var end = at + 8
                // Compares four words at a time, because long runs are common.
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

    /// Restores the state of another engine. The words may come from an edited file. If they are not a possible state
    /// for this configuration, returns false; the engine must then not be used.
    ///
    /// - Parameters:
    ///   - time: time of the state on the other engine's clock, in nanoseconds.
    ///   - preset: index of the preset that ran.
    func resume(_ words: [UInt64], at time: UInt64, preset: PresetIndex) -> Bool {
        var fresh = Fresh(
            switches: switches, tilt: tilt, pedals: pedals, knobs: knobs,
            menu: menu, notices: notices)
        words.withUnsafeBytes { all in
            var at = 0
            forEachState { piece in
                piece.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[at..<at + piece.count]))
                at += (piece.count + 7) / 8 * 8
            }
        }
        for port in 0..<Engine.portCount where !ports[port].hasValidState(at: time) { return false }
        guard switches.hasValidState(as: &fresh.switches, at: time),
            tilt.hasValidState(as: &fresh.tilt, at: time),
            pedals.hasValidState(as: &fresh.pedals),
            knobs.hasValidState(as: &fresh.knobs, at: time), adoptMenu(fresh.menu),
            adoptNotices(fresh.notices, at: time),
            router.adoptState(at: time, preset: preset)
        else { return false }
        router.settle()
        return true
    }

    /// The state of a new engine, from which `resume` takes what the configuration determines.
    private struct Fresh {
        var switches: Footswitches
        var tilt: Tilt
        var pedals: Pedals
        var knobs: Knobs
        var menu: MenuState
        var notices: Notices
    }

    /// Restores the menu. Moments are only taken while the menu is closed, so all but the request counter is reset.
    private func adoptMenu(_ fresh: MenuState) -> Bool {
        if !menu.menu.hasClosedPage() { return false }
        let asked = menu.asked
        menu = fresh
        menu.asked = asked
        return true
    }

    /// Restores the notices of events; the rest comes from the configuration.
    private func adoptNotices(_ fresh: Notices, at time: UInt64) -> Bool {
        guard RawBytes.isBool(&notices.hasNoTilt), RawBytes.isBool(&notices.hasNoPedal),
            RawBytes.isBool(&notices.port.came),
            RawBytes.isOptional(&notices.lastMessage), 0...6 ~= notices.port.name.count
        else { return false }
        var kept = fresh
        kept.hasNoTilt = notices.hasNoTilt
        kept.hasNoPedal = notices.hasNoPedal
        kept.panics = notices.panics
        kept.straysAtPanic = notices.straysAtPanic
        kept.changes = notices.changes
        let at = notices.port.at
        if at == never || at <= time { kept.port = notices.port }
        // An invalid message is not shown.
        if let last = notices.lastMessage,
            last.type == MessageType.midi1Channel && last.word0 & 0x8080 == 0 || last.type == MessageType.system
        {
            kept.lastMessage = last
        }
        kept.backlight.event(at: time)
        notices = kept
        return true
    }

    /// Frees the engine's memory. The engine must not be used afterwards.
    package func free() { munmap(memory, Engine.byteCount) }
}

extension Engine.Port {
    /// Whether bytes that were copied over this port are a valid port.
    fileprivate mutating func hasValidState(at now: UInt64) -> Bool {
        RawBytes.isBool(&hasInput) && RawBytes.isBool(&hasOutput) && RawBytes.isBool(&isWatched)
            && parser.hasValidState() && heardAt <= now
    }
}
