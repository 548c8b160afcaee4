import MIDI
import Testing

@testable import Plan
@testable import Routing

/// UMPs from port 0 to places 8 (bytes), 9 (UMPs of MIDI 1.0) and 10 (MIDI 2.0, group 2).
struct UMPTests {
    private func rig(_ ways: Way...) -> Rig { Rig([ways], speaks: [9: .ump1, 10: .ump2]) }

    private var all: Way { Way(from: [0], to: [8, 9, 10]) }

    /// Sends UMPs through a way, and returns what arrives at each place.
    private func results(_ umps: [String], through way: Way) -> (bytes: [String], umps: [String]) {
        let rig = rig(way)
        for ump in umps { rig.receive(ump: ump) }
        return (rig.sent(), rig.sentUMPs())
    }

    // U3: what a place speaks is not touched, all else is translated.
    @Test(arguments: [
        // Notes with attributes and reserved bits, velocity below one step of MIDI 1.0.
        ("40903C03 C0017A00", ["8 90 3C 60"], ["9 21903C60", "10 42903C03 C0017A00"]),
        ("4090BC00 01000000", ["8 90 3C 01"], ["9 21903C01", "10 4290BC00 01000000"]),
        ("40803C00 12345678", ["8 80 3C 09"], ["9 21803C09", "10 42803C00 12345678"]),
        // Controllers, pressure, bend, program.
        ("40B10B81 81234567", ["8 B1 0B 40"], ["9 21B10B40", "10 42B10B81 81234567"]),
        ("40D10000 81234567", ["8 D1 40"], ["9 21D14000", "10 42D10000 81234567"]),
        ("40E10000 81234567", ["8 E1 48 40"], ["9 21E14840", "10 42E10000 81234567"]),
        ("40C10000 05000000", ["8 C1 05"], ["9 21C10500", "10 42C10000 05000000"]),
        (
            "40C10001 05000203", ["8 B1 00 02", "8 B1 20 03", "8 C1 05"],
            ["9 21B10002", "9 21B12003", "9 21C10500", "10 42C10001 05000203"]
        ),
        // Registered and assignable controllers: four messages, or one.
        (
            "40210001 81234567", ["8 B1 65 00", "8 B1 64 01", "8 B1 06 40", "8 B1 26 48"],
            ["9 21B16500", "9 21B16401", "9 21B10640", "9 21B12648", "10 42210001 81234567"]
        ),
        (
            "40310001 81234567", ["8 B1 63 00", "8 B1 62 01", "8 B1 06 40", "8 B1 26 48"],
            ["9 21B16300", "9 21B16201", "9 21B10640", "9 21B12648", "10 42310001 81234567"]
        ),
        // What MIDI 1.0 does not have.
        ("40410001 81234567", [], ["10 42410001 81234567"]),
        ("40513C01 81234567", [], ["10 42513C01 81234567"]),
        ("40013C01 81234567", [], ["10 42013C01 81234567"]),
        ("40113C01 81234567", [], ["10 42113C01 81234567"]),
        ("40613C01 81234567", [], ["10 42613C01 81234567"]),
        ("40F13C03 00000000", [], ["10 42F13C03 00000000"]),
        ("40B10600 81234567", [], ["10 42B10600 81234567"]),
        // MIDI 1.0 in UMPs, and system messages.
        ("20903C64", ["8 90 3C 64"], ["9 21903C64", "10 42903C00 C9240000"]),
        ("20E10048", ["8 E1 00 48"], ["9 21E10048", "10 42E10000 90008004"]),
        ("10F80000", ["8 F8"], ["9 11F80000", "10 12F80000"]),
        ("30037E7F 09000000", ["8 F0 7E 7F 09 F7"], ["9 31037E7F 09000000", "10 32037E7F 09000000"]),
        // 128 bits.
        (
            "50010701 00000000 00000000 00000000", [],
            ["9 51010701 00000000 00000000 00000000", "10 52010701 00000000 00000000 00000000"]
        ),
        (
            "D0100000 02FAF080 00000000 00000000", [],
            ["9 D1100000 02FAF080 00000000 00000000", "10 D2100000 02FAF080 00000000 00000000"]
        ),
        // U7: utility and stream messages are consumed, undefined ones dropped.
        ("00201234", [], []),
        ("F0000101 00000000 00000000 00000000", [], []),
        ("40713C01 81234567", [], []),
    ])
    func eachPlaceIsSentWhatItSpeaks(_ ump: String, _ bytes: [String], _ umps: [String]) {
        let results = results([ump], through: all)
        #expect(results.bytes == bytes)
        #expect(results.umps == umps)
    }

    // U4: shift and map keep velocity and attribute, a pitch attribute moves along.
    @Test(arguments: [
        ("40903C00 C0010000", "10 42904300 C0010000"),
        ("40903C03 C0017A00", "10 42904303 C0018800"),
        ("40903C03 C001FC00", "10 42904303 C001FFFF"),
        ("40903C01 C0017A00", "10 42904301 C0017A00"),
        ("40803C03 C0017A00", "10 42804303 C0018800"),
    ])
    func shiftMovesThePitchAttribute(_ ump: String, _ out: String) {
        let rig = rig(Way(from: [0], to: [10]).shifted(7))
        if ump.hasPrefix("4080") { rig.receive(ump: "40903C00 FFFF0000") }
        _ = rig.sentUMPs()
        rig.receive(ump: ump)
        #expect(rig.sentUMPs() == [out])
    }

    // U4: the channel remap changes the channel, and nothing else.
    @Test func channelIsRemapped() {
        let rig = rig(Way(from: [0], to: [10]).setting { $0.channel = 4 })
        rig.receive(ump: "40B10B81 81234567")
        rig.receive(ump: "40210001 81234567")
        rig.receive(ump: "40F13C03 00000000")
        #expect(
            rig.sentUMPs() == ["10 42B40B81 81234567", "10 42240001 81234567", "10 42F43C03 00000000"])
    }

    // U4: a remap passes 32 bits.
    @Test(arguments: [
        (ControlOutput.controlChange(7), "10 42B10700 81234567"),
        (ControlOutput.pitchBend, "10 42E10000 81234567"),
        (ControlOutput.channelPressure, "10 42D10000 81234567"),
        (ControlOutput.controlChangePair(msb: 7, lsb: 39), "10 42B10700 81234567"),
        (.parameter(Parameter(isRegistered: true, msb: 1, lsb: 2, isFine: true)), "10 42210102 81234567"),
        (.parameter(Parameter(isRegistered: false, msb: 1, lsb: 2, isFine: false)), "10 42310102 81234567"),
    ])
    func remapPassesAllBits(_ output: ControlOutput, _ out: String) {
        var way = Way(from: [0], to: [10]).remapping(11, to: output)
        way.remaps[0].remap.mode.input = .sevenBits
        let isFine = [.pitchBend, .controlChangePair(msb: 7, lsb: 39)].contains(output) || out.contains("2101")
        way.remaps[0].remap.values = isFine ? .centered : .map(LinearMap())
        let rig = rig(way)
        rig.receive(ump: "40B10B00 81234567")
        #expect(rig.sentUMPs() == [out])
    }

    // U5: a bend below one step of 14 bits is away from rest, and is brought to rest with its source (H9).
    @Test func bendBelowOneStepIsRetained() {
        let rig = rig(all)
        rig.receive(ump: "40E10000 80000001")
        _ = (rig.sent(), rig.sentUMPs())
        rig.router.pointee.inputWent(0, at: 0)
        #expect(rig.sent() == [])
        #expect(rig.sentUMPs() == ["10 42E10000 80000000"])
    }

    // U5: pedal and pressure likewise, along their old path (H4, H6).
    @Test(arguments: ["40B14000 00000001", "40D10000 00000001"])
    func valueBelowOneStepFollowsItsOldPath(_ ump: String) {
        let rig = Rig([[Way(from: [0], to: [10])], [Way(from: [0], to: [8])]], speaks: [10: .ump2])
        rig.receive(ump: ump)
        rig.perform(.load(1))
        rig.receive(ump: String(ump.prefix(9)) + "00000000")
        #expect(
            rig.sentUMPs() == ["10 42" + ump.dropFirst(2), "10 42" + ump.dropFirst(2).prefix(7) + "00000000"])
    }

    // U5: a release goes where its note went, with its velocity and attribute.
    @Test func releaseFollowsItsNote() {
        let rig = Rig(
            [[Way(from: [0], to: [10]).shifted(12)], [Way(from: [0], to: [8])]], speaks: [10: .ump2])
        rig.receive(ump: "40903C00 FFFF0000")
        rig.perform(.load(1))
        rig.receive(ump: "40803C02 12341111")
        #expect(rig.sentUMPs() == ["10 42904800 FFFF0000", "10 42804802 12341111"])
        #expect(rig.sent() == [])
    }

    // U5: messages about a note go to the notes of its key, of old settings too, and end with them.
    @Test func perNoteMessagesFollowTheirNote() {
        let rig = Rig(
            [[Way(from: [0], to: [10]).shifted(12)], [Way(from: [0], to: [9, 11])]],
            speaks: [9: .ump1, 10: .ump2, 11: .ump2])
        rig.receive(ump: "40603C00 70000000")
        rig.receive(ump: "40903C00 FFFF0000")
        rig.perform(.load(1))
        rig.receive(ump: "40603C00 90000000")
        rig.receive(ump: "40A03C00 90000000")
        rig.receive(ump: "40803C00 00000000")
        #expect(
            rig.sentUMPs() == [
                "10 42604800 70000000", "10 42904800 FFFF0000", "10 42604800 90000000", "10 42A04800 90000000",
                "10 42804800 00000000",
            ])
        rig.receive(ump: "40603C00 A0000000")
        #expect(rig.sentUMPs() == ["11 43603C00 A0000000"])
    }

    // U3, R15: a data entry MSB of MIDI 1.0 waits for its LSB, and no longer than the box's patience.
    @Test func dataEntryWaitsForItsLSB() {
        let rig = rig(all)
        for message in ["B1 65 00", "B1 64 01", "B1 06 40"] { rig.receive(message) }
        #expect(rig.sentUMPs().filter { $0.hasPrefix("10") } == [])
        rig.receive("B1 26 00", at: 1_000_000)
        #expect(rig.sentUMPs().last == "10 42210001 80000000")
        rig.receive("B1 06 20", at: 2_000_000)
        rig.advance(to: 6_999_999)
        #expect(rig.sentUMPs().filter { $0.hasPrefix("10") } == [])
        rig.advance(to: 7_000_000)
        #expect(rig.sentUMPs() == ["10 42210001 40000000"])
    }

    // S8: UMPs wait for a driver that takes nothing now, with all their bits.
    @Test func umpsWaitWhole() {
        let rig = rig(Way(from: [0], to: [10]))
        rig.block(10, true)
        let umps = [
            "40903C03 C0017A00", "40B10B81 81234567", "40210001 81234567", "40613C01 81234567",
            "50010701 01020304 05060708 00000000", "20C10500",
        ]
        for ump in umps { rig.receive(ump: ump) }
        #expect(rig.sentUMPs() == [])
        rig.block(10, false)
        #expect(
            rig.sentUMPs() == [
                "10 42903C03 C0017A00", "10 42B10B81 81234567", "10 42210001 81234567", "10 42613C01 81234567",
                "10 52010701 01020304 05060708 00000000", "10 42C10000 05000000",
            ])
        #expect(rig.dropped == 0)
    }

    // U5: panic speaks MIDI 2.0 (H10).
    @Test func panicSpeaksTheProtocol() {
        let rig = rig(Way(from: [0], to: [10]))
        rig.receive(ump: "40903C00 C0010000")
        rig.receive(ump: "40E00000 80000001")
        _ = rig.sentUMPs()
        rig.perform(.panic)
        let umps = rig.sentUMPs().filter { $0.hasPrefix("10 ") }
        #expect(umps.first == "10 42803C00 80000000")
        #expect(umps.contains("10 42E00000 80000000"))
        #expect(umps.contains("10 42BF7B00 00000000"))
        #expect(umps.allSatisfy { $0.hasPrefix("10 42") && $0.count == 20 })
    }

    // U5, H10: panic resets the per-note values that were moved, once, at places of MIDI 2.0 only.
    @Test func panicResetsPerNoteValues() {
        let rig = rig(all)
        rig.block(10, true)
        let umps = [
            "40613C00 90000000", "40013D01 00000001", "40117F02 00000001", "40623C00 90000000", "40F23C01 00000000",
            "40913C00 FFFF0000",
        ]
        for ump in umps { rig.receive(ump: ump) }
        rig.perform(.panic)
        _ = rig.sentUMPs()
        rig.block(10, false)
        // What waited is gone and was never heard.
        #expect(rig.sentUMPs().filter { $0.contains("42F") } == [])
        for ump in umps { rig.receive(ump: ump) }
        _ = rig.sentUMPs()
        rig.perform(.panic)
        // The key 3C was down all the time and holds nothing since the first panic.
        let resets = ["10 42F13D01 00000000", "10 42F17F01 00000000"]
        #expect(rig.sentUMPs().filter { $0.contains("F1") && !$0.contains("B") } == resets)
        rig.perform(.panic)
        #expect(rig.sentUMPs().filter { $0.contains("42F") } == [])
    }

    // H9: a place that comes back hears in its protocol what it missed.
    @Test func returningPlaceHearsUMPsOfWhatItMissed() {
        let rig = rig(Way(from: [0], to: [10]))
        for ump in ["40913C00 FFFF0000", "40913D00 FFFF0000", "40E10000 80000001", "40B14000 FFFFFFFF"] {
            rig.receive(ump: ump)
        }
        _ = rig.sentUMPs()
        rig.router.pointee.outputWent(10, unheard: 0, at: 0)
        for ump in ["40813C00 12340000", "40E10000 80000000", "40B14000 00000000", "40B14000 FFFFFFFF"] {
            rig.receive(ump: ump)
        }
        #expect(rig.sentUMPs() == [])
        rig.router.pointee.outputCame(10, byteTime: 0, lead: 0, speaks: .ump2, at: 0)
        #expect(rig.sentUMPs() == ["10 42813C00 80000000", "10 42E10000 80000000"])
        rig.receive(ump: "40813D00 12340000")
        #expect(rig.sentUMPs() == ["10 42813D00 12340000"])
    }
}
