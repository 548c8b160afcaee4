import Engine
import Plan
import Testing

/// Actions as the flight recorder keeps them.
@Suite struct RecordedActionTests {
    @Test func everyActionComesBack() {
        let actions: [Action] = [
            .nextPreset, .previousPreset, .load(127), .loadNumber(-1), .panic, .mute(513, .toggle), .bypass(1, .off),
            .undo, .revert, .save, .led(15, .blink), .send(255), .clock(.start), .clock(.continue), .clock(.stop),
            .clock(.pause), .clock(.togglePause), .clock(.toggleStop), .clock(.tap), .clock(.tempo(30000)),
            .clock(.tempoBy(-100)), .setList(15), .nextPart,
            .previousPart,
        ]
        for action in actions {
            let code = RecordedAction.code(of: action)
            #expect(code.flatMap { RecordedAction.action($0.code, $0.value) } == action, "\(action)")
        }
    }
}
