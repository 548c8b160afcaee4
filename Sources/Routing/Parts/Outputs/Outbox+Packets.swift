import MIDI
import Program

// Messages that wait for a port of packets. A message of more than MIDI 1.0 waits as its shadow, the MIDI 1.0 message by which
// queues know what it is, and its packet stands in `packets`. The second word of the shadow says where.
extension Outbox {
    /// Puts a message with its packet at the end of a lane. Where there is no room for the packet, a channel message that MIDI
    /// 1.0 has waits without it. False: there is no room.
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

    /// Returns the packet of a message in a slot: the message itself where it has no other.
    func packet(of message: Message) -> Message {
        message.hasWaitingPacket ? packets[message.placeOfPacket] : message
    }

    /// Gives back the room of the packet of a message.
    mutating func forgetPacket(of message: Message) { packets.giveBack(message.placeOfPacket) }
}

extension Message {
    /// Whether this message in a slot of the outbox has a packet in `Outbox.packets`. A second word of its own has only a SysEx.
    @inline(__always)
    var hasWaitingPacket: Bool { word1 != 0 && type != MessageType.sysEx }

    fileprivate var placeOfPacket: Slot { Slot(Int(word1) - 1) }
}
