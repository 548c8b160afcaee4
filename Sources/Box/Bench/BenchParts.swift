import Engine
import CPlatform
import MIDI
import Routing

// What the rules want done for a note besides reading and writing it, each by itself: the floor of what a message can cost.
extension BenchTasks {
    private static let (on, off) = (
        Message.noteOn(channel: 0, key: 60, velocity: 100), Message.noteOff(channel: 0, key: 60)
    )

    static let parts =
        [RouterPart.stages, .held, .heard, .lastValues, .loops].map { part in
            BenchTask("part-\(key(part))", name(part), things: 2) {
                guard let engine = BenchEngine(BenchBoxes.one()) else { return nil }
                return { engine.repeatPart(part, on, off, times: $0) }
            }
        } + [
            BenchTask("part-recorder", "only: recorded as it came and went", things: 2) {
                guard let recorder = Recorder() else { return nil }
                let bytes: [UInt8] = [0x90, 0x3C, 0x64]
                return { times in
                    bytes.withUnsafeBytes { raw in
                        for _ in 0..<2 * times {
                            recorder.hear(raw, from: 0, at: 0)
                            recorder.say(on, to: 2, at: 0)
                        }
                    }
                }
            }
        ]

    private static func key(_ part: RouterPart) -> String {
        switch part {
        case .held: "held"
        case .heard: "heard"
        case .lastValues: "last"
        case .loops: "loops"
        case .stages: "stages"
        }
    }

    private static func name(_ part: RouterPart) -> String {
        switch part {
        case .held: "only: to whom the key went (H1, H2, H3)"
        case .heard: "only: what the destination was given (H9, H10)"
        case .lastValues: "only: the last value (R14)"
        case .loops: "only: that it was sent (R19)"
        case .stages: "only: routings and their stages (R2)"
        }
    }
}
