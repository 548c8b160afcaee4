import CPlatform
import Configuration
import MIDI

/// The measurements of `treadle bench`. The first is the plain copy, with which the others are compared.
enum BenchTasks {
    static let note: [UInt8] = [0x90, 0x3C, 0x64, 0x80, 0x3C, 0x40]

    static let all =
        [
            copy, parser, writer,
            BenchTask("thru", "thru", box: BenchBoxes.one(), note, messages: 2),
            BenchTask("split", "split with transpose", box: BenchBoxes.split, note, messages: 2),
        ]
        + [1, 8, 64].map { count in
            BenchTask(
                "routings-\(count)", "64 routings, \(count) concerned",
                box: BenchBoxes.routings(64, concerned: count), note, messages: 2)
        } + [
            BenchTask(
                "velocity", "velocity list", box: BenchBoxes.one("velocity: { curve: { softness: 30 } }"), note,
                messages: 2),
            BenchTask(
                "pair", "14-bit remap with curve",
                box: BenchBoxes.one(
                    "controllers: { remap: [{ from: cc 1 14-bit, to: cc 11 14-bit, curve: { softness: 30 } }] }"),
                [0xB0, 0x01, 0x40, 0xB0, 0x21, 0x12, 0xB0, 0x01, 0x00, 0xB0, 0x21, 0x00], messages: 4),
            BenchTask(
                "nrpn", "NRPN remap", box: BenchBoxes.one("controllers: { remap: [{ from: nrpn 1/8, to: cc 74 }] }"),
                [0xB0, 0x63, 0x01, 0xB0, 0x62, 0x08, 0xB0, 0x06, 0x40, 0xB0, 0x26, 0x00], messages: 4),
            BenchTask("sysex", "SysEx of 256 bytes", box: BenchBoxes.one(), sysEx, messages: 1),
            BenchTask(
                "condition", "condition flip",
                box: BenchBoxes.one("restrict: { conditions: { of: [{ from: keys, controller: cc 20 }] } }"),
                [0xB0, 0x14, 0x7F, 0xB0, 0x14, 0x00], messages: 2),
            BenchTask(
                "controller", "controller thru", box: BenchBoxes.one(), [0xB0, 0x01, 0x40, 0xB0, 0x01, 0x00],
                messages: 2),
            BenchTask(
                "clock", "tick of an incoming clock", box: BenchBoxes.one(), [Status.timingClock], messages: 1),
            wake, wire, presetSwitch, compile,
        ] + umps + parts

    private static let sysEx = [Status.sysEx] + (0..<254).map { UInt8($0 & 0x7F) } + [Status.sysExEnd]

    private static let copy = BenchTask("copy", "plain copy of 3 bytes", things: 2, bytes: note) {
        let from = note
        let to = UnsafeMutablePointer<UInt8>.allocate(capacity: from.count)
        return { times in
            for _ in 0..<times { for index in 0..<from.count { treadle_store(to + index, from[index]) } }
        }
    }

    private static let parser = BenchTask("parser", "parser alone", things: 2, bytes: note) {
        let bytes = note
        return { times in
            var parser = StreamParser()
            var sum: UInt32 = 0
            bytes.withUnsafeBytes { raw in
                for _ in 0..<times {
                    var place = 0
                    while let message = parser.next(in: raw, at: &place) { sum &+= message.word0 }
                }
            }
            treadle_use(sum)
        }
    }

    private static let writer = BenchTask("writer", "writer alone", things: 2, bytes: note) {
        let (on, off) = (Message.noteOn(channel: 0, key: 60, velocity: 100), Message.noteOff(channel: 0, key: 60))
        let to = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
        return { times in
            var writer = StreamWriter()
            for _ in 0..<times {
                var count = 0
                for half in 0..<2 { count += writer.write(half == 0 ? on : off, at: 0, to: to + count) }
                treadle_use(UInt32(to[count - 1]))
            }
        }
    }

    private static let wake = BenchTask("wake", "wake of the loop with one message", things: 2) {
        guard let loop = BenchLoop(isWire: false) else { return nil }
        return { loop.wake(times: $0) }
    }

    private static let wire = BenchTask("wire", "note from wire to wire in three wakes", things: 2) {
        guard let loop = BenchLoop(isWire: true) else { return nil }
        return { loop.wake(times: $0) }
    }

    private static let presetSwitch = BenchTask("switch", "preset switch with 500 held notes", things: 1) {
        guard let engine = BenchEngine(BenchBoxes.presets(128)) else { return nil }
        engine.hold(500)
        return { engine.step(times: $0) }
    }

    private static let compile = BenchTask("compile", "128 presets compiled", things: 1) {
        let box = BenchBoxes.presets(128)
        return { times in for _ in 0..<times { _ = Configuration.load(text: box) } }
    }
}
