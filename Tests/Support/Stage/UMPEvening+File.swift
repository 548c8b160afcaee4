import MIDI
import TestSupport

extension UMPEvening {
    /// A file of an evening: UMPs of every type, most of them well formed, bytes, cables and presets.
    package static func file(seed: UInt64) -> [UInt8] {
        var random = SplitMix(state: seed)
        var bytes: [UInt8] = []
        for _ in 0..<120 {
            switch random.below(20) {
            case 0...11:
                var words: [UInt32] = []
                while words.count < 12 { words += message(&random) }
                words = Array(words.prefix(16))
                bytes += [UInt8(random.below(160)), UInt8(words.count - 1)]
                bytes += words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
            case 12...14:
                let status = random.pick([0x90, 0x80, 0xB0, 0xE0, 0xD0]) + random.below(2)
                let message = [UInt8(status), random.pick([60, 61, 64, 1]), UInt8(random.below(128))]
                bytes += [UInt8(160 + random.below(40)), 3] + message
            case 15: bytes += [200, UInt8(random.below(50))]
            case 16: bytes += [220, UInt8(random.below(4))]
            case 17: bytes += [UInt8(230 + random.below(10)), UInt8(random.below(5))]
            case 18: bytes += [240, UInt8(random.below(7))]
            default: bytes += random.chance(10) ? [250, 0] : [251, 0]
            }
        }
        return bytes
    }

    /// One UMP, or the UMPs of one message.
    private static func message(_ random: inout SplitMix) -> [UInt32] {
        let group = UInt32(random.below(4)) << 24
        let (channel, key) = (UInt32(random.below(3)) << 16, UInt32(58 + random.below(6)) << 8)
        let value = UInt32.random(in: 0...UInt32.max, using: &random)
        let head = group | channel
        switch random.below(16) {
        case 0...3: return [0x4090_0000 | head | key | UInt32(random.pick([0, 0, 3])), value]
        case 4, 5: return [0x4080_0000 | head | key, value]
        case 6:
            let controller = random.pick([1, 2, 7, 11, 64, 66, 69, 74]) as UInt32
            return [0x40B0_0000 | head | controller << 8, random.pick([0, 1, value])]
        case 7: return [0x40E0_0000 | head, random.pick([0x8000_0000, 0x8000_0001, value])]
        case 8: return [0x40D0_0000 | head, random.pick([0, 1, value])]
        case 9:
            // Registered and assignable controllers, of the channel and of a note, relative too.
            let status = random.pick([0x20, 0x30, 0x40, 0x50, 0x00, 0x10, 0x60, 0xF0]) as UInt32
            return [0x4000_0000 | status << 16 | head | random.pick([key, 0x0002, 0x0108]), value]
        case 10: return [0x40C0_0000 | head | UInt32(random.below(2)), value]
        case 11:
            let status = random.pick([0x90, 0x80, 0xB0, 0xE0]) as UInt32
            return [0x2000_0000 | status << 16 | head | random.pick([key, 64 << 8, 101 << 8, 6 << 8]) | value & 0x7F]
        case 12: return sysEx(&random, group)
        case 13:
            let status = UInt32(random.below(5)) << 20
            return [0x5001_0000 | status | group | UInt32(random.below(2)) << 8, value, value, value]
        case 14: return [0xD010_0000 | group, value & 0xFFF, value, 0]
        default:
            return random.pick([
                [0x0020_0000 | value & 0xFFFF], [0x0040_0000 | value & 0xFFFF], [0xF000_0101, value, 0, 0],
                [0x10F8_0000 | group], [0x10F2_0102 | group], [0x10FA_0000 | group], [value],
                [0x6000_0000 | value & 0xFFFFFF], [0xB000_0000 | group, value, value],
            ])
        }
    }

    /// The pieces of a SysEx, some of which may be missing.
    private static func sysEx(_ random: inout SplitMix, _ group: UInt32) -> [UInt32] {
        if random.chance(40) { return [0x3003_7E7F | group, 0x0900_0000] }
        var words: [UInt32] = []
        if random.chance(90) { words += [0x3016_0102 | group, 0x0304_0506] }
        if random.chance(50) { words += [0x3026_0102 | group, 0x0304_0506] }
        if random.chance(60) { words += [0x3032_0102 | group, 0] }
        return words
    }
}
