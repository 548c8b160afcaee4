import Configuration
import Plan
import StageSupport
import Testing

@testable import Routing

/// What conditions hold when another configuration comes into force (R28).
@Suite struct PastHoldsTests {
    private static let box = """
        treadle: 1
        ports: { keys: { match: k, direction: in }, out: { match: o, direction: out } }
        clock: { send-when-stopped: false }
        presets:
        - name: Damper
          number: 1
          routings:
          - from: [keys]
            to: [out]
            notes: { hold: { while: { of: [{ from: keys, controller: cc sustain, when: ">= 64" }] } } }
            controllers: { filter: true }
        - { name: Plain, number: 2, routings: [{ from: [keys], to: [out], controllers: { filter: true } }] }

        """
    private static let pedalDown: [UInt8] = [0xB0, 64, 127]
    private static let pedalUp: [UInt8] = [0xB0, 64, 0]
    private static let note: [UInt8] = [0x90, 60, 100]
    private static let release: [UInt8] = [0x80, 60, 33]

    private func load() throws -> CompiledConfiguration { try Configuration.load(text: PastHoldsTests.box).get() }

    /// A note that the pedal holds, and whether its preset is left.
    private func held(isLeft: Bool) throws -> Stage {
        let stage = Stage(try load())
        for bytes in [PastHoldsTests.pedalDown, PastHoldsTests.note, PastHoldsTests.release] { play(bytes, on: stage) }
        if isLeft { stage.run(TimedHappening(at: 0, what: .action(.load(1)))) }
        #expect(sent(by: stage) == [PastHoldsTests.note])
        return stage
    }

    private func play(_ bytes: [UInt8], on stage: Stage) {
        stage.run(TimedHappening(at: 0, what: .bytes(port: 0, bytes)))
    }

    private func sent(by stage: Stage) -> [[UInt8]] { stage.run([]).map { $0.bytes } }

    private let whole = [PastHoldsTests.note, PastHoldsTests.release]

    @Test(arguments: [false, true]) func anotherConfigurationEndsWhatThePedalHolds(isLeft: Bool) throws {
        let stage = try held(isLeft: isLeft)
        stage.adopt(try load(), at: 0)
        #expect(sent(by: stage) == whole)
        play(PastHoldsTests.pedalUp, on: stage)
        #expect(sent(by: stage) == whole)
    }

    @Test(arguments: [false, true]) func aLearntValueEndsWhatThePedalHolds(isLeft: Bool) throws {
        let stage = try held(isLeft: isLeft)
        let new = try load()
        stage.engine.router.exchange(new.plan, LearntChange(preset: 0, isLearnt: true), at: 0)
        #expect(sent(by: stage) == whole)
        // Until the stage has played out, its tables are those of the new plan.
        withExtendedLifetime(new) { play(PastHoldsTests.pedalUp, on: stage) }
        #expect(sent(by: stage) == whole)
    }

    /// E1: the running preset is the same in the new configuration.
    @Test func aReloadThatChangesNothingLeavesItToThePedal() throws {
        let stage = try held(isLeft: false)
        stage.renew(try load(), at: 0)
        #expect(sent(by: stage) == [PastHoldsTests.note])
        play(PastHoldsTests.pedalUp, on: stage)
        #expect(sent(by: stage) == whole)
    }

    @Test func aReloadEndsWhatAPresetHoldsThatWasLeft() throws {
        let stage = try held(isLeft: true)
        stage.renew(try load(), at: 0)
        #expect(sent(by: stage) == whole)
    }

    @Test func aPanicEndsIt() throws {
        let stage = try held(isLeft: true)
        stage.run(TimedHappening(at: 0, what: .action(.panic)))
        let quiet = sent(by: stage).count
        play(PastHoldsTests.pedalUp, on: stage)
        #expect(sent(by: stage).count == quiet)
    }

    /// A recording that was edited can have a held note whose routing its preset does not have.
    @Test(arguments: [false, true]) func aStateWithAHeldNoteOfNoRoutingIsRefused(isLeft: Bool) throws {
        let stage = try held(isLeft: isLeft)
        let preset = PresetIndex(isLeft ? 1 : 0)
        let time = stage.engine.router.time
        let accepts = { stage.engine.router.adoptState(at: time, preset: preset) }
        #expect(accepts())
        let kept = stage.engine.router.ledger.notes[stage.engine.router.ledger.notes.oldest]
        let note = HeldNotes.Note(
            key: kept.key, sound: kept.sound,
            marks: HeldNotes.Marks(routing: RoutingIndex(1), preset: kept.preset, filtersPressure: false),
            pressedAt: kept.pressedAt, began: kept.began)
        stage.engine.router.ledger.notes.add(note)
        stage.engine.router.ledger.holds.begin(stage.engine.router.ledger.notes.newest, note, by: .conditions)
        #expect(!accepts())
    }
}
