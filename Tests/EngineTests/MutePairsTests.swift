import Configuration
import Testing

/// What ends when a routing goes from one pair of mute and bypass to another (H1, H7, R21): by hand, by a part, by
/// revert, after a reload, and with conditions that fail.
@Suite struct MutePairsTests {
    enum Change: String, CaseIterable {
        case muteFirst, bypassFirst, part, revert, reload, load, newConfiguration
    }

    enum Failing: String, CaseIterable {
        case never, before
    }

    @Test(arguments: Change.allCases) func everyChangeEndsWhatThePairLeaves(_ change: Change) throws {
        for from in MutePairs.Pair.all {
            for to in MutePairs.Pair.all {
                // The other order is the same where only one of both changes.
                if change == .bypassFirst && (from.muted == to.muted || from.bypassed == to.bypassed) { continue }
                try check(change, from, to, .never)
                if change == .muteFirst || change == .part { try check(change, from, to, .before) }
            }
        }
    }

    private func check(_ change: Change, _ from: MutePairs.Pair, _ to: MutePairs.Pair, _ failing: Failing) throws {
        let name = "\(change.rawValue): \(from) to \(to), conditions fail \(failing.rawValue)"
        let heard = MutePairs.Pair(false, false)
        var stored = heard
        var box: MutePairs.Player
        switch change {
        case .part: box = try MutePairs.Player(MutePairs.text(parts: [from, to]))
        case .revert:
            stored = to
            box = try MutePairs.Player(MutePairs.text(parts: [], stored: stored))
        case .load, .newConfiguration:
            stored = from
            box = try MutePairs.Player(MutePairs.text(parts: [], stored: stored, second: to))
        case .muteFirst, .bypassFirst, .reload: box = try MutePairs.Player(MutePairs.text(parts: []))
        }
        if change != .part { box.set(from) }
        box.play()
        var expected = from.isOpen ? MutePairs.everything : [MutePairs.onLoad]
        // What the file mutes sends nothing at the load (P1).
        if stored.muted { expected.remove(MutePairs.onLoad) }
        var bend: UInt8 = from.isOpen ? 127 : 64
        #expect(box.sounding == expected && box.bend == bend, "\(name): before")
        if failing == .before {
            box.move(21, 127)
            // Bypass lifts the conditions (R4).
            if !from.bypassed || from.muted {
                expected.subtract(MutePairs.ending)
                bend = 64
            }
            #expect(box.sounding == expected && box.bend == bend, "\(name): failing")
        }
        let changes = from != to
        switch change {
        case .muteFirst: box.set(to)
        case .bypassFirst: box.set(to, muteFirst: false)
        case .part: box.step(.action(.nextPart))
        case .revert: box.step(.action(.revert))
        case .reload:
            box.stage.renew(try Configuration.load(text: MutePairs.text(parts: [])).get(), at: box.now)
            box.listen()
            #expect(box.sounding == expected && box.bend == bend, "\(name): reloaded")
            box.set(to)
        case .load, .newConfiguration:
            if change == .load {
                box.step(.action(.loadNumber(2)))
            } else {
                box.stage.adopt(try Configuration.load(text: MutePairs.text(parts: [], stored: to)).get(), at: box.now)
                box.listen()
            }
            // What keys of the old settings hold goes on as H7 says.
            #expect(box.sounding == expected.subtracting(MutePairs.ending) && box.bend == 64, "\(name): loaded")
            box.move(21, 0)
            box.move(2, 0)
            box.move(3, 0)
            box.move(3, 127)
            #expect(
                box.sounding.isSubset(of: to.isOpen ? [MutePairs.key, MutePairs.latched] : []), "\(name): released")
            return
        }
        if changes {
            expected = []
            bend = 64
        }
        #expect(box.sounding == expected && box.bend == bend, "\(name): \(box.sounding), bend \(box.bend)")
        #expect(changes == false || box.stage.engine.router.soundingNotes == 0, "\(name)")
        // Nothing comes back when the routing is heard again.
        box.set(heard)
        if to != heard || changes { #expect(box.sounding.isEmpty, "\(name): heard again") }
    }
}
