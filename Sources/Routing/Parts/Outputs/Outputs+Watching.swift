import MIDI
import Plan

// Sent messages that are reported to a listener (`Tracer`), or whose values are kept (`SentValues`).
extension Outputs {
    /// Has messages take the slow path where they are reported or their values are kept.
    mutating func watchSent() {
        isWatched = tracer.isOn || sent.ports != 0
        for port in PortIndex.all { outbox[port].setTraced(tracer.isOn || sent.isTracked(port)) }
    }

    /// Reports a message that is sent, and keeps its value (R27).
    ///
    /// - Parameter told: the message as it is reported: the UMP, if the port gets one.
    @inline(never)
    mutating func watch(_ message: Message, as told: Message, to port: PortIndex, at now: UInt64) {
        if tracer.isOn { tracer.report(.sent, by: tracer.working, told, to: port, at: now) }
        sent.tell(message, to: port)
    }
}
