import Configuration
import Plan
import StageSupport
import Testing

/// The values of variables over a reload (V1).
@Suite struct VariableTests {
    private func configuration(_ variables: String) throws -> CompiledConfiguration {
        let text = """
            treadle: 1
            ports: { keys: { match: k, direction: in }, out: { match: o, direction: out } }
            variables: \(variables)
            presets: [{ name: A, number: 1 }]

            """
        return try Configuration.load(text: text).get()
    }

    @Test func aReloadKeepsTheValuesByName() throws {
        let old = try configuration("{ amp: { range: 0..9 }, solo: {}, gone: { range: 0..9 } }")
        let stage = Stage(old)
        for (variable, value) in [(UInt8(0), UInt8(7)), (1, 1), (2, 3)] {
            stage.run(TimedHappening(at: 0, what: .action(.variable(variable, .set(value)))))
        }
        let new = try configuration("{ new: { start: 1 }, solo: {}, amp: { range: 0..7 }, gain: { range: 5..6 } }")
        stage.adopt(new, at: 0)
        #expect((0..<4).map { stage.engine.router.value(ofVariable: $0) } == [1, 1, 7, 5])
        // Outside the new range a variable begins anew.
        stage.adopt(try configuration("{ amp: { range: 0..6, start: 2 } }"), at: 0)
        #expect(stage.engine.router.value(ofVariable: 0) == 2)
    }

    @Test func anActionOfAnEarlierConfigurationIsHarmless() throws {
        let stage = Stage(try configuration("{ amp: { range: 2..4 } }"))
        for action in [Action.variable(3, .toggle), .variable(255, .set(1)), .variable(0, .set(127))] {
            stage.run(TimedHappening(at: 0, what: .action(action)))
        }
        #expect(stage.engine.router.value(ofVariable: 0) == 4)
    }
}
