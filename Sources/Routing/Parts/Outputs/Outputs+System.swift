import MIDI
import Plan

// Whatever the box started, it also stops eventually (H12).
extension Outputs {
    /// Sends a system message of a source. Start and stop are recorded only if the destination is present.
    mutating func send(system message: Message, from source: UInt8, to destination: PortIndex, at now: UInt64) {
        if outbox[destination].isPresent { started.hear(message, from: source, at: destination) }
        send(message, to: destination, at: now)
    }

    /// Sends FC to a destination that any source has started.
    mutating func stopStarted(_ destination: PortIndex, at now: UInt64) {
        if started.sources(of: destination) == 0 { return }
        tracer.speakForItself()
        send(system: Message(status: Status.stop), from: Source.clock, to: destination, at: now)
    }

    /// Forgets that a source started destinations, after it stopped. Absent destinations keep the mark: they did not
    /// receive the stop.
    mutating func forgetStarted(by source: UInt8) {
        for destination in PortIndex.all where outbox[destination].isPresent {
            started.forget(source, at: destination)
        }
    }
}
