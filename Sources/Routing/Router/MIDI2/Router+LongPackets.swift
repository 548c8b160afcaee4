import MIDI
import Plan

// 128-bit packets: 8-bit SysEx, mixed data sets and Flex Data. They pass between UMP ports (U7).
extension Router {
    mutating func receiveLong(_ packet: Message, from place: UInt8) {
        if isTraced { hear(packet, from: place, isNew: true) }
        outputs.meet(packet: packet, from: place, at: now)  // R19
        if packet.type == MessageType.flexData {
            sendLong(packet, to: destinations(of: packet, as: .flexData, from: place))
            setTempo(packet, from: place)  // K5
        } else {
            streamLong(packet, from: place)
        }
        leaveLoops()  // R19
    }

    /// The destinations of a 128-bit packet that routings let pass, one bit each. Only Flex Data can have a channel.
    private mutating func destinations(of packet: Message, as kind: MessageKind, from place: UInt8) -> UInt32 {
        var bits: UInt32 = 0
        for concern in concerned(by: packet, as: kind, from: place) {
            guard let routing = admitted(concern, channel: packet.flexChannel), !filters(routing, kind, concern) else {
                continue
            }
            for destination in destinations(of: routing, from: place) {
                if outputs.isFeedback(packet, from: place, to: destination, at: now) { continue }
                bits |= destination.bit
            }
        }
        return bits
    }

    /// Sends a packet to some destinations, one bit each. Returns those at which it was lost.
    @discardableResult
    private mutating func sendLong(_ packet: Message, to places: UInt32) -> UInt32 {
        var (left, lost): (UInt32, UInt32) = (places, 0)
        while left != 0 {
            let destination = PortIndex(left.trailingZeroBitCount)
            left &= left - 1
            if !outputs.send(long: packet, to: destination, at: now) { lost |= destination.bit }
        }
        return lost
    }

    /// Sends a packet of a stream to the destinations of the stream's first packet.
    private mutating func streamLong(_ packet: Message, from place: UInt8) {
        guard let piece = packet.longPiece else { return }
        let stream = packet.longStream
        if piece == .complete || piece == .start {
            let wanted = destinations(of: packet, as: .sysEx, from: place)
            let destinations = outputs.long.apart(stream, from: place, to: wanted, at: now)
            if destinations != wanted { outputs.countDrop() }
            if piece == .complete {
                sendLong(packet, to: destinations)
                return
            }
            if !outputs.long.begin(stream, from: place, to: destinations, at: now) {
                outputs.long.end(stream, from: place)
                return outputs.countDrop()
            }
        }
        let destinations = outputs.long.destinations(of: stream, from: place, at: now)
        var lost = sendLong(packet, to: destinations)
        while lost != 0 {
            outputs.long.leave(PortIndex(lost.trailingZeroBitCount), stream, from: place)
            lost &= lost - 1
        }
        if piece == .end { outputs.long.end(stream, from: place) }
    }

    /// K5: sets the tempo from Set Tempo of the port whose clock the box follows.
    private mutating func setTempo(_ packet: Message, from place: UInt8) {
        let source = plan.ports[Int(place)].first.rawValue
        guard source == plan.clockSource, plan.ports[Int(place)].clockIn,
            let tempo = packet.flexTempo
        else { return }
        changeTempo(tempo)
        clockChanged()
    }
}

extension Message {
    /// The channel of Flex Data addressed to a channel, 0...15 (M2-104-UM 7.5.1); nil for other 128-bit packets.
    fileprivate var flexChannel: UInt8? {
        type == MessageType.flexData && word0 >> 20 & 3 == 0 ? UInt8(truncatingIfNeeded: word0 >> 16) & 0x0F : nil
    }

    /// The tempo of a Flex Data Set Tempo in BPM (M2-104-UM 7.5.3), whose second word is the length of a quarter note
    /// in units of 10 ns. Nil for other messages, and for tempos that the box does not support.
    fileprivate var flexTempo: Double? {
        guard type == MessageType.flexData, word0 & 0xFFFF == 0, word0 >> 22 & 3 == 0, word1 > 0 else { return nil }
        let tempo = 6e9 / Double(word1)
        return InternalClock.slowest...InternalClock.fastest ~= tempo ? tempo : nil
    }

    /// The position of this packet in an 8-bit SysEx or a mixed data set (M2-104-UM 7.8, 7.9); nil for undefined
    /// statuses. The payloads of a mixed data set follow its header.
    fileprivate var longPiece: SysExStatus? {
        switch UInt8(truncatingIfNeeded: word0 >> 20) & 0x0F {
        case 0: .complete
        case 1, 8: .start
        case 2, 9: .continue
        case 3: .end
        default: nil
        }
    }

    /// The stream number of an 8-bit SysEx, 0...255; for a mixed data set, 256 plus its number.
    fileprivate var longStream: UInt16 {
        word0 & 0x0080_0000 == 0
            ? UInt16(truncatingIfNeeded: word0 >> 8) & 0xFF : 256 | UInt16(truncatingIfNeeded: word0 >> 16) & 0x0F
    }
}
