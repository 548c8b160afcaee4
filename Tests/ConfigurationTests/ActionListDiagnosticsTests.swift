import Testing

@testable import Configuration

/// A4: errors of lists of actions, and of waits.
@Suite struct ActionListDiagnosticsTests {
    private static func list(_ text: String) -> String { "from: keys, controller: cc 1, do: {1: \(text)}" }

    @Test(arguments: [
        Marked(.assignment, list("§[]"), "an action, or a list of them"),
        Marked(.assignment, list("[tap, §wait 50]"), "wait and a time with its unit, up to 10 s"),
        Marked(.assignment, list("[tap, §wait, tap]"), "wait and a time with its unit, up to 10 s"),
        Marked(.assignment, list("[tap, §wait 10.1 s, tap]"), "up to 10 s"),
        Marked(.assignment, list("[tap, §wait 0 ms, tap]"), "at least 1 ms"),
        Marked(.assignment, list("[tap, §wait 5 ms]"), "nothing follows this wait"),
        Marked(.assignment, list("§wait 5 ms"), "stands in a list of actions"),
        Marked(.assignment, list("[tap, §[tap]]"), "an action, such as next-preset"),
        Marked(.assignment, list("[tap, §{a: 1}]"), "an action, such as next-preset"),
        Marked(.assignment, list("[§nxt-preset, §preset \"Q\", §mute \"Q\"]"), "next-preset", "there is `P`", "`Q`"),
        Marked(.assignment, list("[preset \"P\", §preset 9]"), "no preset has the number 9"),
        Marked(.onLoad, "send: program 1}, §wait 5, {send: program 2", "wait and a time with its unit, up to 10 s"),
        Marked(.onLoad, "send: program 1}, wait 5 ms, §weit 5 ms, {send: program 2", "an on-load message"),
    ])
    func faultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }
}
