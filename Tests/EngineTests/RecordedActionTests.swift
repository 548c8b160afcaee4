import Configuration
import Engine
import Plan
import Testing

/// Actions as the flight recorder keeps them.
@Suite struct RecordedActionTests {
    @Test func everyActionComesBack() {
        var actions: [Action] = [
            .load(127), .load(255), .loadNumber(-1), .mute(513, .toggle), .bypass(1, .off), .led(15, .blink),
            .send(255), .clock(.tempo(30000)), .clock(.tempoBy(-100)), .clock(.tapAgo(.max)), .setList(15),
            .transpose(48), .transposeBy(-48), .release(7), .release(.max),
            .variable(31, .set(127)), .variable(0, .step(-127)), .variable(7, .toggle),
        ]
        for case .nothing(let action) in ActionWord.table.map({ $0.argument }) where action != .none {
            actions.append(action)
        }
        for action in actions {
            let code = RecordedAction.code(of: action)
            #expect(code.flatMap { RecordedAction.action($0.code, $0.value) } == action, "\(action)")
        }
    }
}
