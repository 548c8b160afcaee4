import MIDI
import Plan

// 128-bit UMPs: 8-bit SysEx, mixed data sets and Flex Data. They pass between UMP ports (U7).
extension Router {
    mutating func receiveLong(_ ump: Message, from place: UInt8) {
        if isTraced { hear(ump, from: place, isNew: true) }
        outputs.compare(ump: ump, from: place, at: now)  // R19
        if ump.type == MessageType.flexData {
            sendLong(ump, to: destinations(of: ump, as: .flexData, from: place))
            setTempo(ump, from: place)  // K5
        } else {
            streamLong(ump, from: place)
        }
        leaveLoops()  // R19
    }

    /// The destinations of a 128-bit UMP that routings let pass, one bit each. Only Flex Data can have a channel.
    private mutating func destinations(of ump: Message, as kind: MessageKind, from place: UInt8) -> UInt32 {
        var bits: UInt32 = 0
        for concern in concerned(by: ump, as: kind, from: place) {
            guard let routing = admitted(concern, channel: ump.flexChannel), !filters(routing, kind, concern) else {
                continue
            }
            for destination in destinations(of: routing, from: place) {
                if outputs.isFeedback(ump, from: place, to: destination, at: now) { continue }
                bits |= destination.bit
            }
        }
        return bits
    }

    /// Sends a UMP to some destinations, one bit each. Returns those at which it was lost.
    @discardableResult
    private mutating func sendLong(_ ump: Message, to places: UInt32) -> UInt32 {
        var (left, lost): (UInt32, UInt32) = (places, 0)
        while left != 0 {
            let destination = PortIndex(left.trailingZeroBitCount)
            left &= left - 1
            if !outputs.send(long: ump, to: destination, at: now) { lost |= destination.bit }
        }
        return lost
    }

    /// Sends a UMP of a stream to the destinations of the stream's first UMP.
    private mutating func streamLong(_ ump: Message, from place: UInt8) {
        guard let piece = ump.longPiece else { return }
        let stream = ump.longStream
        if piece == .complete || piece == .start {
            let wanted = destinations(of: ump, as: .sysEx, from: place)
            let destinations = outputs.long.apart(stream, from: place, to: wanted, at: now)
            if destinations != wanted { outputs.countDrop() }
            if piece == .complete {
                sendLong(ump, to: destinations)
                return
            }
            if !outputs.long.begin(stream, from: place, to: destinations, at: now) {
                outputs.long.end(stream, from: place)
                return outputs.countDrop()
            }
        }
        let destinations = outputs.long.destinations(of: stream, from: place, at: now)
        var lost = sendLong(ump, to: destinations)
        while lost != 0 {
            outputs.long.leave(PortIndex(lost.trailingZeroBitCount), stream, from: place)
            lost &= lost - 1
        }
        if piece == .end { outputs.long.end(stream, from: place) }
    }

    /// K5: sets the tempo from Set Tempo of the port whose clock the box follows.
    private mutating func setTempo(_ ump: Message, from place: UInt8) {
        let source = plan.ports[Int(place)].first.rawValue
        guard source == plan.clockSource, plan.ports[Int(place)].clockIn,
            let tempo = ump.flexTempo
        else { return }
        changeTempo(tempo)
        clockChanged()
    }
}

extension Message {
    /// The channel of Flex Data addressed to a channel, 0...15 (M2-104-UM 7.5.1); nil for other 128-bit UMPs.
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

    /// The position of this UMP in an 8-bit SysEx or a mixed data set (M2-104-UM 7.8, 7.9); nil for undefined
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
