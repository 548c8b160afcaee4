import Configuration
import Engine
import Plan
import StageSupport
import Testing

/// What other threads show of a running engine.
@Suite struct ShownStateTests {
    private static let box = """
        treadle: 1
        ports:
          keys: { match: k, direction: in }
          pads: { match: p, direction: in }
          out: { match: o, direction: out }
        footswitches: { A: { line: "g:1" } }
        presets:
        - name: One
          number: 1
          routings:
          - { name: All, from: [keys], to: [out] }
          - from: [keys]
            to: [out]
            restrict: { conditions: { of: [{ from: footswitches, controller: switch A, when: ">= 64" }] } }

        """

    private func happens(_ what: Happening, _ stage: Stage, at ms: UInt64) {
        stage.run(TimedHappening(at: ms * 1_000_000, what: what))
    }

    private func keys(_ stage: Stage) -> [Int] {
        var (keys, next): ([Int], Int?) = ([], stage.engine.router.pressedKey(from: 0))
        while let key = next {
            keys.append(key)
            next = stage.engine.router.pressedKey(from: key + 1)
        }
        return keys
    }

    /// Also of a port that no routing takes.
    @Test func pressedKeysOfAllPorts() throws {
        let stage = Stage(try Configuration.load(text: ShownStateTests.box).get())
        #expect(keys(stage) == [])
        happens(.bytes(port: 0, [0x90, 60, 100, 0x92, 61, 100]), stage, at: 1)
        happens(.bytes(port: 1, [0x9F, 127, 1]), stage, at: 2)
        #expect(keys(stage) == [60, 2 << 7 | 61, 1 << 11 | 15 << 7 | 127])
        happens(.action(.panic), stage, at: 3)
        happens(.bytes(port: 0, [0x80, 60, 64]), stage, at: 4)
        happens(.plugInput(1, false), stage, at: 5)
        #expect(keys(stage) == [2 << 7 | 61])
    }

    @Test func blockedRoutingsAndFootswitchesThatAreDown() throws {
        let stage = Stage(try Configuration.load(text: ShownStateTests.box).get())
        #expect(stage.engine.router.blocked == 0b10 && !stage.engine.switches.isDown(0))
        happens(.hold(0, true), stage, at: 10)
        #expect(stage.engine.router.blocked == 0 && stage.engine.switches.isDown(0))
        happens(.hold(0, false), stage, at: 20)
        #expect(stage.engine.router.blocked == 0b10 && !stage.engine.switches.isDown(0))
    }
}
