import Engine
import CPlatform
import MIDI
import Routing

// The work that the rules require for a note besides reading and writing the note, one task for each part: the least
// that a message can cost.
extension BenchTasks {
    private static let (on, off) = (
        Message.noteOn(channel: 0, key: 60, velocity: 100), Message.noteOff(channel: 0, key: 60)
    )

    static let parts =
        [RouterPart.stages, .held, .heard, .lastValues, .feedback].map { part in
            BenchTask("part-\(key(part))", name(part), things: 2) {
                guard let engine = BenchEngine(BenchBoxes.one()) else { return nil }
                return { engine.repeatPart(part, on, off, times: $0) }
            }
        } + [
            BenchTask("part-recorder", "only: the flight recorder, input and output", things: 2) {
                guard let recorder = Recorder() else { return nil }
                let bytes: [UInt8] = [0x90, 0x3C, 0x64]
                return { times in
                    bytes.withUnsafeBytes { raw in
                        for _ in 0..<2 * times {
                            recorder.received(raw, from: 0, at: 0)
                            recorder.sent(on, to: 2, at: 0)
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
        case .feedback: "feedback"
        case .stages: "stages"
        }
    }

    private static func name(_ part: RouterPart) -> String {
        switch part {
        case .held: "only: the held note and its destinations (H1, H2, H3)"
        case .heard: "only: the state of the destination (H9, H10)"
        case .lastValues: "only: the last value (R14)"
        case .feedback: "only: the loop guard (R19)"
        case .stages: "only: routings and their stages (R2)"
        }
    }
}
