import Testing

@testable import Configuration

/// K7: warnings of two clocks that meet at a destination.
struct ClockMeetingTests {
    private static func head(following: String) -> String {
        """
        treadle: 1
        ports:
          keys: {match: k}
          pad: {match: p}
          deaf: {match: d, clock-in: false}
          out: {match: o}
          aux: {match: a}
        clock: {source: \(following)}
        presets:

        """
    }

    private func reported(_ routings: [String], following: String = "internal") -> [String] {
        let text =
            ClockMeetingTests.head(following: following) + "- name: P\n  routings:\n"
            + routings.map { "  - {\($0)}\n" }.joined()
        return diagnostics(text).map { "\($0.line) \($0.severity == .warning ? "" : "error ")\($0.message)" }
    }

    @Test func warningNamesBothPlacesAndBothCures() {
        #expect(
            reported(["name: Keys, from: [keys], to: [out]", "from: [clock], to: [aux, out]"]) == [
                "13 `Keys`, at box.yaml:12:5, and routing 2 send the clocks of `clock` and `keys` to `out`, which "
                    + "hears "
                    + "only that of `clock`; write `clock: { filter: true }` at the routing whose clock you do not "
                    + "want, or `clock-in: false` at the port `keys`"
            ])
        #expect(
            reported(["name: All, from: [keys, clock], to: [out]"]).map { $0.prefix(66) } == [
                "12 `All` sends the clocks of `clock` and `keys` to `out`, which he"
            ])
    }

    @Test(arguments: [
        (["from: [any], to: [out]", "from: [clock], to: [any]"], "internal"),
        (["from: [keys], to: [out], clock: {divide: 2}", "from: [clock], to: [out]"], "internal"),
        // The port that the box follows ticks for certain.
        (["from: [clock], to: [out]", "from: [pad], to: [out]"], "keys"),
        (["from: [clock], to: [out]", "from: [keys], to: [out]"], "keys"),
        (["from: [keys], to: [out]", "from: [pad], to: [out]"], "keys"),
    ])
    func clocksThatMeetAreWarnedOf(_ routings: [String], _ following: String) {
        let reported = reported(routings, following: following)
        #expect(reported.count == 1 && reported.first?.contains("the clocks of") == true, "\(reported)")
    }

    @Test(arguments: [
        // Few keyboards that are merged send a clock.
        (["from: [keys], to: [out]", "from: [pad], to: [out]"], "internal"),
        (["from: [keys], to: [out]", "from: [clock], to: [aux]"], "internal"),
        (["from: [deaf], to: [out]", "from: [clock], to: [out]"], "internal"),
        (["from: [keys], to: [out], clock: {filter: true}", "from: [clock], to: [out]"], "internal"),
        (["from: [keys], to: [out]", "from: [clock], to: [out], clock: {filter: true}"], "internal"),
        // A switch decides which of the two runs.
        (["from: [keys], to: [out]", "from: [clock], to: [out], mute: true"], "internal"),
        (
            [
                "from: [keys], to: [out]",
                "from: [clock], to: [out], restrict: {conditions: {of: [{from: pad, controller: cc 1}]}}",
            ], "internal"
        ),
    ])
    func clocksThatDoNotMeetAreNotWarnedOf(_ routings: [String], _ following: String) {
        #expect(reported(routings, following: following) == [])
    }

    /// P4: the warning is at the `insert`, or within the inserted preset.
    @Test func insertedRoutingsAreComparedToo() {
        let text =
            ClockMeetingTests.head(following: "internal") + """
                - name: P
                  insert: [Q]
                  routings: [{name: One, from: [keys], to: [out]}]
                - name: Q
                  routings:
                  - {name: Two, from: [clock], to: [out]}
                  - {name: Three, from: [pad], to: [out]}
                """
        let reported = diagnostics(text)
        #expect(reported.map { "\($0.line):\($0.column)" } == ["11:12", "16:5"])
        #expect(reported.first?.message.hasPrefix("`One`, at box.yaml:12:14, and `Two` send the clocks") == true)
    }
}
