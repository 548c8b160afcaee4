import MIDI
import Program

// What was started is stopped some day (H12).
extension Outputs {
    /// Sends a system message of a source. A destination that is away hears nothing, and stays as it was.
    mutating func sendSystem(_ message: Message, from source: UInt8, to destination: PortIndex, at now: UInt64) {
        if outbox[destination].isPresent { started.hear(message, from: source, at: destination) }
        send(message, to: destination, at: now)
    }

    /// Sends a destination FC where a source has started it.
    mutating func stopStarted(_ destination: PortIndex, at now: UInt64) {
        if started.sources(of: destination) == 0 { return }
        tracer.speakForItself()
        sendSystem(Message(status: Status.stop), from: Source.clock, to: destination, at: now)
    }

    /// A source has stopped: only destinations that are away have not been told.
    mutating func forgetStarted(by source: UInt8) {
        for destination in PortIndex.all where outbox[destination].isPresent {
            started.forget(source, at: destination)
        }
    }
}
