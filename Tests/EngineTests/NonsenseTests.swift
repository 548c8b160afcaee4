import CPlatform
import Configuration
import Engine
import MIDI
import Panel
import Plan
import StageSupport
import TestSupport
import Testing

/// No input traps the loop: any bytes at any times, any acceleration, any number in an action. A trap ends the test
/// program; the seed stands in the last line that says `started`, and `TREADLE_SEED=n` repeats it.
@Suite struct NonsenseTests {
    /// Ticks multiplied and divided, wires, tempos and presets by controllers, edges of 14 bits, tables, and a menu.
    private static func text(followed: Bool) -> String {
        """
        treadle: 1
        ports:
          keys: { match: k, direction: in }
          pad: { match: p, direction: in, active-sensing: pass }
          out: { match: o, direction: out, running-status: true }
          din: { uart: /dev/ttyAMA3, direction: out }
        footswitches: { A: { line: "g:1" }, B: { line: "g:2" } }
        menu: { step: A, choose: B }
        motion: { chip: lis3dh, bus: /dev/i2c-1, address: 0x18, rate: 100, smoothing: 0.5, range: { x: -10..10 } }
        clock: { tempo: 300, send-when-stopped: true\(followed ? ", source: keys" : "") }
        assignments:
        - { from: keys, controller: pitch-bend, set: tempo }
        - { from: pad, controller: pitch-bend, set: preset }
        - { from: footswitches, controller: switch A long, do: { 127: tap } }
        - { from: keys, controller: cc 20, do: { 1: clock-start, 2: clock-stop, 3: clock-continue, 4: tempo +200, 5: \
        undo } }
        - { from: pad, controller: note-value, mode: increment, by: -127, wrap: false, set: preset }
        presets:
        - name: A
          number: 1
          routings:
          - { from: [clock, keys], to: [out, din], clock: { multiply: 8, divide: 3 } }
          - from: [keys, pad]
            to: [din, out]
            controllers:
              remap:
              - { from: pitch-bend, to: cc 11 14-bit, curve: { softness: 30 } }
              - { from: cc 11 14-bit, to: pitch-bend, mode: increment, by: -16383, wrap: false }
              - { from: rpn 0/1 14-bit, to: pitch-bend }
              - { from: cc 1, to: rpn 0/2 14-bit }
              - { from: 'message "F0 7D 0[CH] [MSB] [LSB] F7"', to: note-value, linear: { in: 3..3, out: 9..1 } }
          - { from: [motion], to: [out], controllers: { remap: [{ from: motion x, to: pitch-bend }, { from: motion z, \
        to: cc 3 }] } }
        - name: B
          number: 2
          routings:
          - { from: [clock], to: [din], clock: { multiply: 7 }, restrict: { conditions: { of: [{ from: keys, \
        controller: pitch-bend }] } } }
          - { from: [keys, pad, footswitches], to: [out], controllers: { remap: [{ from: note-velocity, to: \
        pitch-bend, channel: 3 }] } }

        """
    }

    @Test(arguments: SplitMix.seeds.prefix(80))
    func nothingThatComesTrapsTheLoop(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let configuration = try Configuration.load(text: NonsenseTests.text(followed: random.chance(50))).get()
        let stage = Stage(configuration)
        let engine = stage.engine
        engine.begin(preset: 0, at: 0)
        var now: UInt64 = 0
        for _ in 0..<400 {
            now += NonsenseTests.pause(&random)
            // As the loop does when it wakes.
            engine.goOnAfterStop(at: now)
            NonsenseTests.happen(engine, &random, at: now)
            engine.advance(to: now)
            if random.chance(10) {
                _ = DisplayFrame(engine.displayState, menu: engine.menuPicture, at: now, columns: 16, rows: 2)
            }
        }
        let tempo = engine.displayState.tempo
        #expect(tempo <= 99_990, "TREADLE_SEED=\(seed)")
    }

    /// Nothing, nanoseconds, milliseconds, seconds, hours.
    private static func pause(_ random: inout SplitMix) -> UInt64 {
        switch random.below(14) {
        case 0...3: 0
        case 4, 5: UInt64(random.below(60))
        case 6...8: UInt64(random.below(30_000_000))
        case 9, 10: UInt64(random.below(2_000_000_000))
        default: random.next() >> UInt64(20 + random.below(20))
        }
    }

    private static func happen(_ engine: Engine, _ random: inout SplitMix, at now: UInt64) {
        let input = PortIndex(random.below(2))
        let output = PortIndex(input.position + 2)
        switch random.below(16) {
        case 0: engine.contact(random.below(2), closed: random.chance(50), at: now - min(now, random.next() >> 30))
        case 1: engine.level(random.below(2), closed: random.chance(50))
        case 2, 3: engine.motion(coordinate(&random), coordinate(&random), coordinate(&random), at: now)
        case 4: engine.perform(action(&random), at: now)
        case 5: engine.outputWent(output, unheard: random.next() >> UInt64(random.below(64)), at: now)
        case 6:
            let time = UInt64(input.position) * 320_000
            engine.outputCame(output, byteTime: time, lead: time, at: now)
        case 7: engine.inputWent(input, at: now)
        case 8: engine.inputCame(input)
        case 9: engine.inject(Injection(message(&random), .play, port: input), at: now)
        default:
            let bytes = bytes(&random)
            if !engine.ports[input.position].hasInput { return }
            bytes.withUnsafeBytes { engine.receive($0, from: input.rawValue, at: now) }
        }
    }

    private static func coordinate(_ random: inout SplitMix) -> Double {
        let nonsense: [Double] = [
            .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e308, .leastNonzeroMagnitude, -0.0, 2147.483647,
            2000, -2000.0000001, 16, 16.000001, -16, 0,
        ]
        return random.chance(40) ? random.pick(nonsense) : random.deviation() * 2
    }

    private static func action(_ random: inout SplitMix) -> Action {
        let number = Int32(truncatingIfNeeded: random.next() >> UInt64(random.below(32)))
        switch random.below(12) {
        case 0: return .clock(.tempo(UInt32(bitPattern: number)))
        case 1: return .clock(.tempoBy(number))
        case 2: return .clock(random.pick([.tap, .tapAgo(UInt32(bitPattern: number))]))
        case 3: return .clock(random.pick([.start, .stop, .continue, .pause, .togglePause, .toggleStop]))
        case 4: return .loadNumber(number)
        case 5: return .load(PresetIndex(rawValue: UInt16(truncatingIfNeeded: number)))
        case 6: return .mute(UInt16(truncatingIfNeeded: number), .toggle)
        case 7: return .led(UInt8(truncatingIfNeeded: number), .blink)
        case 8: return .undo
        case 9: return .panic
        case 10: return .save
        case 12: return .release(UInt16(truncatingIfNeeded: number))
        case 11: return .transposeBy(Int8(truncatingIfNeeded: number))
        default: return .nextPreset
        }
    }

    private static func message(_ random: inout SplitMix) -> Message {
        let bits = UInt32(truncatingIfNeeded: random.next())
        return Message(
            status: 0x80 | UInt8(truncatingIfNeeded: bits), UInt8(bits >> 8 & 0x7F), UInt8(bits >> 16 & 0x7F))
    }

    /// Anything, or much of one thing: ticks, transport, parameters, pieces of SysEx, statuses without data.
    private static func bytes(_ random: inout SplitMix) -> [UInt8] {
        let count = 1 + random.below(60)
        let some: [[UInt8]] = [
            [0xF8], [0xF8, 0xFA, 0xFB, 0xFC, 0xF2, 0x7F], [0xB0, 101, 100, 99, 98, 6, 38, 96, 97, 0, 1, 2, 127],
            [0xF0, 0x7D, 0, 1, 0xF7, 0xF8], [0xE0, 0, 0x7F, 0x40], [0xB0, 20, 1, 2, 3, 4, 5],
            [0x90, 0x80, 0xF4, 0xFE, 0xFF],
            [0xB0, 11, 43, 0, 127],
        ]
        if random.chance(30) { return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
        let chosen = random.pick(some)
        return (0..<count).map { _ in random.pick(chosen) }
    }
}
