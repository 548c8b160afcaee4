import Foundation
import TestSupport

/// Texts for random edits: the examples, the boxes of the corpus, and random ones.
enum EditedTexts {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The configuration files below `docs`.
    static let examples: [String] = {
        let docs = root.appendingPathComponent("docs")
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: docs.path)) ?? []
        return paths.filter { $0.hasSuffix(".yaml") }.sorted().compactMap {
            try? String(contentsOf: docs.appendingPathComponent($0), encoding: .utf8)
        }
    }()

    /// The boxes of the corpus: `box NAME: BASE`, then indented lines (Tests/Corpus/README.md).
    static let boxes: [String] = {
        let corpus = root.appendingPathComponent("Tests/Corpus")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: corpus.path)) ?? []
        let topics = names.filter { $0.hasSuffix(".txt") && $0 != "boxes.txt" }.sorted()
        var boxes: [String: String] = [:]
        for name in ["boxes.txt"] + topics {
            let text = (try? String(contentsOf: corpus.appendingPathComponent(name), encoding: .utf8)) ?? ""
            var box: String?
            for line in text.components(separatedBy: "\n") {
                if line.hasPrefix("box ") {
                    let words = line.dropFirst(4).components(separatedBy: ":")
                    let base = words.count > 1 ? words[1].split(separator: " ").first.map { String($0) } : nil
                    box = words[0]
                    boxes[words[0]] = base.flatMap { boxes[$0] } ?? ""
                } else if let name = box, line.hasPrefix("    ") {
                    boxes[name, default: ""] += line.dropFirst(4) + "\n"
                } else {
                    box = nil
                }
            }
        }
        return boxes.keys.sorted().compactMap { boxes[$0] }.filter { !$0.isEmpty }
    }()

    /// Returns a text for a seed: all examples in turn, boxes, and random texts.
    static func text(_ seed: UInt64, _ random: inout SplitMix) -> String {
        if seed % 3 == 0 { return examples[Int(seed / 3) % examples.count] }
        var text = seed % 3 == 1 ? random.pick(boxes) : RandomYAML.text(&random)
        if random.chance(50) { text = disturbed(text, &random) }
        return text
    }

    /// Adds comments, empty lines and blanks at any place. The text may not be valid afterwards.
    private static func disturbed(_ text: String, _ random: inout SplitMix) -> String {
        let end = text.contains("\r\n") ? "\r\n" : "\n"
        var lines = text.components(separatedBy: end)
        for _ in 0..<random.below(4) + 1 {
            let index = random.below(lines.count)
            let blanks = String(repeating: " ", count: random.below(9))
            switch random.below(4) {
            case 0, 1: lines.insert(blanks + random.pick(["# c", "# x: y", "# é"]), at: index)
            case 2: lines.insert(random.pick(["", blanks, "\t"]), at: index)
            default: if !lines[index].isEmpty { lines[index] += random.pick([" # more", "\t# tab", "  ", "\t"]) }
            }
        }
        return lines.joined(separator: end)
    }
}
