import MIDI
import TestSupport
import Testing

@testable import Plan
@testable import Routing

/// S9 on a wire of 320 µs a byte: a message of three bytes takes 960 µs, one of two 640, one of one 320.
@Suite struct WireTests {
    /// With `lead` 0 the wire takes a message when the last byte of the previous one is sent.
    private func rig(lead: UInt64 = 0) -> Rig { Rig(Way(from: [0, 1]), byteTime: 320_000, lead: lead) }
    private let end: UInt64 = 1_000_000_000

    @Test func anIdleLineStartsAtOnce() {
        let rig = rig()
        rig.receive("90 3C 64", at: 5_000_000)
        rig.receive("C0 01", at: 100_000_000)
        rig.receive("F8", at: 200_000_000)
        #expect(rig.sentAndWhen() == ["90 3C 64 5960", "C0 01 100640", "F8 200320"])
    }

    @Test func messagesFollowOneAnother() {
        let rig = rig()
        rig.receive("90 3C 64")
        rig.receive("90 3E 64", at: 100_000)
        rig.receive("C0 01", at: 200_000)
        rig.advance(to: end)
        #expect(rig.sentAndWhen() == ["90 3C 64 960", "90 3E 64 1920", "C0 01 2560"])
    }

    /// Real-time messages go first, then note-offs, then everything else in order.
    @Test func theMostUrgentGoesFirst() {
        let rig = rig()
        rig.receive("90 3C 64")
        rig.advance(to: 10_000_000)
        _ = rig.take()
        rig.receive("C0 01", at: 10_000_000)
        for text in ["C0 02", "90 40 64", "80 3C 40", "FA", "F8"] { rig.receive(text, at: 10_100_000) }
        rig.advance(to: end)
        #expect(
            rig.sentAndWhen() == [
                // The real-time byte is between the bytes of the program change, which therefore ends at 11280.
                "C0 01 10640", "FA 10640", "F8 10960", "80 3C 40 12240", "C0 02 12880", "90 40 64 13840",
            ])
    }

    @Test func successiveValuesCollapseIntoTheOldestsPlace() {
        let rig = rig()
        rig.receive("C0 01")
        for text in [
            "B0 07 01", "E0 00 50", "C0 02", "B0 07 02", "B1 07 09", "D0 10", "A0 3C 10", "E0 00 51", "B0 07 03",
            "D0 11",
        ] { rig.receive(text, at: 100_000) }
        rig.advance(to: end)
        #expect(
            rig.sent() == [
                "8 C0 01", "8 B0 07 03", "8 E0 00 51", "8 C0 02", "8 B1 07 09", "8 D0 11", "8 A0 3C 10",
            ])
    }

    /// A value that was sent does not collapse with the next one.
    @Test func sentValueDoesNotCollapse() {
        let rig = rig()
        rig.receive("B0 07 01")
        rig.receive("B0 07 02", at: 100_000)
        rig.receive("B0 07 03", at: 1_000_000)
        rig.receive("B0 07 04", at: 1_100_000)
        rig.advance(to: end)
        #expect(rig.sentAndWhen() == ["B0 07 01 960", "B0 07 02 1920", "B0 07 04 2880"])
    }

    @Test func switchesAndSelectionsNeverCollapse() {
        let rig = rig()
        rig.receive("C0 01")
        let texts = ["B0 40 7F", "B0 40 00", "B0 65 00", "B0 64 00", "B0 06 01", "B0 06 02", "B0 00 01", "B0 00 02"]
        for text in texts { rig.receive(text, at: 100_000) }
        rig.advance(to: end)
        #expect(rig.sent() == ["8 C0 01"] + texts.map { "8 " + $0 })
    }

    /// A note-off is sent right after its note-on, before everything else that waits.
    @Test func aNoteOffNeverPassesItsOwnNoteOn() {
        let rig = rig()
        rig.receive("C0 01")
        for text in ["C0 02", "90 3C 64", "90 3E 64", "80 3C 40", "80 3E 40", "90 40 64"] {
            rig.receive(text, at: 100_000)
        }
        rig.advance(to: end)
        #expect(
            rig.sent() == [
                "8 C0 01", "8 C0 02", "8 90 3C 64", "8 80 3C 40", "8 90 3E 64", "8 80 3E 40", "8 90 40 64",
            ])
    }

    /// Less than 10 ms of output is handed over ahead of the wire, for any input. Only collapsed values are lost.
    @Test(arguments: UInt64(1)...20)
    func neverMoreThanTenMillisecondsAhead(seed: UInt64) {
        var random = SplitMix(state: seed)
        let rig = Rig(Way(from: [0, 1]), byteTime: 320_000, lead: 320_000)
        var now: UInt64 = 0
        var notes = 0
        var free: UInt64 = 0
        var down: Set<UInt8> = []
        for _ in 0..<400 {
            now += UInt64.random(in: 0...1_500_000, using: &random)
            let key = UInt8.random(in: 0..<24, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: rig.receive(Message(status: 0xF8), at: now)
            case 1: rig.receive(Message(status: 0xB0, 7, key), at: now)
            default:
                let isOn = down.insert(key).inserted
                if !isOn { down.remove(key) }
                rig.receive(Message(status: isOn ? 0x90 : 0x80, key, 64), at: now)
                notes += 1
            }
            for sent in rig.take() {
                #expect(sent.at <= now + 10_000_000, "seed \(seed)")
                if sent.message.isRealTime {
                    // A real-time byte delays the message that it interrupts.
                    #expect(sent.at <= now + 640_000 + 320_000, "seed \(seed)")
                    if free > now { free += 320_000 } else { free = sent.at }
                    continue
                }
                #expect(sent.at >= free + sent.message.wire, "seed \(seed)")
                free = sent.at
                if sent.message.isNoteOn || sent.message.isNoteOff { notes -= 1 }
            }
        }
        rig.advance(to: now + end)
        for sent in rig.take() where sent.message.isNoteOn || sent.message.isNoteOff { notes -= 1 }
        #expect(notes == 0, "seed \(seed)")
        #expect(!rig.isWaiting(8), "seed \(seed)")
    }

    /// A SysEx on a slow wire: its pieces in order, real-time bytes between them, all other messages after it.
    @Test func aSysExHoldsTheWire() {
        let rig = rig()
        rig.receive("start 01 02 03 04 05 06")
        rig.receive("90 3C 64", from: 1, at: 100_000)
        rig.receive("F8", from: 1, at: 200_000)
        rig.receive("end 07", at: 300_000)
        rig.advance(to: end)
        // 7 bytes 2240, F8 2560, 2 bytes 3200, the note 4160.
        #expect(rig.sentAndWhen() == ["F0 01 02 03 04 05 06 2240", "F8 640", "07 F7 3200", "90 3C 64 4160"])
    }

    /// A driver that refuses messages gets them in the same order once it is ready.
    @Test func aBlockedPortKeepsTheOrderOfUrgency() {
        let rig = Rig(Way(from: [0]))
        rig.receive("90 3C 64")
        rig.block(8, true)
        for text in ["C0 01", "90 3E 64", "80 3C 40", "F8"] { rig.receive(text) }
        #expect(rig.sent() == ["8 90 3C 64"])
        rig.block(8, false)
        #expect(rig.sent() == ["8 F8", "8 80 3C 40", "8 C0 01", "8 90 3E 64"])
        rig.receive("80 3E 40")
        #expect(rig.sent() == ["8 80 3E 40"])
    }

    /// A slow port does not delay others.
    @Test func portsAreIndependent() {
        let rig = Rig(Way(from: [0], to: [8, 9]))
        rig.block(8, true)
        rig.receive("90 3C 64")
        rig.receive("80 3C 40")
        #expect(rig.sent() == ["9 90 3C 64", "9 80 3C 40"])
        rig.block(8, false)
        #expect(rig.sent() == ["8 90 3C 64", "8 80 3C 40"])
    }
}

extension Message {
    /// Nanoseconds on the wire.
    fileprivate var wire: UInt64 { UInt64(text(self).split(separator: " ").count) * 320_000 }
}
