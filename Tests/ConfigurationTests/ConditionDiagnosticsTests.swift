import Plan
import Testing

@testable import Configuration

struct ConditionDiagnosticsTests {
    @Test(arguments: [
        Marked(.routing, "restrict: {conditions: §[]}", "a mapping"),
        Marked(.routing, "restrict: {conditions: {match: §xor}}", "all, any or one"),
        Marked(.routing, "restrict: {conditions: {of: §cc 1}}", "a list of conditions"),
        Marked(.routing, "restrict: {conditions: {of: [§cc 1]}}", "a condition is `cc 1`"),
        Marked(.routing, "restrict: {conditions: {§off: []}}", "did you mean `of`?"),
        Marked(.condition, "from: §kesy, controller: cc 1", "did you mean `keys`?"),
        Marked(.condition, "from: footswitches, controller: [switch A, switch B short]"),
        Marked(.condition, "from: keys, controller: [cc 1, §program, §key C4]", "the same type", "the same type"),
        Marked(.condition, "from: keys, mode: latch, controller: [key C4, §key D4]", "alone here"),
        Marked(.condition, "from: keys, controller: [key C4, key D4]"),
        Marked(.condition, "from: keys, channel: §0, controller: cc 1", "1..16, or all"),
        Marked(.condition, "from: keys, controller: §cx 1", "did you mean `cc`?"),
        Marked(.condition, "from: keys, controller: §switch A", "from this condition's source"),
        Marked(.condition, "from: §any, controller: cc 1", "name one port"),
        Marked(.condition, "from: footswitches, controller: §motion x", "from this condition's source"),
        Marked(.condition, "from: clock, controller: §cc 1", "from this condition's source"),
        Marked(.condition, "from: keys, controller: cc 1, §wen: 1", "did you mean `when`?"),
        Marked(.condition, "from: keys, controller: cc 1, require: §yes", "true or false"),
        Marked(.condition, "from: keys, controller: cc 1, conditions: §1", "a mapping"),
        Marked(.condition, "from: keys, controller: cc 1, conditions: {of: [{from: keys, controller: §[]}]}", "a"),
        Marked(.condition, "from: keys, controller: cc 1, §notes: C4..C5", "note-value and note-velocity only"),
        Marked(.condition, "from: keys, controller: key C4, §velocities: 1..2", "note-value and note-velocity only"),
        Marked(.condition, "from: keys, controller: note-value, notes: §C5..C4", "the lower note first"),
        Marked(.condition, "from: keys, controller: note-value, velocities: §1..128", "0..127"),
    ])
    func conditionFaultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test(arguments: [
        Marked(.condition, "from: keys, controller: cc 1, when: §50", "`>= n`, `<= n` or `n..n`, n a number 0..127"),
        Marked(.condition, "from: keys, controller: cc 1, when: §\"> 50\"", "`>= n`, `<= n` or `n..n`"),
        Marked(.condition, "from: keys, controller: cc 1, when: §50..49", "`>= n`, `<= n` or `n..n`"),
        Marked(.condition, "from: keys, controller: cc 1, when: §50..128", "`>= n`, `<= n` or `n..n`"),
        Marked(.condition, "from: keys, controller: cc 1, when: §\">= 128\"", "0..127"),
        Marked(.condition, "from: keys, controller: pitch-bend, when: §\"<= 16384\"", "0..16383"),
        Marked(.condition, "from: keys, controller: cc 1, when: §{}", "a list of 128 values"),
        Marked(.condition, "from: keys, controller: cc 1, when: §[0, 1]", "has 2 values; it needs 128"),
        Marked(.condition, "from: keys, controller: pitch-bend, when: §[0, 1]", "has 2 values; it needs 16384"),
        Marked(.condition, "from: keys, controller: cc 1, when: [§2]", "0..1"),
        Marked(.condition, "from: keys, controller: cc 1, when: §lists/none.txt", "cannot be read"),
        Marked(.condition, "from: keys, controller: cc 1, mode: §toggle", "direct, increment or latch"),
        Marked(.condition, "from: keys, controller: cc 1, trigger: §128", "0..127"),
        Marked(.condition, "from: keys, controller: cc 1, edge: §up", "rising, falling or both"),
        Marked(.condition, "from: keys, controller: cc 1, by: §-128", "-127..127"),
        Marked(.condition, "from: keys, controller: cc 1, start: §-1, end: §200", "0..127", "0..127"),
        Marked(.condition, "from: keys, controller: cc 1, start: 9, end: §8", "at least `start`, which is 9"),
        Marked(.condition, "from: keys, controller: cc 1, wrap: §1", "true or false"),
        Marked(.condition, "from: keys, controller: cc 1, mode: increment, decrement: §pitch-bend", "of the same type"),
        Marked(.condition, "from: keys, controller: cc 1, mode: increment, decrement: §cc 1", "another controller"),
    ])
    func conditionValueIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test func conditionNeedsControllerAndSource() {
        Marked(.condition, "from: keys", "a condition needs `controller`").checkMessages()
        Marked(.condition, "controller: cc 1", "no `input-keyboard`, which is the default").checkMessages()
        Marked(
            .assignment,
            "from: keys, controller: cc 1, set: preset, conditions: {of: [{from: keys, controller: §switch A}]}",
            "from this condition's source"
        ).check()
    }

    @Test func fiveLevelsOfConditionsAreOverTheLimit() {
        func nested(_ depth: Int) -> String {
            let inner = depth == 1 ? "" : ", conditions: {of: [\(nested(depth - 1))]}"
            return "{from: keys, controller: cc 1\(inner)}"
        }
        func routing(_ depth: Int) -> String {
            box("{from: [keys], to: [out], restrict: {conditions: {of: [\(nested(depth))]}}}")
        }
        #expect(diagnostics(routing(4)).isEmpty)
        #expect(
            diagnostics(routing(5)).map { $0.message } == [
                "over the limit `conditionDepth`: 5, and at most 4 are possible"
            ])
    }

    /// The file holds a 0 or 1 for each value of the controller.
    @Test func whenIsReadFromAFile() throws {
        let lines = (0..<128).map { $0 == 3 ? "1" : "0" }.joined(separator: "\n")
        let condition = "{from: keys, controller: cc 1, when: w.txt}"
        let configuration = try loaded(
            box("{from: [keys], to: [out], restrict: {conditions: {of: [\(condition)]}}}"), files: ["w.txt": lines])
        let conditions = try #require(configuration.plan.pointee.presets[0].conditions)
        guard case .list(let list) = conditions.pointee.nodes[0].when else {
            Issue.record("no list")
            return
        }
        #expect((0..<128).filter { list[$0] != 0 } == [3])
    }

    /// C4: sub-conditions are before their parent. C6: only the keys in the range of a condition list it.
    @Test func conditionsAreFlattened() throws {
        let inner = "conditions: {match: one, of: [{from: pad, controller: cc 2}, {from: pad, controller: cc 3}]}"
        let outer = "{from: keys, controller: note-value, notes: 60..61, \(inner)}, {from: pad, controller: key 60}"
        let configuration = try loaded(
            box("{from: [keys], to: [out]}, {from: [keys], to: [out], restrict: {conditions: {of: [\(outer)]}}}"))
        let conditions = try #require(configuration.plan.pointee.presets[0].conditions).pointee
        let slots = (0..<Int(conditions.count)).map { Int(conditions.nodes[$0].slot) }
        #expect(slots == [2, 3, ControlInput.noteValue, ControlInput.key + 60])
        #expect(conditions.groupCount == 2)
        #expect(conditions.groups[0].owner == 1 && conditions.groups[0].parent == Condition.none)
        #expect(conditions.groups[1].match == .one && conditions.groups[1].parent == 2)
        let table = conditions.tables[Int(conditions.rows[0])]
        let heard = (0..<ControlInput.slots).filter { table[$0] != SlotTable.none }
        #expect(heard == [ControlInput.key + 60, ControlInput.key + 61])
    }
}
