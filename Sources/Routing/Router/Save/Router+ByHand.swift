import MIDI
import Program

extension Router {
    /// Sends a message to a destination for a program or a script, past all routings. Nothing else may be sent this way between
    /// the pieces of a SysEx; all else may happen. The later pieces go where the first one went.
    public mutating func send(_ message: Message, to destination: PortIndex, at time: UInt64) {
        now = max(now, time)
        speakForItself()
        if message.isPacketOnly {
            outputs.sendOwn(packet: message, to: destination, at: now)
        } else {
            outputs.sendGiven(message, to: destination, at: now)
        }
    }

    /// A whole message was dropped before it came here.
    public mutating func countDrop() { outputs.countDrop() }

    /// Notes that sound at all destinations together, by keys and by remaps, 0...3072.
    public var soundingNotes: Int { ledger.noteCount }
}
