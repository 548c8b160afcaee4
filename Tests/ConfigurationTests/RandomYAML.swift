import Compact
import TestSupport

@testable import Configuration

/// Random YAML texts with comments, gaps, quotes, brackets over several lines, blocks of text and other line ends, and
/// random values for them.
struct RandomYAML {
    private var lines: [String] = []
    /// The columns by which mappings and lists are indented more than their key.
    private let mappingStep: Int
    private let listStep: Int

    static func text(_ random: inout SplitMix) -> String {
        var yaml = RandomYAML(mappingStep: random.pick([2, 2, 4]), listStep: random.pick([0, 2, 2]))
        if random.chance(10) { yaml.lines.append("---") }
        yaml.mapping(0, 0, isBehindDash: false, &random)
        if random.chance(10) { yaml.lines.append("...") }
        let end = random.pick(["\n", "\n", "\n", "\r\n"])
        let mark = random.chance(10) ? "\u{FEFF}" : ""
        return mark + yaml.lines.joined(separator: end) + (random.chance(80) ? end : "")
    }

    private init(mappingStep: Int, listStep: Int) { (self.mappingStep, self.listStep) = (mappingStep, listStep) }

    private mutating func mapping(_ column: Int, _ depth: Int, isBehindDash: Bool, _ random: inout SplitMix) {
        var keys = ["from", "to", "notes", "channel", "on-load", "\"quoted\"", "x y", "127"]
        keys.shuffle(using: &random)
        for (index, key) in keys.prefix(1 + random.below(3)).enumerated() {
            if index == 0 && isBehindDash {
                lines[lines.count - 1] += " \(key):"
            } else {
                space(column, isFirst: index == 0, &random)
                lines.append(RandomYAML.blanks(column) + "\(key):")
            }
            value(column, depth, &random)
        }
        if random.chance(10) { lines.append(RandomYAML.blanks(column + 1) + "# deeper") }
    }

    private mutating func list(_ column: Int, _ depth: Int, isBehindDash: Bool, _ random: inout SplitMix) {
        for index in 0..<1 + random.below(3) {
            if index == 0 && isBehindDash {
                lines[lines.count - 1] += " -"
            } else {
                space(column, isFirst: index == 0, &random)
                lines.append(RandomYAML.blanks(column) + "-")
            }
            switch random.below(8) {
            case 0, 1: append(" " + scalar(&random) + behind(&random))
            case 2: append(" " + flow(0, &random) + behind(&random))
            case 3 where depth < 3: list(column + 2, depth + 1, isBehindDash: true, &random)
            case 4 where random.chance(30): break
            default: mapping(column + 2, depth + 1, isBehindDash: true, &random)
            }
        }
    }

    /// Adds an empty line or a comment before an item, or none.
    private mutating func space(_ column: Int, isFirst: Bool, _ random: inout SplitMix) {
        if !isFirst && random.chance(15) { lines.append(random.pick(["", "", "  "])) }
        if random.chance(25) { lines.append(RandomYAML.blanks(column) + random.pick(["# left", "# x: y", "# - é"])) }
    }

    private mutating func value(_ column: Int, _ depth: Int, _ random: inout SplitMix) {
        switch random.below(depth > 3 ? 3 : 10) {
        case 0...2: append(" " + scalar(&random) + behind(&random))
        case 3: append(" " + flow(0, &random) + behind(&random))
        case 4:
            append(" [")
            let count = 1 + random.below(3)
            for index in 0..<count {
                if random.chance(30) { lines.append(RandomYAML.blanks(column + 2) + "# above") }
                let comma = index < count - 1 || random.chance(30) ? "," : ""
                lines.append(RandomYAML.blanks(column + 2) + flow(1, &random) + comma + behind(&random))
            }
            lines.append(RandomYAML.blanks(column + 1) + "]")
        case 5:
            append(" " + random.pick(["|", "|-", "|+", ">", ">-"]) + random.pick(["", " # text"]))
            for _ in 0...random.below(2) { lines.append(RandomYAML.blanks(column + 2) + "text line") }
            if random.chance(30) { lines.append("") }
        case 6: append(random.pick(["", " # none"]))
        case 7, 8:
            append(behind(&random))
            list(column + listStep, depth + 1, isBehindDash: false, &random)
        default:
            append(behind(&random))
            mapping(column + mappingStep, depth + 1, isBehindDash: false, &random)
        }
    }

    private mutating func append(_ text: String) { lines[lines.count - 1] += text }

    private func behind(_ random: inout SplitMix) -> String { random.chance(25) ? "  # behind" : "" }

    private func scalar(_ random: inout SplitMix) -> String {
        random.pick([
            "a", "\"q\"", "'s'", "1", "true", "cc 7", "-12", "\"12\"", "'it''s'", "C-1..B3", "\"a\\\"b\"", "é", "98.5",
        ])
    }

    private func flow(_ depth: Int, _ random: inout SplitMix) -> String {
        let kind = random.below(depth > 2 ? 2 : 5)
        if kind < 2 { return scalar(&random) }
        let count = random.below(4)
        var items: [String] = []
        for index in 0..<count {
            items.append((kind == 4 ? "\(["from", "to", "x", "y"][index]): " : "") + flow(depth + 1, &random))
        }
        let pad = random.pick(["", " "])
        let text = items.joined(separator: ", ") + (items.isEmpty ? "" : random.pick(["", "", ","]))
        return (kind == 4 ? "{" : "[") + pad + text + (items.isEmpty ? "" : pad) + (kind == 4 ? "}" : "]")
    }

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}

// MARK: - Values

extension RandomYAML {
    private static let words = [
        "keys", "synth", "C4..G9", "cc 7 = 100", "program 12 bank 85/0", "preset \"Verse\"", "-12..5", ">= 5",
        "Zoë", "12", "true", "", "a: b", "x #y", "- z", "*a", "it's", "he said \"x\"", "a\\b", "\"", "two\nlines",
        " lead", "tail ", "C#4", "[x]", "{y}", "a, b", "010", "+1", "0x18", "-0", "1.50", "~", "?", "%a", "@b", "`c",
        "|d", ">e", "!f", "&g", "a\tb", "é\u{2028}x", "<<", "---", "text\n", "more\n\ntext\n",
    ]

    static func scalar(_ random: inout SplitMix) -> JSONValue {
        switch random.below(4) {
        case 0: .number(random.below(400) - 200)
        case 1: random.pick([.bool(true), .bool(false), .decimal("1.5"), .decimal("98.25")])
        default: .string(random.pick(words))
        }
    }

    static func value(_ depth: Int, _ random: inout SplitMix) -> JSONValue {
        let kind = random.below(6)
        if depth > 2 || kind < 2 { return scalar(&random) }
        var items: [JSONValue] = []
        for _ in 0..<random.below(4) { items.append(kind == 2 ? scalar(&random) : value(depth + 1, &random)) }
        if kind < 4 { return .array(items) }
        var names = ["from", "to", "notes", "channel", "x y", "127", "a.b", "C#4", "mute"]
        names.shuffle(using: &random)
        return .object(zip(names, items).map { JSONMember(name: $0, value: $1) })
    }
}
