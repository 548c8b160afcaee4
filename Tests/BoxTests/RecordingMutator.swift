import Configuration
import TestSupport

@testable import Box

/// Edits recordings: changes, doubles, moves and removes words of states and of all other lines.
struct RecordingMutator {
    private let lines: [String]

    init(_ recording: [UInt8]) {
        lines = String(decoding: recording, as: UTF8.self).split(separator: "\n").map { String($0) }
            .filter { !$0.hasPrefix("#") }
    }

    func mutated(_ random: inout SplitMix) -> [UInt8] {
        var lines = lines
        for _ in 0...random.below(3) {
            let index = random.below(lines.count)
            switch random.below(10) {
            case 0: lines.remove(at: index)
            case 1: lines.insert(lines[index], at: random.below(lines.count))
            case 2: lines.swapAt(index, random.below(lines.count))
            default: lines[index] = changed(lines[index], &random)
            }
            if lines.isEmpty { lines = self.lines }
        }
        return Array(lines.joined(separator: "\n").utf8)
    }

    /// One word of a line is another.
    private func changed(_ line: String, _ random: inout SplitMix) -> String {
        var words = line.split(separator: " ").map { String($0) }
        let index = random.below(words.count)
        let isState = words.count > 1 && words[1] == "@state"
        if isState && index > 2, let word = UInt64(words[index], radix: 16) {
            words[index] = String(RecordingMutator.other(than: word, &random), radix: 16, uppercase: true)
        } else if let number = UInt64(words[index]) {
            words[index] = String(RecordingMutator.other(than: number, &random))
        } else {
            words[index] = random.pick([
                "@do", "@hold", "@play", "@send", "@came", "@went", "@stall", "@silence", "end", "0", "-1", "F0", "90",
                "keys",
                "out",
                "65535", "9223372036854775808", "18446744073709551615", "999999999",
            ])
        }
        return words.joined(separator: " ")
    }

    private static func other(than word: UInt64, _ random: inout SplitMix) -> UInt64 {
        switch random.below(5) {
        case 0: return word ^ 1 << UInt64(random.below(64))
        case 1: return word &+ UInt64(random.below(5)) &- 2
        case 2: return random.next() >> UInt64(random.below(64))
        case 3:
            let shift = UInt64(8 * random.below(8))
            return word & ~(0xFF << shift) | UInt64(random.below(256)) << shift
        default: return random.pick([0, 1, 0xFFFF, 0x7FFF, 0xFFFF_FFFF, UInt64.max, UInt64.max >> 1, 1 << 63])
        }
    }

    /// Plays a recording as `render` does, up to so much output. Whether it was played.
    @discardableResult
    static func play(_ text: [UInt8], _ configuration: CompiledConfiguration) -> Bool {
        let script = RenderScript(text, for: configuration)
        if !script.problems.isEmpty { return false }
        let render = Render(
            configuration, preset: 0, from: script.beginning, display: true, why: true, packets: true)
        guard let render else { return false }
        defer { render.free() }
        var written = 0
        render.run(script) {
            written += $0.count
            return written < 200_000
        }
        return true
    }
}
