import MIDI
import Plan

extension Router {
    /// Sends a message to a destination for a client or a script, past all routings. Between the pieces of a SysEx the
    /// caller must send no other message this way; anything else may happen. Later pieces go to the destination of the
    /// first.
    package mutating func send(_ message: Message, to destination: PortIndex, at time: UInt64) {
        now = max(now, time)
        speakForItself()
        if message.isUMPOnly {
            outputs.send(ownUMP: message, to: destination, at: now)
        } else {
            outputs.send(ofClient: message, to: destination, at: now)
        }
    }

    /// Counts a whole message that was dropped before it reached the router.
    package mutating func countDrop() { outputs.countDrop() }

    /// Number of notes sounding at all destinations together, played by keys and by remaps, 0...3072.
    package var soundingNotes: Int { ledger.noteCount }
}
