import MIDI
import Plan

// Messages that wait for a UMP port. A message that exceeds MIDI 1.0 waits as its shadow, a MIDI 1.0 message by which
// the queues classify it; its UMP is stored in `umps`. The second word of the shadow holds the slot of the UMP
// plus 1.
extension Outbox {
    /// Appends a message with its UMP to a lane. If `umps` is full, a channel message waits as its MIDI 1.0
    /// shadow only. Returns false if there is no room.
    mutating func append(_ shadow: Message, as ump: Message, to lane: Lane, of port: PortIndex) -> Bool {
        var message = Message(shadow.word0)
        let place = umps.take()
        if !place.isNone {
            umps[place] = ump
            message.word1 = UInt32(place.index) + 1
        } else if !shadow.isChannelMessage {
            return false
        }
        if append(message, path: .none, to: lane, of: port) { return true }
        if !place.isNone { umps.giveBack(place) }
        return false
    }

    /// Returns the stored UMP of a waiting message, or the message itself if it has none.
    func ump(of message: Message) -> Message {
        message.hasWaitingUMP ? umps[message.placeOfUMP] : message
    }

    /// Frees the slot in `umps` of a message.
    mutating func forgetUMP(of message: Message) { umps.giveBack(message.placeOfUMP) }
}

extension Message {
    /// Whether this waiting message has a UMP in `Outbox.umps`. Apart from SysEx, no MIDI 1.0 message uses its
    /// second word.
    @inline(__always)
    var hasWaitingUMP: Bool { word1 != 0 && type != MessageType.sysEx }

    fileprivate var placeOfUMP: Slot { Slot(Int(word1) - 1) }
}
