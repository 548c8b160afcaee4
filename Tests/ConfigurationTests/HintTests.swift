import Testing

@testable import Configuration

/// Hints suggest only names that are valid at the place of the error.
struct HintTests {
    private static let ports = "treadle: 1\nports: {pad: {match: p, direction: in}, pod: {match: q, direction: out}}\n"

    @Test func sourcesSuggestInputsAndDestinationsSuggestOutputs() {
        let text = Self.ports + "presets: [{name: P, routings: [{from: [pud], to: [pud]}]}]\n"
        let reported = diagnostics(text).map { $0.message }
        #expect(
            reported == [
                "no port is called `pud`; did you mean `pad`?", "no port is called `pud`; did you mean `pod`?",
            ])
        let clock = diagnostics(Self.ports + "clock: {source: pid}\n").map { $0.message }
        #expect(clock.first?.hasSuffix("; did you mean `pad`?") == true, "\(clock)")
    }

    @Test func inputOnlyControllersAreNotSuggestedAsOutputs() {
        let reported = Marked(.remap, "from: note-velocty, to: §note-velocty").unmarked.text
        let messages = diagnostics(reported).map { $0.message }
        #expect(messages.count == 2)
        #expect(messages[0].contains("did you mean `note-velocity`?"))
        #expect(!messages[1].contains("note-velocity"))
    }

    @Test func theWordLastIsExplainedWhenMisspelt() {
        func reported(_ start: String) -> String? {
            diagnostics("treadle: 1\npresets: [{name: Verse}]\nstart-preset: \(start)\n").first?.message
        }
        #expect(reported("lst") == "no preset is called `lst`; the word `last` means the preset that ran last")
        #expect(reported("Chorus") == "no preset is called `Chorus`; there is `Verse`")
        #expect(reported("Vers") == "no preset is called `Vers`; did you mean `Verse`?")
    }

    @Test func noteOnLoadSuggestsKey() {
        Marked(.onLoad, "send: §note-on C4 90", "a note is such as `key C4 = 90`").check()
    }

    /// Messages show `presets.1.routings`, not the internal `presets.#.routings`.
    @Test func messagesShowPlacesAsUsersWriteThem() {
        let box = "treadle: 1\nports: {k: {match: k}}\npresets: [{name: P, routings: [{from: [k], to: [k]}]}]\n"
        func reported(_ place: String) -> String? {
            do throws(LearnPlace.Problem) {
                _ = try LearnPlace(.memory(["box.yaml": Array(box.utf8)]), box: "box.yaml", place)
                return nil
            } catch {
                return error.message
            }
        }
        #expect(reported("presets.P.routings.2.channel") == "presets.1.routings has no item '2'; it has 1")
        #expect(reported("presets.P.routings.1.from")?.hasPrefix("presets.1.routings.1.from cannot be learnt") == true)
        Marked(.preset, "name: A, routings: [], learnable: {C: §routings.2.channel}", "routings has no item '2'")
            .check()
    }

    @Test(arguments: [
        ("clock", "clock-start"), ("toggle", "toggle-mute"), ("next preset", "next-preset"), ("part", "next-part"),
        ("previos", "previous"), ("toggle pause", "toggle-pause"),
    ])
    func partOfAnActionSuggestsIt(_ written: String, _ action: String) {
        let head = "treadle: 1\nfootswitches: {A: {line: \"g:1\"}}\n"
        let text = head + "assignments: [{from: footswitches, controller: switch A, do: {127: \(written)}}]\n"
        #expect(diagnostics(text).map { $0.message }.first?.hasSuffix("; did you mean `\(action)`?") == true)
    }

    /// A2: an action with two words is the same by both.
    @Test func bothWordsOfAnActionAreRead() {
        for action in ActionWord.table where !action.alias.isEmpty {
            let argument = action.argument == .preset ? " 1" : ""
            let actions = [action.word, action.alias].enumerated().map { "\($0): \($1)\(argument)" }
            let text = """
                treadle: 1
                footswitches: {A: {line: "g:1"}}
                assignments: [{from: footswitches, controller: switch A, do: {\(actions.joined(separator: ", "))}}]
                presets: [{name: P, number: 1, routings: []}]

                """
            guard case .success(let configuration) = Configuration.load(text: text) else {
                Issue.record("\(actions)")
                continue
            }
            let assignment = configuration.plan.pointee.assignments[0]
            #expect(assignment.action(at: 0, value: 0) == assignment.action(at: 1, value: 1), "\(actions)")
            #expect(assignment.action(at: 0, value: 0) != .none, "\(actions)")
        }
    }

    /// A preset that could not be read, or its number or name, may be the one that others name.
    @Test(arguments: [
        ("name: A\nnumber: one\n", "preset 1", "1"), ("name: A\nnumber: [\n", "preset \"A\"", "A"),
        ("- A\n", "preset 1", "A"), ("name: [A]\nnumber: 1\n", "preset \"A\"", "A"),
    ])
    func presetWithErrorsIsNotMissedAsWell(_ preset: String, _ action: String, _ start: String) {
        let text = """
            treadle: 1
            footswitches: {A: {line: "g:1"}}
            assignments: [{from: footswitches, controller: switch A, do: {127: \(action)}}]
            start-preset: \(start)
            """
        let reported = diagnostics(text, files: ["presets/a.yaml": preset])
        #expect(reported.count == 1 && reported[0].file == "presets/a.yaml", "\(reported.map { $0.text })")
    }
}
