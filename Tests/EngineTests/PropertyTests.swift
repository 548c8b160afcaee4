import CPlatform
import Configuration
import StageSupport
import TestSupport
import Testing

/// Random boxes and random evenings. `TREADLE_SEED=n` repeats one; `TREADLE_SEEDS=n` tries so many.
@Suite struct PropertyTests {
    @Test(arguments: SplitMix.seeds)
    func nothingHangsAndEverythingIsWellFormed(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let box = RandomBox(&random)
        let configuration = try #require(try? Configuration.load(text: box.text).get(), "seed \(seed):\n\(box.text)")
        let script = RandomScript(&random, routingNames: configuration.routingNames.count)
        let sent = Stage(configuration).run(script.happenings)
        check(sent, script, of: configuration.box, seed)

        // The same input gives the same output, however its bytes are cut.
        #expect(sent == Stage(configuration).run(script.happenings), "TREADLE_SEED=\(seed)")
        #expect(sent == Stage(configuration, pieces: 1).run(script.happenings), "TREADLE_SEED=\(seed)")

        // The short ways give what the long ones do, which everything takes while somebody listens.
        let heard = Stage(configuration)
        heard.listen()
        #expect(sent == heard.run(script.happenings), "TREADLE_SEED=\(seed)")
    }

    /// M7, H1: what is held when a value is learnt ends as it began, whatever is played.
    @Test(arguments: SplitMix.seeds.prefix(60))
    func nothingHangsWhereValuesAreLearnt(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let box = RandomBox(&random)
        let configuration = try Configuration.load(text: box.text).get()
        let script = RandomScript(&random, routingNames: configuration.routingNames.count)
        let sent = try Stage(configuration).run(script.happenings) { try Configuration.load(text: box.text).get() }
        check(sent, script, of: configuration.box, seed)
    }

    private func check(_ sent: [Stage.Sent], _ script: RandomScript, of box: BoxConfiguration, _ seed: UInt64) {
        var listeners: [UInt8: Listener] = [:]
        for sent in sent {
            let new = Listener(isInterleaved: box.ports[Int(sent.port)].isNetwork)
            if sent.bytes.isEmpty { listeners[sent.port, default: new].unplugged() }
            for byte in sent.bytes { listeners[sent.port, default: new].hear(byte) }
        }
        for (port, listener) in listeners {
            #expect(listener.problems.isEmpty, "TREADLE_SEED=\(seed) port \(port)")
            if script.connected.contains(port) {
                #expect(listener.hanging.isEmpty, "TREADLE_SEED=\(seed) port \(port)")
            }
        }
    }
}
