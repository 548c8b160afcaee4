import MIDI

/// An instrument behind a place that speaks packets, as the standard has it and not as our router does: it hears
/// packets, and says what sounds, and what of them no sender may ever send to that place.
package struct PacketListener {
    package private(set) var problems: [String] = []
    private let group: UInt8
    private let speaks: PortProtocol
    private var notes: Set<Int> = []
    private var pedals: Set<Int> = []
    private var bends: Set<Int> = []
    private var pressures: Set<Int> = []
    private var isInSysEx = false
    /// The streams of 8-bit SysEx that are open.
    private var longStreams: Set<UInt8> = []

    package init(group: UInt8, speaks: PortProtocol) {
        self.group = group
        self.speaks = speaks
    }

    /// What does not rest; empty when all is quiet.
    package var hanging: [String] {
        var hanging = notes.sorted().map { "note \($0 & 127) on channel \($0 >> 7 + 1)" }
        hanging += pedals.sorted().map { "CC \($0 & 127) on channel \($0 >> 7 + 1)" }
        hanging += bends.sorted().map { "bend on channel \($0 + 1)" }
        hanging += pressures.sorted().map { "pressure on channel \($0 + 1)" }
        return hanging + (isInSysEx ? ["a SysEx"] : [])
    }

    /// The cable was pulled: what was half received is forgotten, what sounds goes on.
    package mutating func unplugged() {
        isInSysEx = false
        longStreams = []
    }

    package mutating func hear(_ packet: Message) {
        if packet.group != group { complain(packet, "is of another group") }
        switch packet.type {
        case 0x1: hearSystem(packet)
        case 0x2:
            if speaks == .packets2 { complain(packet, "is of the other protocol") }
            break7(packet)
            hearMIDI1(packet)
        case 0x3: hearSysEx(packet)
        case 0x4:
            if speaks == .packets1 { complain(packet, "is of the other protocol") }
            break7(packet)
            hearMIDI2(packet)
        case 0x5: hearLong(packet)
        case 0xD: break7(packet)
        default: complain(packet, "is of no message type for a place")
        }
    }

    private mutating func complain(_ packet: Message, _ what: String) {
        problems.append("\(String(packet.word0, radix: 16)) \(String(packet.word1, radix: 16)) \(what)")
    }

    /// Nothing but real-time may come inside a SysEx of the group (M2-104-UM 7.7).
    private mutating func break7(_ packet: Message) {
        if isInSysEx { complain(packet, "comes inside a SysEx") }
    }

    private mutating func hearSystem(_ packet: Message) {
        let status = UInt8(truncatingIfNeeded: packet.word0 >> 16)
        if ![0xF1, 0xF2, 0xF3, 0xF6, 0xF8, 0xFA, 0xFB, 0xFC, 0xFE, 0xFF].contains(status) {
            complain(packet, "is undefined")
        }
        if status < 0xF8 { break7(packet) }
    }

    private mutating func hearSysEx(_ packet: Message) {
        let (status, count) = (packet.word0 >> 20 & 0xF, packet.word0 >> 16 & 0xF)
        if status > 3 || count > 6 { return complain(packet, "is no piece of a SysEx") }
        if (packet.word0 & 0x8080 | packet.word1 & 0x8080_8080) != 0 { complain(packet, "has a byte of 8 bits") }
        if status < 2 && isInSysEx { complain(packet, "begins inside a SysEx") }
        if status >= 2 && !isInSysEx { complain(packet, "goes on with no SysEx") }
        isInSysEx = status == 1 || status == 2
    }

    /// SysEx of 8 bits has streams, so nothing interrupts it. One that its source does not end stays open, and begins
    /// anew.
    private mutating func hearLong(_ packet: Message) {
        let status = packet.word0 >> 20 & 0xF
        let stream = UInt8(packet.word0 >> 8 & 0xFF)
        switch status {
        // Whole, or mixed data sets.
        case 0, 8, 9: break
        case 1: longStreams.insert(stream)
        case 2: if !longStreams.contains(stream) { complain(packet, "goes on with no SysEx") }
        case 3: if longStreams.remove(stream) == nil { complain(packet, "ends no SysEx") }
        default: complain(packet, "is no long data")
        }
    }

    private mutating func hearMIDI1(_ packet: Message) {
        if packet.word0 & 0x8080 != 0 { complain(packet, "has a byte of 8 bits") }
        let (data1, data2) = (Int(packet.word0 >> 8 & 0x7F), packet.word0 & 0x7F)
        let channel = Int(packet.word0 >> 16 & 0xF)
        switch packet.word0 >> 20 & 0xF {
        case 0x9 where data2 > 0: notes.insert(channel << 7 | data1)
        case 0x8, 0x9: notes.remove(channel << 7 | data1)
        case 0xB: control(channel, data1, data2)
        case 0xD: pressures.set(channel, data1 > 0)
        case 0xE: bends.set(channel, data2 << 7 | UInt32(data1) != 8192)
        case 0xA, 0xC: break
        default: complain(packet, "is undefined")
        }
    }

    private mutating func hearMIDI2(_ packet: Message) {
        let (index, value) = (Int(packet.word0 >> 8 & 0x7F), packet.word1)
        let channel = Int(packet.word0 >> 16 & 0xF)
        switch packet.word0 >> 20 & 0xF {
        case 0x9: notes.insert(channel << 7 | index)
        case 0x8: notes.remove(channel << 7 | index)
        case 0xB: control(channel, index, value)
        case 0xD: pressures.set(channel, value > 0)
        case 0xE: bends.set(channel, value != 0x8000_0000)
        case 0x7: complain(packet, "is undefined")
        default: break
        }
    }

    private mutating func control(_ channel: Int, _ controller: Int, _ value: UInt32) {
        switch controller {
        case 64, 66, 69: pedals.set(channel << 7 | controller, value > 0)
        case 120, 123: notes = notes.filter { $0 >> 7 != channel }
        default: break
        }
    }
}

extension Set<Int> {
    fileprivate mutating func set(_ member: Int, _ isIn: Bool) {
        if isIn { insert(member) } else { remove(member) }
    }
}
