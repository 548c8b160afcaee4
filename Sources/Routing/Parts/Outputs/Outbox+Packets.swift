import MIDI
import Plan

// Messages that wait for a UMP port. A message that exceeds MIDI 1.0 waits as its shadow, a MIDI 1.0 message by which
// the queues classify it; its packet is stored in `packets`. The second word of the shadow holds the slot of the packet
// plus 1.
extension Outbox {
    /// Appends a message with its packet to a lane. If `packets` is full, a channel message waits as its MIDI 1.0
    /// shadow only. Returns false if there is no room.
    mutating func append(_ shadow: Message, as packet: Message, to lane: Lane, of port: PortIndex) -> Bool {
        var message = Message(shadow.word0)
        let place = packets.take()
        if !place.isNone {
            packets[place] = packet
            message.word1 = UInt32(place.index) + 1
        } else if !shadow.isChannelMessage {
            return false
        }
        if append(message, path: .none, to: lane, of: port) { return true }
        if !place.isNone { packets.giveBack(place) }
        return false
    }

    /// Returns the stored packet of a waiting message, or the message itself if it has none.
    func packet(of message: Message) -> Message {
        message.hasWaitingPacket ? packets[message.placeOfPacket] : message
    }

    /// Frees the slot in `packets` of a message.
    mutating func forgetPacket(of message: Message) { packets.giveBack(message.placeOfPacket) }
}

extension Message {
    /// Whether this waiting message has a packet in `Outbox.packets`. Apart from SysEx, no MIDI 1.0 message uses its
    /// second word.
    @inline(__always)
    var hasWaitingPacket: Bool { word1 != 0 && type != MessageType.sysEx }

    fileprivate var placeOfPacket: Slot { Slot(Int(word1) - 1) }
}
