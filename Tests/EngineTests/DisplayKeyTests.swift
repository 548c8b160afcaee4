import Configuration
import Panel
import StageSupport
import TestSupport
import Testing

/// The loop shows the display's state anew only where `Engine.displayKey` differs (D4): random evenings find what is
/// shown and not in it.
@Suite struct DisplayKeyTests {
    @Test(arguments: SplitMix.seeds.prefix(60))
    func whatIsShownChangesOnlyWithItsKey(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let box = RandomBox(&random)
        let configuration = try Configuration.load(text: box.text).get()
        let script = RandomScript(&random, routingNames: configuration.routingNames.count)
        let stage = Stage(configuration)
        var (known, key) = (stage.engine.displayState, stage.engine.displayKey)
        for happening in script.happenings {
            stage.run(happening)
            let state = stage.engine.displayState
            if stage.engine.displayKey == key {
                let (was, now) = (picture(known, happening.at), picture(state, happening.at))
                #expect(was == now, "TREADLE_SEED=\(seed) \(happening)")
            }
            (known, key) = (state, stage.engine.displayKey)
        }
    }

    @Test func strayBytesAreShown() throws {
        var random = SplitMix(state: 1)
        let stage = Stage(try Configuration.load(text: RandomBox(&random).text).get())
        let key = stage.engine.displayKey
        stage.run(TimedHappening(at: 1, what: .bytes(port: 0, [0x40])))
        #expect(stage.engine.displayKey != key)
    }

    /// But for the last message, which is put down at each wake.
    private func picture(_ state: DisplayState, _ now: UInt64) -> DisplayFrame {
        var state = state
        state.lastMessage = nil
        return DisplayFrame(state, at: now, columns: 20, rows: 4)
    }
}
