import MIDI
import Plan

/// The tasks that the rules require for each note, separately, to measure their costs (docs/design/PERFORMANCE.md).
package enum RouterPart: Sendable {
    /// Storing the destinations of a key until its release (H1, H2, H3).
    case held
    /// Storing what the destination was sent (H9, H10).
    case heard
    /// Storing the last values of its key, number and velocity (R14).
    case lastValues
    /// Storing the sent message, in case it returns (R19).
    case feedback
    /// Finding the routings that the note concerns, and applying their stages (R2).
    case stages
}

extension Router {
    /// Performs one task `times` times for a key of source 0 that is pressed and released at a destination. Only for
    /// measuring: sends nothing.
    package mutating func repeatPart(
        _ part: RouterPart, _ on: Message, _ off: Message, to destination: PortIndex, times: Int
    ) {
        switch part {
        case .held: repeatHeld(on, to: destination, times)
        case .feedback: repeatFeedback(on, off, to: destination, times)
        case .heard, .lastValues, .stages:
            for time in 0..<times {
                startRound(time)
                if part == .heard {
                    outputs.heard[destination].hearNoteOn(on)
                    outputs.heard[destination].hearNoteOff(off, at: now)
                } else if part == .lastValues {
                    inputs.lastValues.press(on, from: 0)
                    inputs.lastValues.release(off, from: 0)
                } else {
                    // Accumulated, so that the work is not optimized away.
                    tiltsSent &+= throughStages(on)
                }
            }
        }
    }

    @inline(__always)
    private mutating func throughStages(_ on: Message) -> UInt32 {
        var sum: UInt32 = 0
        let slot = Concerns.slot(kind: .noteOn, channel: on.channel)
        for concern in preset.concerns.routings(source: 0, slot: slot) {
            if isShut(concern.routing) || !admits(concern, on.channel) { continue }
            let routing = preset.routings.at(concern.routing)
            sum &+= note(of: on.word0, as: .noteOn, through: routing, concern)
        }
        return sum
    }

    /// Rounds are far enough apart that nothing counts as a return (R19).
    @inline(__always)
    private mutating func startRound(_ time: Int) { now = UInt64(time) &* 30_000_000 }
}

// The tasks that use the most registers are out of line, each with its own loop: in a common loop, the compiler would
// spill their values to the stack in each round.
extension Router {
    @inline(never)
    private mutating func repeatHeld(_ on: Message, to destination: PortIndex, _ times: Int) {
        let marks = HeldNotes.Marks(routing: RoutingIndex(0), preset: PresetIndex(0), filtersPressure: false)
        for time in 0..<times {
            startRound(time)
            let key = KeyBits.index(0, on.channel, on.data1)
            ledger.notes.pressed.set(key, true)
            ledger.notes.beginMessage()
            hold(on.word0, of: key, at: destination, marks)
            if ledger.notes.pressed.set(key, false) { _ = forget(ledger.notes.first(of: key)) }
        }
    }

    @inline(never)
    private mutating func repeatFeedback(_ on: Message, _ off: Message, to destination: PortIndex, _ times: Int) {
        for time in 0..<times {
            startRound(time)
            for message in 0..<2 {
                let message = message == 0 ? on : off
                outputs.compare(message, from: 0, at: now)
                outputs.feedback.rememberCounting(message, to: destination, at: now, isAnswer: true)
            }
        }
    }
}
