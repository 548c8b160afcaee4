import MIDI
import TestSupport
import Testing

@testable import Plan
@testable import Routing

/// S8: no note hangs when the outbox is almost full.
@Suite struct OverflowPropertyTests {
    @Test(arguments: UInt64(1)...100)
    func noNoteHangsWhenTheOutboxIsFull(seed: UInt64) {
        var random = SplitMix(state: seed)
        let isWire = random.chance(50)
        let rig = Rig(
            Way(from: [0], to: [8]), Way(from: [1], to: [8, 9]), Way(from: [2], to: [9, 10]),
            byteTime: isWire ? 320_000 : 0, lead: isWire ? 320_000 : 0)
        // Messages that are never sent and never dropped take the other slots.
        let places = 40 + random.below(200)
        rig.router.pointee.outputs.outbox[11].block(for: message("90 3C 64"))
        let piece = message("continue 01")
        while rig.router.pointee.room > places {
            _ = rig.router.pointee.outputs.outbox.append(piece, path: .none, to: .stream, of: 11)
        }
        var now: UInt64 = 0
        for _ in 0..<2000 {
            now += UInt64(random.below(400_000))
            if random.chance(3) {
                rig.block(UInt32(8 + random.below(3)), random.chance(60), at: now)
            } else {
                rig.receive(random.anything(), from: UInt8(random.below(3)), at: now)
            }
        }
        #expect(rig.dropped > 0, "seed \(seed)")
        for port in UInt32(8)..<11 { rig.block(port, false, at: now) }
        for source in UInt8(0)..<3 {
            rig.receive("end", from: source, at: now)
            for key in UInt8(60)..<64 {
                for status: UInt8 in [0x80, 0x81] {
                    rig.receive(Message(status: status, key, 0), from: source, at: now)
                }
            }
        }
        rig.advance(to: now + 10_000_000_000)
        let sounding = rig.takeSounding()
        #expect(sounding.isEmpty, "seed \(seed): \(sounding)")
        #expect(rig.router.pointee.room == places, "seed \(seed)")
    }
}

extension SplitMix {
    /// A random message: a few keys on two channels, and all other kinds.
    fileprivate mutating func anything() -> Message {
        let (channel, key) = (UInt8(below(2)), UInt8(60 + below(4)))
        switch below(16) {
        case 0...6: return Message(status: 0x90 | channel, key, UInt8(1 + below(127)))
        case 7...10: return Message(status: 0x80 | channel, key, UInt8(below(128)))
        case 11: return Message(status: 0xB0 | channel, 64, UInt8(below(128)))
        case 12: return Message(status: 0xB0 | channel, UInt8(below(30)), UInt8(below(128)))
        case 13: return Message(status: 0xC0 | channel, UInt8(below(128)), 0)
        case 14: return Message(status: 0xF8, 0, 0)
        default: return Message(sysEx: pick([.start, .continue, .end]), InlineArray(repeating: 1), count: 6)
        }
    }
}
