import Testing

@testable import Configuration

/// Errors of `on-leave` (P10) and of messages of parts (P12).
@Suite struct LeavingDiagnosticsTests {
    private static func leaving(_ message: String) -> String {
        "name: P, on-leave: [\(message)], routings: []"
    }

    @Test(arguments: [
        Marked(.preset, "name: P, on-leave: §{}", "a list of messages to send"),
        Marked(.preset, leaving("§{send: program 1}"), "an on-leave message needs `to`"),
        Marked(.preset, leaving("{to: out, send: §program}"), "program N, CONTROLLER = VALUE"),
        Marked(.preset, leaving("{to: out, send: program 1, delay: §101 ms}"), "at most 100 ms after"),
        Marked(.preset, leaving("wait 60 ms, {to: out, send: program 1, delay: §41 ms}"), "at most 100 ms after"),
        Marked(.preset, leaving("wait 60 ms, §wait 41 ms, {to: out, send: program 1}"), "at most 100 ms after"),
        Marked(.preset, leaving("{to: out, send: program 1, also-at-end: §yes}"), "true or false"),
        Marked(
            .preset, leaving("{to: out, send: key C1 = 1, §also-at-end: true}"),
            "is for messages that begin no note"),
        Marked(
            .preset, leaving("{to: out, send: cc sustain = 1, §also-at-end: true}"),
            "move no pedal, bend or pressure"),
        Marked(.routing, "on-load: [{send: program 1, §also-at-end: true}]", "not a key of an on-load message"),
        Marked(.routing, "on-leave: [{send: cc 1 = 1, §to: out}]", "not a key of an on-leave message"),
        Marked(.preset, "name: P, parts: [{name: A, send: §1}]", "a list of messages to send"),
        Marked(.preset, "name: P, parts: [{name: A, send: [§{send: program 1}]}]", "a message of a part needs `to`"),
        Marked(.preset, "name: P, parts: [{name: A, send: [{to: §ott, send: program 1}]}]", "did you mean `out`?"),
    ])
    func faultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test func limits() {
        func reported(_ text: String) -> [String] {
            let text = "treadle: 1\nports: {out: {match: o}}\npresets: [{name: P, \(text)}]\n"
            guard case .failure(let diagnostics) = Configuration.load(text: text) else { return [] }
            return diagnostics.list.map { $0.message }
        }
        func list(_ count: Int, _ item: String) -> String {
            "[" + Array(repeating: item, count: count).joined(separator: ", ") + "]"
        }
        let toOut = "{to: out, send: program 1}"
        #expect(reported("on-leave: \(list(64, toOut))").isEmpty)
        #expect(
            reported("on-leave: \(list(65, toOut))") == [
                "over the limit `onLeaveOfPreset`: 65, and at most 64 are possible"
            ])
        #expect(reported("parts: [{name: A, send: \(list(32, toOut))}]").isEmpty)
        #expect(
            reported("parts: [{name: A, send: \(list(33, toOut))}]") == [
                "over the limit `messagesOfPart`: 33, and at most 32 are possible"
            ])
        func routing(_ count: Int) -> String {
            "routings: [{from: [clock], to: [out], on-leave: \(list(count, "{send: program 1}"))}]"
        }
        #expect(reported(routing(32)).isEmpty)
        #expect(
            reported(routing(33)) == ["over the limit `onLeaveOfRouting`: 33, and at most 32 are possible"])
    }
}
