import TestSupport

/// Makes inputs of others: bytes and words are changed, doubled, moved, lost and taken from another input.
struct FuzzMutator {
    private let corpus: [[UInt8]]
    /// Words of the corpus, and numbers at the ends of what types hold.
    private let words: [[UInt8]]

    private static let numbers = [
        "0", "-1", "1", "127", "128", "255", "256", "16383", "16384", "65535", "2147483648", "4294967296",
        "9223372036854775807", "9223372036854775808", "18446744073709551616", "1e309", "nan", "F0", "F7", "FF",
    ]

    init(_ corpus: [[UInt8]]) {
        self.corpus = corpus
        let blanks = Array(" \n\t,:[]{}\"".utf8)
        words =
            FuzzMutator.numbers.map { Array($0.utf8) }
            + corpus.flatMap { $0.split { blanks.contains($0) }.map { Array($0.prefix(40)) } }
    }

    func mutated(_ random: inout SplitMix) -> [UInt8] {
        var bytes = random.pick(corpus)
        for _ in 0...random.below(6) {
            if bytes.isEmpty { return bytes }
            let from = random.below(bytes.count)
            let to = min(bytes.count, from + 1 + random.below(random.chance(20) ? bytes.count : 12))
            switch random.below(8) {
            case 0: bytes[from] ^= 1 << UInt8(random.below(8))
            case 1: bytes[from] = UInt8(random.below(256))
            case 2: bytes.removeSubrange(from..<to)
            case 3: bytes.insert(contentsOf: bytes[from..<to], at: random.below(bytes.count))
            case 4: bytes.replaceSubrange(wordAround(from, bytes), with: random.pick(words))
            case 5: bytes.insert(contentsOf: random.pick(words) + [UInt8(ascii: " ")], at: from)
            case 6:
                let other = random.pick(corpus)
                if other.isEmpty { break }
                let start = random.below(other.count)
                bytes.replaceSubrange(from..<to, with: other[start...].prefix(random.below(60)))
            default: bytes.replaceSubrange(wordAround(from, bytes), with: random.pick(FuzzMutator.numbers).utf8)
            }
            if bytes.count > 200_000 { bytes.removeLast(bytes.count - 200_000) }
        }
        return bytes
    }

    private func wordAround(_ index: Int, _ bytes: [UInt8]) -> Range<Int> {
        let isOf: (UInt8) -> Bool = { $0 > 32 && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ":") }
        var (from, to) = (index, index)
        while from > 0 && isOf(bytes[from - 1]) { from -= 1 }
        while to < bytes.count && isOf(bytes[to]) { to += 1 }
        return from..<to
    }
}
