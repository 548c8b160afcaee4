import Compact
import TestSupport
import Testing

@testable import Configuration

/// Random edits of the examples, the corpus and random texts: `set` and back, `insert` and `remove`, `move` and back
/// give the same bytes, and after each edit the file has the values that it should. `TREADLE_SEED=n` repeats one seed
/// of several edits; `TREADLE_SEEDS=n` tries so many, and `make test-edits` 10,000 edits.
@Suite struct EditPropertyTests {
    private static let editsPerSeed = 8

    @Test func editsKeepEveryOtherByte() throws {
        #expect(EditedTexts.examples.count > 60 && EditedTexts.boxes.count > 300)
        var (done, refused) = (0, 0)
        for seed in SplitMix.seeds {
            var random = SplitMix(state: seed)
            let text = EditedTexts.text(seed, &random)
            guard let editing = try? FileEditing(Array(text.utf8)) else { continue }
            let places = values(of: editing.actual.root, [])
            for number in 0..<EditPropertyTests.editsPerSeed {
                let (path, node) = random.pick(places)
                guard let pair = pair(path, node, &random) else { continue }
                var trial = EditTrial(editing, "TREADLE_SEED=\(seed), edit \(number)")
                let isDone = try trial.run(pair)
                done += isDone ? 1 : 0
                refused += isDone ? 0 : 1
            }
        }
        // Of random operations, few lead to nothing.
        #expect(refused * 5 <= done, "\(refused) refused, \(done) done")
    }

    /// All values that can be edited, with their paths.
    private func values(of node: LayoutNode, _ path: [PathStep]) -> [(path: [PathStep], node: LayoutNode)] {
        var found = [(path, node)]
        for (index, item) in node.items.enumerated() where !item.isMerge {
            let step = node.kind == .list ? PathStep.index(index) : .key(item.key.string)
            found += values(of: item.value, path + [step])
        }
        return found
    }

    /// A random operation, and the one that takes it back; nil if the value has no such operation.
    private func pair(_ path: [PathStep], _ node: LayoutNode, _ random: inout SplitMix) -> EditTrial.Pair? {
        switch random.below(5) {
        case 0 where node.isScalar && !path.isEmpty:
            let new = RandomYAML.scalar(&random)
            let old = ScalarText.value(node.text, isQuoted: node.isQuoted)
            return EditTrial.Pair(
                FileOperation(.set(new), at: path), back: FileOperation(.set(old), at: path),
                isExact: node.restores(old, after: new))
        case 1 where node.isCollection && !(node.kind == .mapping && node.items.isEmpty):
            let step = node.kind == .list ? PathStep.index(random.below(node.items.count + 1)) : .key("new key")
            return EditTrial.Pair(
                FileOperation(.insert(RandomYAML.value(0, &random)), at: path + [step]),
                back: FileOperation(.remove, at: path + [step]))
        case 2 where node.own.count > 1:
            let (from, to) = (random.below(node.own.count), random.below(node.own.count))
            let key = PathStep.key(node.items[node.own[from]].key.string)
            let steps = node.kind == .list ? [PathStep.index(from), .index(to)] : [key, key]
            return EditTrial.Pair(
                FileOperation(.move(to: to), at: path + [steps[0]]),
                back: FileOperation(.move(to: from), at: path + [steps[1]]))
        case 3 where !path.isEmpty: return EditTrial.Pair(FileOperation(.remove, at: path), back: nil)
        case 4 where node.kind == .mapping && !node.items.isEmpty && random.chance(40):
            let new = path + [PathStep.key("aa"), .key("bb")].prefix(1 + random.below(2))
            return EditTrial.Pair(
                FileOperation(.set(RandomYAML.value(0, &random)), at: new), back: FileOperation(.remove, at: new))
        case 4 where !path.isEmpty:
            return EditTrial.Pair(FileOperation(.set(RandomYAML.value(0, &random)), at: path), back: nil)
        default: return nil
        }
    }
}

extension LayoutNode {
    /// Whether setting a scalar back to its value restores its bytes: if it is written as the box would write it, and
    /// the value between needs no quotes where there were none.
    fileprivate func restores(_ old: JSONValue, after new: JSONValue) -> Bool {
        if old == .null || isBlockOfText || hasProperties { return false }
        let text = ScalarText.text(of: new)
        if kind == .single && !ScalarText.holdsInSingle(text) { return false }
        if kind == .plain, case .string = new, !ScalarText.isPlain(text, isInFlow: true) { return false }
        let written = ScalarText.written(old, isInFlow: true, like: kind)
        return written.utf8.count == end - content
    }
}
