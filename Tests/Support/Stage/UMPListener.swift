import MIDI

/// An instrument behind a place that speaks UMPs, as the standard has it and not as our router does: it hears
/// UMPs, and says what sounds, and what of them no sender may ever send to that place.
package struct UMPListener {
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

    package mutating func hear(_ ump: Message) {
        if ump.group != group { complain(ump, "is of another group") }
        switch ump.type {
        case 0x1: hearSystem(ump)
        case 0x2:
            if speaks == .ump2 { complain(ump, "is of the other protocol") }
            break7(ump)
            hearMIDI1(ump)
        case 0x3: hearSysEx(ump)
        case 0x4:
            if speaks == .ump1 { complain(ump, "is of the other protocol") }
            break7(ump)
            hearMIDI2(ump)
        case 0x5: hearLong(ump)
        case 0xD: break7(ump)
        default: complain(ump, "is of no message type for a place")
        }
    }

    private mutating func complain(_ ump: Message, _ what: String) {
        problems.append("\(String(ump.word0, radix: 16)) \(String(ump.word1, radix: 16)) \(what)")
    }

    /// Nothing but real-time may come inside a SysEx of the group (M2-104-UM 7.7).
    private mutating func break7(_ ump: Message) {
        if isInSysEx { complain(ump, "comes inside a SysEx") }
    }

    private mutating func hearSystem(_ ump: Message) {
        let status = UInt8(truncatingIfNeeded: ump.word0 >> 16)
        if ![0xF1, 0xF2, 0xF3, 0xF6, 0xF8, 0xFA, 0xFB, 0xFC, 0xFE, 0xFF].contains(status) {
            complain(ump, "is undefined")
        }
        if status < 0xF8 { break7(ump) }
    }

    private mutating func hearSysEx(_ ump: Message) {
        let (status, count) = (ump.word0 >> 20 & 0xF, ump.word0 >> 16 & 0xF)
        if status > 3 || count > 6 { return complain(ump, "is no piece of a SysEx") }
        if (ump.word0 & 0x8080 | ump.word1 & 0x8080_8080) != 0 { complain(ump, "has a byte of 8 bits") }
        if status < 2 && isInSysEx { complain(ump, "begins inside a SysEx") }
        if status >= 2 && !isInSysEx { complain(ump, "goes on with no SysEx") }
        isInSysEx = status == 1 || status == 2
    }

    /// SysEx of 8 bits has streams, so nothing interrupts it. One that its source does not end stays open, and begins
    /// anew.
    private mutating func hearLong(_ ump: Message) {
        let status = ump.word0 >> 20 & 0xF
        let stream = UInt8(ump.word0 >> 8 & 0xFF)
        switch status {
        // Whole, or mixed data sets.
        case 0, 8, 9: break
        case 1: longStreams.insert(stream)
        case 2: if !longStreams.contains(stream) { complain(ump, "goes on with no SysEx") }
        case 3: if longStreams.remove(stream) == nil { complain(ump, "ends no SysEx") }
        default: complain(ump, "is no long data")
        }
    }

    private mutating func hearMIDI1(_ ump: Message) {
        if ump.word0 & 0x8080 != 0 { complain(ump, "has a byte of 8 bits") }
        let (data1, data2) = (Int(ump.word0 >> 8 & 0x7F), ump.word0 & 0x7F)
        let channel = Int(ump.word0 >> 16 & 0xF)
        switch ump.word0 >> 20 & 0xF {
        case 0x9 where data2 > 0: notes.insert(channel << 7 | data1)
        case 0x8, 0x9: notes.remove(channel << 7 | data1)
        case 0xB: control(channel, data1, data2)
        case 0xD: pressures.set(channel, data1 > 0)
        case 0xE: bends.set(channel, data2 << 7 | UInt32(data1) != 8192)
        case 0xA, 0xC: break
        default: complain(ump, "is undefined")
        }
    }

    private mutating func hearMIDI2(_ ump: Message) {
        let (index, value) = (Int(ump.word0 >> 8 & 0x7F), ump.word1)
        let channel = Int(ump.word0 >> 16 & 0xF)
        switch ump.word0 >> 20 & 0xF {
        case 0x9: notes.insert(channel << 7 | index)
        case 0x8: notes.remove(channel << 7 | index)
        case 0xB: control(channel, index, value)
        case 0xD: pressures.set(channel, value > 0)
        case 0xE: bends.set(channel, value != 0x8000_0000)
        case 0x7: complain(ump, "is undefined")
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
