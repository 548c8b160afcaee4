import Plan
import Testing

@testable import Configuration

/// A5: errors of `assignments` of a preset, and which assignments hold while it runs.
@Suite struct AssignmentsOfPresetsTests {
    private static func preset(_ assignment: String) -> String { "name: P, assignments: [\(assignment)]" }

    @Test(arguments: [
        Marked(.preset, "name: P, assignments: §{}", "a list of assignments"),
        Marked(.preset, preset("{from: keys, controller: cc 1, do: {1: §nxt-preset}}"), "did you mean `next-preset`?"),
        Marked(.preset, preset("{from: keys, controller: cc 1, do: {1: §preset \"Q\"}}"), "there is `P`"),
        Marked(.preset, preset("{from: keys, controller: cc 1, also: §yes, do: {1: tap}}"), "true or false"),
        Marked(.preset, preset("{from: keys, controller: cc 1, §also: true, do: {1: tap}}"), "`also` has no effect"),
        Marked(.preset, preset("{from: keys, controller: [cc 1, cc 2], §also: true, do: {1: tap}}"), "no effect"),
        Marked(.preset, preset("{from: keys, controller: cc 1, also: false, do: {1: tap}}")),
        Marked(.assignment, "from: keys, controller: cc 1, §also: true, set: preset", "not a key of an assignment"),
    ])
    func faultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    private static let box = """
        treadle: 1
        ports: { keys: { match: k } }
        footswitches: { A: { line: "g:1" }, B: { line: "g:2" } }
        assignments:
        - { from: footswitches, controller: switch A, do: { 127: tap } }
        - { from: footswitches, controller: switch B, do: { 127: tap } }
        - { from: keys, channel: 2, controller: cc 1, set: preset }
        - { from: keys, controller: cc 1, set: preset, conditions: { of: [{ from: keys, controller: cc 2 }] } }
        presets:
        - name: One
          insert: [Two]
          assignments:
          - { from: keys, controller: cc 1, do: { 1: panic } }
          - { from: footswitches, controller: switch B, also: true, do: { 127: panic } }
        - name: Plain
        - { name: Two, assignments: [{ from: footswitches, controller: switch A, mode: latch, do: { 127: undo } }] }

        """

    @Test func assignmentsOfThePresetTakeThePlaceOfThoseOfTheBox() throws {
        let configuration = try Configuration.load(text: AssignmentsOfPresetsTests.box).get()
        let presets = configuration.plan.pointee.presets
        func indices(_ name: String) throws -> [UInt16] {
            let preset = presets[try #require(configuration.preset(named: name))]
            return (0..<Int(preset.assignedCount)).compactMap { preset.assigned?[$0].index }
        }
        #expect(try indices("Plain") == [0, 1, 2, 3])
        #expect(try indices("One") == [1, 2, 4, 5, 6])
        #expect(try indices("Two") == [1, 2, 3, 6])
        #expect(configuration.plan.pointee.boxAssignmentCount == 4)
        #expect(configuration.plan.pointee.assignmentCount == 7)
        // F3: the latch of an inserted preset.
        let one = presets[try #require(configuration.preset(named: "One"))]
        #expect(one.leds[0] == .assignment(UInt16(Limits.assignments + 2)))
    }
}
