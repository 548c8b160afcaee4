import Testing

@testable import Configuration

/// Settings without effect, or with another effect than it seems, are refused or warned of.
struct WithoutEffectTests {
    @Test(arguments: [
        Marked(.preset, "name: A, learnable: {Range: §motion.range.x}", "motion.range.x cannot be learnt"),
        Marked(.preset, "name: A, learnable: {C: §colour.channel}", "colour.channel cannot be learnt"),
        Marked(
            .preset, "name: A, routings: [{name: R, from: [keys], to: [out]}], learnable: {C: §routings.R.fix.channel}",
            "routings.1.fix.channel cannot be learnt"),
        Marked(
            .preset, "name: A, routings: [{from: [keys], to: [out]}], learnable: {C: §restrict.notes}",
            "restrict.notes cannot be learnt"),
    ])
    func unknownPlaceCannotBeLearnt(_ marked: Marked) { marked.check() }

    @Test func placesThatPresetsHaveCanBeLearnt() {
        let places = [
            "number", "tempo", "routings.1.channel", "routings.1.restrict.notes", "routings.1.velocity.fixed",
            "routings.1.notes.map.C4", "routings.1.controllers.remap.1.to", "routings.1.on-load.1.send",
            "routings.1.restrict.conditions.of.1.when",
        ]
        let learnable = places.enumerated().map { "L\($0): \($1)" }.joined(separator: ", ")
        Marked(
            .preset,
            "name: A, learnable: {\(learnable)}, routings: [{from: [keys], to: [out], restrict: {conditions: {of: "
                + "[{from: keys, controller: cc 1}]}}, controllers: {remap: [{from: cc 1, to: cc 2}]}, "
                + "on-load: [{send: cc 1 = 1}]}]"
        ).check()
    }

    @Test(arguments: [
        Marked(.port, "match: §“Keystation*”", "the quotes around `“Keystation*”` are part of the text"),
        Marked(.port, "match: §„Keystation*“", "are part of the text"),
        Marked(.preset, "name: §‘Verse’", "are part of the text"),
        Marked(.preset, "name: “Verse”er"),
        Marked(.preset, "name: \"“Verse”\""),
        Marked(
            .assignment, "from: footswitches, controller: switch A, do: {127: §preset “Verse”}",
            "use straight quotes"),
    ])
    func typographicQuotesAreWarnedOf(_ marked: Marked) { marked.check() }

    @Test(arguments: ["rpn", "nrpn"]) func nullParameterIsRefused(_ kind: String) {
        Marked(.remap, "from: §\(kind) 127/127, to: cc 1", "is the null parameter").check()
        Marked(.remap, "from: cc 1, to: §\(kind) 127/127 14-bit", "is the null parameter").check()
        Marked(.onLoad, "send: §\(kind) 127/127 = 1", "is the null parameter").check()
        Marked(.remap, "from: \(kind) 127/126, to: cc 1").check()
    }

    private static let organ = """
        treadle: 1
        ports: {keys: {match: k}, organ: {match: o}, strings: {match: s}}
        presets:
        - {name: Drawbars, routings: [{name: Bars, from: [keys], to: [organ], notes: {filter: true},
            controllers: {filter: true, remap: [{from: cc 74, to: cc 12}]}}]}

        """

    @Test func remapBesideTheUnchangedControllerIsWarnedOf() {
        func reported(_ routing: String, settle: String = "") -> [String] {
            let organ = Self.organ.replacing("to: cc 12", with: "to: cc 12" + settle)
            return diagnostics(organ + "- {name: Song, insert: [Drawbars], routings: [{\(routing)}]}\n").map { $0.text }
        }
        let warning =
            "box.yaml:6:25: warning: `Bars` remaps cc 74 of `keys`, which routing 1, at box.yaml:6:47, also passes "
            + "to `organ` unchanged"
        #expect(reported("from: [keys], to: [organ]") == [warning])
        #expect(reported("from: [keys], to: [organ]", settle: ", settle: 20 ms") == [warning])
        for good in [
            "from: [keys], to: [strings]", "from: [keys], to: [organ], controllers: {filter: true}",
            "from: [keys], to: [organ], controllers: {remap: [{from: cc 74, filter: true}]}",
            "from: [keys], to: [organ], channel: 5, restrict: {channel: 1}, mute: true",
        ] {
            #expect(reported(good).isEmpty, "\(good)")
            #expect(reported(good, settle: ", settle: 20 ms").isEmpty, "\(good)")
        }
    }
}
