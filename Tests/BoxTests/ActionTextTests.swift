import Configuration
import Plan
import Testing

@testable import Box

/// Actions and outputs of remaps in words, as the simulator shows them.
struct ActionTextTests {
    private static let box = """
        treadle: 1
        ports: { keys: { match: k }, daw: { match: d } }
        assignments:
        - from: keys
          controller: cc 1
          do: { 1: send "daw" mmc play, 2: send "daw" mmc locate 01:02:03:04 device 5, 3: send "daw" cc 7/39 = 129 }
        presets:
        - name: P
          routings:
          - from: [keys]
            to: [daw]
            controllers:
              remap:
              - { from: cc 2, to: mmc locate 01:02:03:04 }
              - { from: cc 3, to: 'message "F0 7E 7F 09 01 F7"' }
              - { from: cc 4, to: 'message "FA"' }

        """

    /// A2: what the simulator shows of an action and the recorder writes is the same action for a script, by both
    /// words.
    @Test func everyActionIsReadBack() throws {
        let text = """
            treadle: 1
            ports: { keys: { match: k } }
            footswitches: { A: { line: "g:1", led: "g:2" } }
            setlist: { Friday: [P] }
            variables: { amp: { range: 0..5 } }
            presets: [{ name: P, number: 3, routings: [{ name: Bass, from: [keys], to: [keys] }] }]

            """
        let configuration = try Configuration.load(text: text).get()
        let words = ActionText(configuration)
        let examples: [Action] = [
            .load(0), .loadNumber(3), .setList(0), .clock(.tempo(9050)), .clock(.tempoBy(-1)), .led(0, .blink),
            .transpose(0), .transpose(48), .transposeBy(2), .transposeBy(-1), .release(0), .release(.max),
            .variable(0, .set(2)), .variable(0, .toggle),
        ]
        var actions = examples + [.on, .off, .toggle].flatMap { [.mute(0, $0), .bypass(0, $0)] as [Action] }
        for case .nothing(let action) in ActionWord.table.map({ $0.argument }) where action != .none {
            actions.append(action)
        }
        for action in actions {
            let shown = words.action(action)
            #expect(try ScriptAction.read(shown, configuration) == action, "\(shown)")
            let row = try #require(ActionWord.find(String(shown.prefix { $0 != " " })))
            if row.alias.isEmpty { continue }
            let short = row.alias + shown.dropFirst(row.word.count)
            #expect(try ScriptAction.read(short, configuration) == action, "\(short)")
        }
        for step in [Action.variable(0, .step(-3)), .variable(0, .step(1))] {
            #expect(try ScriptAction.read(words.action(step), configuration) == step)
        }
        let tried = actions.map { ActionWord.argument(of: $0) } + [.nothing(.none), .messages]
        #expect(ActionWord.table.filter { !tried.contains($0.argument) }.map { $0.word } == [])
    }

    /// N11: also where the SysEx takes several UMPs. Of several messages the first one is shown.
    @Test func sendIsShownByItsMessage() throws {
        let configuration = try Configuration.load(text: ActionTextTests.box).get()
        let text = ActionText(configuration)
        #expect(
            (0..<3).map { text.action(.send($0)) }
                == ["send mmc play", "send mmc locate 01:02:03:04 device 5", "send cc 7 volume 1 channel 1"])
    }

    /// A4: a list is shown as it is written.
    @Test func listIsShownInBrackets() throws {
        let list = "[mute \"Way\", wait 1 ms, wait 1.5 s, tap]"
        let text = """
            treadle: 1
            ports: { keys: { match: k } }
            assignments: [{ from: keys, controller: cc 1, do: { 1: \(list) } }]
            presets: [{ name: P, routings: [{ name: Way, from: [keys], to: [keys] }] }]

            """
        let words = ActionText(try Configuration.load(text: text).get())
        #expect(words.action(.list(0)) == "[mute \"Way\", wait 1 ms, wait 1500 ms, tap]")
    }

    /// N11
    @Test func commandIsShownAsTheOutputOfARemap() throws {
        let configuration = try Configuration.load(text: ActionTextTests.box).get()
        let text = ActionText(configuration)
        let preset = configuration.plan.pointee.presets[0]
        #expect(
            (0..<3).map { text.output(preset.remaps[$0].output) } == ["mmc locate 01:02:03:04", "message", "message"])
    }
}
