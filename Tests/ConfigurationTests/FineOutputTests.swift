import Foundation
import MIDI
import Plan
import TestSupport
import Testing

@testable import Configuration

/// Controller remaps at 32 bits (U4).
struct FineOutputTests {
    private func remap(_ remap: String) throws -> Remap {
        let it = try loaded(box("{from: [keys], to: [out], controllers: {remap: [{\(remap)}]}}"))
        return it.plan.pointee.presets[0].remaps.pointee
    }

    /// Inputs and outputs at 32 bits.
    @Test(
        arguments: [
            // Full range to full range changes nothing, whatever the bits of the settings.
            ("from: cc 1, to: cc 2", [1: 1, 0x4000_0000: 0x4000_0000, 0xFEDC_BA98: 0xFEDC_BA98]),
            ("from: cc 1, to: cc 11 14-bit", [0x8000_0000: 0x8000_0000, 0x1234_5678: 0x1234_5678]),
            ("from: cc 11 14-bit, to: cc 1", [0x8000_0000: 0x8000_0000, 0x1234_5678: 0x1234_5678]),
            ("from: cc 1, to: pitch-bend", [0x8000_0000: 0x8000_0000, 0x1234_5678: 0x1234_5678]),
            ("from: cc 1, to: rpn 0/2", [0x8000_0000: 0x8000_0000, 0xFFFF_FFFF: 0xFFFF_FFFF]),
            ("from: pitch-bend, to: channel-pressure", [0x8000_0000: 0x8000_0000, 0xFFFF_FFFF: 0xFFFF_FFFF]),
            ("from: pitch-bend 7-bit, to: pitch-bend", [0x8765_4321: 0x8765_4321, 0xFFFF_FFFF: 0xFFFF_FFFF]),
            ("from: pitch-bend, to: pitch-bend 7-bit", [0x8765_4321: 0x8765_4321, 0xFFFF_FFFF: 0xFFFF_FFFF]),
            // Upside down.
            (
                "from: cc 1, to: cc 2, linear: {out: 127..0}",
                [0: 0xFFFF_FFFF, 0x4000_0000: 0xBFFF_FFFF, 0x1234_5678: 0xEDCB_A987, 0xFFFF_FFFF: 0]
            ),
            // 64 is the centre: half of each value; 0x0200_0000 is 1, which MIDI 1.0 rounds from 0.504 to 1.
            (
                "from: cc 1, to: cc 2, linear: {out: 0..64}",
                [
                    0x4000_0000: 0x2000_0000, 0x4000_0002: 0x2000_0001, 0x0200_0000: 0x0200_0000,
                    0xFFFF_FFFF: 0x8000_0000,
                ]
            ),
            // 32 and 96: below the first and above the second the ends. 96 scaled up is 0xC104_1041.
            (
                "from: cc 1, to: cc 2, linear: {in: 32..96, out: 10..20}",
                [0: 0x1400_0000, 0x4000_0000: 0x1400_0000, 0xC104_1041: 0x2800_0000, 0xFFFF_FFFF: 0x2800_0000]
            ),
            (
                "from: cc 1, to: cc 2, linear: {in: 0..64, out: 0..127}",
                [
                    0x2000_0001: 0x4000_0002, 0x7FFF_FFFF: 0xFFFF_FFFD, 0x8000_0000: 0xFFFF_FFFF,
                    0x9000_0000: 0xFFFF_FFFF,
                ]
            ),
            // Equal bounds are a threshold.
            (
                "from: cc 1, to: cc 2, linear: {in: 100..100, out: 0..127}",
                [0xC7FF_FFFF: 0, 0xC800_0000: 0xFFFF_FFFF, 0xC924_9249: 0xFFFF_FFFF]
            ),
            ("from: cc 1, to: pitch-bend, linear: {out: 8192..16383}", [0: 0x8000_0000, 0xFFFF_FFFF: 0xFFFF_FFFF]),
            // Curves: x² on fractions of the range. 0x4100_0000 is no scaled-up value.
            (
                "from: cc 1, to: cc 2, curve: {softness: 50}",
                [0: 0, 0x4100_0000: 0x1081_0000, 0xFFFF_FFFF: 0xFFFF_FFFF]
            ),
            ("from: cc 1, to: pitch-bend, curve: {softness: 50}", [0x4100_0000: 0x1081_0000]),
            (
                "from: pitch-bend, to: cc 1, curve: {dynamics: -50}",
                [0x4000_0001: 0x5DB3_D743, 0xFFFF_FFFF: 0xFFFF_FFFF]
            ),
            (
                "from: cc 1, to: cc 11 14-bit, curve: {softness: 0}",
                [0x1234_5678: 0x1234_5678, 0xFFFF_FFFF: 0xFFFF_FFFF]
            ),
            ("from: cc 1, to: cc 2, curve: {cutoff: 50}", [0x1234_5678: 0x2468_ACF0, 0x8000_0000: 0xFFFF_FFFF]),
            ("from: cc 1, to: cc 2, curve: {free: [0, [40, 40], [90, 90], 127]}", [0x1234_5678: 0x1234_5678]),
            // Cubics with tangents by Fritsch and Carlson, worked out apart from the program.
            (
                "from: cc 1, to: cc 2, curve: {free: [0, [40, 20], [90, 110], 127]}",
                [0x1234_5678: 0x0705_D05F, 0x9000_0001: 0x9F94_35DA, 0xE000_0001: 0xF68A_3CC2]
            ),
            (
                "from: cc 1, to: cc 2, curve: {free: [127, [40, 100], [90, 30], 0]}",
                [0x1234_5678: 0xF3FF_FFFF, 0x9000_0001: 0x6E22_A615, 0xE000_0001: 0x172F_D1E2]
            ),
            (
                "from: pitch-bend, to: cc 11 14-bit, curve: {free: [5, [1000, 16000], [9000, 90], 12000]}",
                [0x0234_5678: 0x279D_060C, 0x4123_4567: 0xA3E6_44EE, 0xE000_0001: 0x7D8B_69ED]
            ),
            ("from: pitch-bend, to: cc 2, curve: {free: [5, [1000, 10], [9000, 90], 99]}", [0: 0x0A00_0000]),
        ] as [(String, [UInt32: UInt32])])
    func valueBecomes(_ text: String, _ expected: [UInt32: UInt32]) throws {
        let remap = try remap(text)
        for (value, result) in expected {
            let found = try #require(remap.fineOutput(of: value))
            #expect(found == result, "\(String(value, radix: 16)) gives \(String(found, radix: 16))")
        }
    }

    @Test(arguments: [
        "from: cc 1, to: cc 2, mode: latch", "from: cc 1, to: cc 2, mode: increment", "from: cc 1, filter: true",
        "from: cc 1, to: program", "from: cc 1, to: program, bank: 1/0", "from: cc 1, to: key C1",
        "from: cc 1, to: note-value", "from: note-velocity, to: cc 1", "from: note-value, to: pitch-bend",
        "from: key C1, to: cc 1", "from: program, to: cc 1", "from: cc 1, to: 'message \"F0 7D [LSB] F7\"'",
    ])
    func somethingElseThanAControllerHasNoFinerValue(_ text: String) throws {
        #expect(try remap(text).fineOutput(of: 0x1234_5678) == nil)
    }

    @Test func listIsLinearBetweenItsEntries() throws {
        let entries = (0..<128).map { [0: 10, 1: 20, 64: 64, 65: 0, 126: 0, 127: 127][$0] ?? 5 }
        let remap = try remap("from: cc 1, to: cc 2, list: \(entries)")
        let of: (UInt32) -> UInt32? = { remap.fineOutput(of: $0) }
        #expect(of(0) == 0x1400_0000 && of(0x0100_0000) == 0x1E00_0000 && of(0x0200_0000) == 0x2800_0000)
        // 65 stands at 0x8208_2082.
        #expect(of(0x8000_0000) == 0x8000_0000 && of(0x8208_2082) == 0 && of(0x8104_1041) == 0x4000_0000)
        #expect(of(0xFFFF_FFFF) == 0xFFFF_FFFF)
        // 126 stands at 0xFDF7_DF7D, above the first value that scales down to 126.
        #expect(try #require(of(0xFC00_0000)) > 0 && of(0xFDF7_DF7D) == 0)
    }

    @Test func listOf16384EntriesIsInterpolated() throws {
        let entries = (0..<16384).map { 16383 - $0 }
        let remap = try remap("from: pitch-bend, to: cc 11 14-bit, list: \(entries)")
        #expect(remap.fineOutput(of: 0) == 0xFFFF_FFFF && remap.fineOutput(of: 0xFFFF_FFFF) == 0)
        let half = try #require(remap.fineOutput(of: 0x4000_0000 + 0x2_0000))
        let (left, right) = (Scaling.up(16383 - 4096, from: 14, to: 32), Scaling.up(16383 - 4097, from: 14, to: 32))
        #expect(half == left - (left - right + 1) / 2)
    }

    /// Two settings with the same table of MIDI 1.0 can differ in MIDI 2.0.
    @Test func listOfACurveIsNotThatCurve() throws {
        let curve = try remap("from: cc 1, to: cc 2, curve: {softness: 50}")
        let list = try remap("from: cc 1, to: cc 2, list: \((0..<128).map { curve.output(of: $0) })")
        #expect((0..<128).allSatisfy { curve.output(of: $0) == list.output(of: $0) } && curve.values != list.values)
        #expect(list.fineOutput(of: 0x0500_0000) == 0 && curve.fineOutput(of: 0x0500_0000) == 0x0019_0000)
    }
}
