import Testing

@testable import Configuration

/// `transpose` of the box, of presets, routings, actions and `set` (R29).
@Suite struct TranspositionTests {
    @Test(arguments: [
        Marked(.box, "treadle: 1\ntranspose: §49\n", "semitones -48..48"),
        Marked(.box, "treadle: 1\ntranspose: §-49\n", "semitones -48..48"),
        Marked(.box, "treadle: 1\ntranspose: §0.5\n", "semitones -48..48, without decimals"),
        Marked(.box, "treadle: 1\ntranspose: §false\n", "semitones -48..48"),
        Marked(.preset, "name: P, transpose: §49", "semitones -48..48"),
        Marked(.preset, "name: P, transpose: §up", "semitones -48..48"),
        Marked(.routing, "transpose: §2", "true or false; `notes: { shift: 2 }` shifts the notes of one routing"),
        Marked(.routing, "transpose: §on", "true or false"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §transpose}", "semitones 0..48, or a step"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §transpose 49}", "semitones 0..48, or a step"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §transpose +49}", "a step -48..+48 such as +1"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §transpose -49}", "a step -48..+48 such as +1"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §transpose up}", "semitones 0..48, or a step"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §transpose 1 2}", "semitones 0..48, or a step"),
        Marked(.assignment, "from: keys, controller: cc 1, do: {1: §transpose \"1\"}", "semitones 0..48, or a step"),
        Marked(.assignment, "from: keys, controller: cc 1, set: §transposed", "preset, tempo or transpose"),
        Marked(
            .assignment, "from: keys, controller: cc 1, set: transpose, linear: {out: §-49..0}", "within -48..48"),
        Marked(.assignment, "from: keys, controller: cc 1, set: transpose, linear: {in: §0..128}", "within 0..127"),
    ])
    func faultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test func isReadAtTheBoxAndItsPresetsAndRoutings() throws {
        let text = """
            treadle: 1
            transpose: -48
            ports: { keys: { match: k } }
            presets:
            - { name: P, routings: [{ from: [keys], to: [keys] }, { from: [keys], to: [keys], transpose: false }] }
            - { name: Q, transpose: +48, insert: [P] }

            """
        let configuration = try Configuration.load(text: text).get()
        withExtendedLifetime(configuration) {
            let plan = configuration.plan.pointee
            #expect(plan.transposition == -48)
            #expect(plan.presets[0].transposition == 0 && plan.presets[0].transposes == 0b01)
            #expect(plan.presets[1].transposition == 48 && plan.presets[1].transposes == 0b01)
        }
    }
}
