import TestSupport
import Testing

@testable import Configuration
@testable import Plan
@testable import Routing

/// R17: the patterns that match a message, and those that its beginning could still match.
struct MessagePatternsTests {
    /// A tree of patterns, each given as text with the sources that listen for it; the slot is the position in the
    /// list.
    private final class Tree {
        let patterns: [Pattern]
        let compiled: MessagePatterns
        var tree = PatternTree()
        private let arena = Arena()

        /// - Parameter either: what 7F stands for, since no text is one of several bytes; nil for 7F itself.
        init(_ written: [(String, UInt64)], either: [UInt8]? = nil) throws {
            var patterns: [Pattern] = []
            for (text, sources) in written {
                guard case .good(var pattern) = text.asText({ Pattern.read($0) }) else { throw Unreadable() }
                if let either {
                    pattern.pieces = pattern.pieces.map { $0 == .byte(0x7F) ? .either(either) : $0 }
                }
                tree.add(pattern, slot: UInt16(patterns.count), sources: sources)
                patterns.append(pattern)
            }
            self.patterns = patterns
            let compiled = tree.compiled(arena)
            self.compiled = try #require(compiled)
        }

        func matches(_ bytes: [UInt8], from source: UInt8 = 0) -> [Found] {
            var found: [Found] = []
            bytes.withUnsafeBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return }
                compiled.forEachMatch(start, bytes.count, from: source) { end in
                    found.append(
                        Found(slot: Int(end.slot), value: end.value(in: start), channel: end.channel(in: start)))
                }
            }
            return found.sorted { $0.slot < $1.slot }
        }

        /// Whether a SysEx with this beginning could still match a pattern.
        func canGoOn(_ bytes: [UInt8], from source: UInt8 = 0) -> Bool {
            var found = false
            bytes.withUnsafeBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return }
                compiled.forEachNode(start, bytes.count, from: source) { _ in found = true }
            }
            return found
        }
    }

    private struct Unreadable: Error {}

    struct Found: Equatable {
        var slot: Int
        var value: Int32
        var channel: UInt8?
    }

    private static let some: [(String, UInt64)] = [
        ("B[CH] 10 [MSB]", 1), ("B3 [**] [MSB]", 1), ("B3 10 22", 1), ("9[CH] [MSB] [LSB]", 1), ("FA", 1),
        ("C5 [MSB]", 2),
        ("F0 7D [**] 0[CH] [MSB] [LSB] F7", 1), ("F0 7D 01 [MSB] [**] 05 F7", 1), ("F0 F7", 1),
        ("F0 7D 01 02 03 04 F7", 3),
    ]

    @Test(
        arguments: [
            ([0xB0, 0x10, 0x22], [Found(slot: 0, value: 0x22, channel: 0)]),
            (
                [0xB3, 0x10, 0x22],
                [
                    Found(slot: 0, value: 0x22, channel: 3), Found(slot: 1, value: 0x22, channel: 3),
                    Found(slot: 2, value: 127, channel: 3),
                ]
            ),
            ([0xB3, 0x11, 0x23], [Found(slot: 1, value: 0x23, channel: 3)]),
            ([0xB4, 0x11, 0x23], []),
            ([0x97, 0x3C, 0x40], [Found(slot: 3, value: 0x3C << 7 | 0x40, channel: 7)]),
            ([0x87, 0x3C, 0x40], []),
            ([0xFA], [Found(slot: 4, value: 127, channel: nil)]),
            ([0xFB], []),
            ([0xC5, 0x01], []),
            ([0xF0, 0x7D, 0x44, 0x09, 0x12, 0x34, 0xF7], [Found(slot: 6, value: 0x12 << 7 | 0x34, channel: 9)]),
            ([0xF0, 0x7D, 0x44, 0x19, 0x12, 0x34, 0xF7], []),
            (
                [0xF0, 0x7D, 0x01, 0x02, 0x03, 0x05, 0xF7],
                [Found(slot: 6, value: 3 << 7 | 5, channel: 2), Found(slot: 7, value: 2, channel: nil)]
            ),
            (
                [0xF0, 0x7D, 0x01, 0x02, 0x03, 0x04, 0xF7],
                [Found(slot: 6, value: 3 << 7 | 4, channel: 2), Found(slot: 9, value: 127, channel: nil)]
            ),
            ([0xF0, 0x7D, 0x01, 0x02, 0x03, 0xF7], []),
            ([0xF0, 0xF7], [Found(slot: 8, value: 127, channel: nil)]),
            ([0xF0, 0x01, 0xF7], []),
        ] as [([UInt8], [Found])])
    func wholeMessagesMatchWithValueAndChannel(_ bytes: [UInt8], _ found: [Found]) throws {
        #expect(try Tree(MessagePatternsTests.some).matches(bytes) == found)
    }

    @Test func onlyPatternsOfTheSourceMatch() throws {
        let tree = try Tree(MessagePatternsTests.some)
        #expect(tree.matches([0xC5, 0x01], from: 1) == [Found(slot: 5, value: 1, channel: 5)])
        #expect(tree.matches([0xB3, 0x10, 0x22], from: 1) == [])
        #expect(tree.matches([0xF0, 0x7D, 1, 2, 3, 4, 0xF7], from: 1) == [Found(slot: 9, value: 127, channel: nil)])
        #expect(!tree.canGoOn([0xF0, 0x7D, 2], from: 1) && tree.canGoOn([0xF0, 0x7D, 1], from: 1))
        #expect(tree.compiled.sources == 3)
    }

    @Test(
        arguments: [
            ([0xF0], true), ([0xF0, 0x7D], true), ([0xF0, 0x7E], false), ([0xF0, 0x7D, 0x01, 0x02, 0x03], true),
            ([0xF0, 0x7D, 0x02, 0x02, 0x03, 0x04], true), ([0xF0, 0x7D, 0x02, 0x12], false),
            ([0xF0, 0x7D, 0x01, 0x12, 0x7F], true), ([0xF0, 0x7D, 0x01, 0x12, 0x7F, 0x06], false),
            ([0xF0, 0x7D, 0x01, 0x02, 0x03, 0x04, 0x05], false),
        ] as [([UInt8], Bool)])
    func beginningsContinueIfAPatternCanMatch(_ bytes: [UInt8], _ can: Bool) throws {
        #expect(try Tree(MessagePatternsTests.some).canGoOn(bytes) == can)
    }

    /// Compares the tree with a search pattern by pattern, over few different bytes, so that many patterns match.
    @Test func treeAgreesWithASearchPatternByPattern() throws {
        var random = SplitMix(state: 17)
        for _ in 0..<200 {
            var written: [(String, UInt64)] = []
            for _ in 0...random.below(20) {
                let data = (0..<random.below(7)).map { _ in random.pick(["01", "02", "[**]", "0[CH]", "[MSB]", "7F"]) }
                let text = (["F0"] + data + ["F7"]).joined(separator: " ")
                if !written.contains(where: { $0.0 == text }) { written.append((text, 1)) }
            }
            let tree = try Tree(written, either: [2, 3])
            for _ in 0..<50 {
                let data = (0..<random.below(7)).map { _ in random.pick([1, 2, 3, UInt8(0x11)]) }
                let bytes = [0xF0] + data + [0xF7]
                let naive = tree.patterns.indices.filter { matches(tree.patterns[$0].pieces, bytes) }
                #expect(tree.matches(bytes).map { $0.slot } == naive, "\(written) \(bytes)")
                let could = tree.patterns.contains { pattern in
                    pattern.pieces.count > data.count && matches(Array(pattern.pieces[...data.count]), [0xF0] + data)
                }
                #expect(tree.canGoOn([0xF0] + data) == could, "\(written) \(bytes)")
            }
        }
    }

    private func matches(_ pieces: [Pattern.Piece], _ bytes: [UInt8]) -> Bool {
        pieces.count == bytes.count
            && zip(pieces, bytes).allSatisfy { piece, byte in
                switch piece {
                case .byte(let literal): literal == byte
                case .channel(let high): high == byte & 0xF0
                case .any, .msb, .lsb: byte < 0x80
                case .either(let bytes): bytes.contains(byte)
                }
            }
    }
}
