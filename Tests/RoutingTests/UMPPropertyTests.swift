import MIDI
import TestSupport
import Testing

@testable import Plan
@testable import Routing

/// Random evenings between ports of bytes and of UMPs (U3, U5). `TREADLE_SEED=n` repeats one.
struct UMPPropertyTests {
    private static let protocols: [PortIndex: PortProtocol] = [9: .ump1, 10: .ump2, 11: .ump2]

    @Test(arguments: SplitMix.seeds)
    func nothingHangsAtAnyResolution(seed: UInt64) {
        let sent = evening(seed)
        let listeners = listeners(of: sent)
        for port in 8..<12 {
            let listener = listeners[port] ?? UMPListener()
            #expect(listener.problems == [], "TREADLE_SEED=\(seed) port \(port)")
            #expect(listener.hanging == [], "TREADLE_SEED=\(seed) port \(port)")
        }
        #expect(sent == evening(seed), "TREADLE_SEED=\(seed)")
    }

    /// Plays one evening, and returns everything sent: port and words.
    private func evening(_ seed: UInt64) -> [String] {
        var random = SplitMix(state: seed)
        let presets = (0..<3).map { _ in (0..<1 + random.below(3)).map { way($0, &random) } }
        let rig = Rig(presets, speaks: Self.protocols)
        var time: UInt64 = 0
        for _ in 0..<200 {
            time += UInt64(random.below(4)) * 1_000_000
            rig.advance(to: time)
            switch random.below(24) {
            case 0: rig.perform(.load(PresetIndex(random.below(3))), at: time)
            case 1: rig.perform(.mute(UInt16(random.below(3)), .toggle), at: time)
            case 2: rig.block(UInt32(9 + random.below(3)), random.below(2) == 0, at: time)
            case 3: rig.router.pointee.inputWent(PortIndex(random.below(2)), at: time)
            case 4 where random.below(10) == 0: rig.perform(.panic, at: time)
            case 5: rig.receive(ump: longUMP(&random), from: 1, at: time)
            case 6..<10: rig.receive(bytes(&random), from: 0, at: time)
            default: rig.router.pointee.receive(ump: ump(&random), from: 1, at: time)
            }
        }
        for port in UInt32(9)..<12 { rig.block(port, false, at: time) }
        rest(rig, at: time + 10_000_000)
        return rig.everything()
    }

    /// Releases all keys, and brings all controllers to rest.
    private func rest(_ rig: Rig, at time: UInt64) {
        rig.advance(to: time)
        for channel in UInt8(0)..<2 {
            for key in UInt8(60)..<64 {
                rig.receive(.noteOff(channel: channel, key: key), from: 0, at: time)
                rig.receive(ump: Message(midi2Status: 0x80 | channel, key, 0, 0, group: 0), at: time)
            }
            for controller in [2, 64] as [UInt8] {
                rig.receive(.controlChange(channel: channel, controller: controller, value: 0), from: 0, at: time)
                rig.receive(ump: Message(midi2Status: 0xB0 | channel, controller, 0, 0, group: 0), at: time)
            }
            rig.receive(.pitchBend(channel: channel, value: 8192), from: 0, at: time)
            rig.receive(.channelPressure(channel: channel, value: 0), from: 0, at: time)
            rig.receive(ump: Message(midi2Status: 0xE0 | channel, 0, 0, 0x8000_0000, group: 0), at: time)
            rig.receive(ump: Message(midi2Status: 0xD0 | channel, 0, 0, 0, group: 0), at: time)
        }
    }

    private func listeners(of sent: [String]) -> [Int: UMPListener] {
        var listeners: [Int: UMPListener] = [:]
        for line in sent {
            let words = line.split(separator: " ")
            let port = Int(words[0])!
            let speaks = Self.protocols[PortIndex(port)] ?? .bytes
            var ump = Message(UInt32(words[1], radix: 16)!)
            if words.count > 2 { ump.word1 = UInt32(words[2], radix: 16)! }
            listeners[port, default: UMPListener()].hear(
                ump, count: words.count - 1, speaks, group: speaks == .bytes ? 0 : UInt8(port - 8))
        }
        return listeners
    }
}

// MARK: - What is played

extension UMPPropertyTests {
    private func way(_ number: Int, _ random: inout SplitMix) -> Way {
        let sources: [[UInt8]] = [[0], [1], [0, 1]]
        var destinations: [PortIndex] = []
        for port in PortIndex(8)..<12 where random.below(2) == 0 { destinations.append(port) }
        if destinations.isEmpty { destinations = [10] }
        var way = Way(from: sources[random.below(3)], to: destinations)
        if random.below(2) == 0 { way = way.shifted(random.below(25) - 12) }
        let (channel, range, muted) = (random.below(4), random.below(4), random.below(8) == 0)
        way = way.setting {
            if channel < 2 { $0.channel = UInt8(channel) }
            if range == 0 { $0.lowestVelocity = 64 }
            if range == 1 { $0.highestNote = 62 }
            $0.nameNumber = UInt16(number)
            $0.muted = muted
        }
        return random.below(3) == 0 ? way.remapping(2, to: .channelPressure) : way
    }

    private func bytes(_ random: inout SplitMix) -> Message {
        let (channel, key) = (UInt8(random.below(2)), UInt8(60 + random.below(4)))
        let value = UInt8(random.below(128))
        switch random.below(8) {
        case 0, 1: return .noteOn(channel: channel, key: key, velocity: value)
        case 2: return .noteOff(channel: channel, key: key, velocity: value)
        case 3: return .polyPressure(channel: channel, key: key, value: value)
        case 4: return .pitchBend(channel: channel, value: UInt16(random.below(16384)))
        case 5: return .channelPressure(channel: channel, value: value)
        case 6: return .programChange(channel: channel, program: value)
        default:
            let controllers: [UInt8] = [0, 2, 6, 7, 32, 38, 64, 98, 99, 100, 101]
            return .controlChange(channel: channel, controller: controllers[random.below(11)], value: value)
        }
    }

    private func ump(_ random: inout SplitMix) -> Message {
        let (channel, key) = (UInt8(random.below(2)), UInt8(60 + random.below(4)))
        // Often a value that MIDI 1.0 does not tell from rest.
        let value = random.below(2) == 0 ? UInt32(random.below(3)) &- 1 : UInt32(truncatingIfNeeded: random.next())
        func make(_ status: UInt8, _ index1: UInt8, _ index2: UInt8, _ value: UInt32) -> Message {
            Message(midi2Status: status | channel, index1, index2, value, group: 0)
        }
        switch random.below(16) {
        case 0, 1, 2: return make(0x90, key, UInt8(random.below(4)), value)
        case 3, 4: return make(0x80, key, UInt8(random.below(4)), value)
        case 5: return make(0xA0, key, 0, value)
        case 6, 7: return make(0xE0, 0, 0, 0x8000_0000 &+ value)
        case 8: return make(0xD0, 0, 0, value)
        case 9: return make(0xB0, 64, 0, value)
        case 10: return make(0xB0, [2, 6, 7][random.below(3)], 0, value)
        case 11: return make(0xC0, 0, UInt8(random.below(2)), value & 0x7F00_7F7F)
        case 12: return make([0x20, 0x30, 0x40, 0x50][random.below(4)], 1, 2, value)
        case 13: return make(0x60, key, 0, value)
        case 14: return make([0x00, 0x10][random.below(2)], key, 3, value)
        default: return make(0xF0, key, 3, 0)
        }
    }

    private func longUMP(_ random: inout SplitMix) -> String {
        [
            "50060701 02030405 06000000 00000000", "501E0701 02030405 06070809 0A0B0C0D",
            "50220701 02000000 00000000 00000000", "50320701 02000000 00000000 00000000",
            "D0100201 04020000 00000000 00000000", "D0000201 04020000 00000000 00000000",
        ][random.below(6)]
    }
}

/// What a receiver of UMPs or MIDI 1.0 messages holds.
private struct UMPListener {
    private var sounding: Set<UInt32> = []
    private var moved: Set<UInt32> = []
    private(set) var problems: [String] = []

    /// What still sounds, bends or presses.
    var hanging: [String] { (sounding.map { "note \($0)" } + moved.map { "controller \($0)" }).sorted() }

    mutating func hear(_ ump: Message, count: Int, _ speaks: PortProtocol, group: UInt8) {
        if ump.wordCount != count || ump.group != group { problems.append("malformed \(hex(ump))") }
        switch (ump.type, speaks) {
        case (MessageType.midi1Channel, .bytes), (MessageType.midi1Channel, .ump1): hearMIDI1(ump.on(group: 0))
        case (MessageType.midi2Channel, .ump2):
            if ump.canonicalMIDI2 == nil { problems.append("undefined \(hex(ump))") }
            hearMIDI2(ump.on(group: 0))
        case (MessageType.longData, .ump1), (MessageType.longData, .ump2): break
        case (MessageType.flexData, .ump1), (MessageType.flexData, .ump2): break
        default: problems.append("not spoken here: \(hex(ump))")
        }
    }

    private mutating func hearMIDI1(_ message: Message) {
        let place = message.word0 >> 8 & 0xF7F
        if message.isNoteOn { sounding.insert(place) }
        if message.isNoteOff { sounding.remove(place) }
        switch Status.withoutChannel(message.status) {
        case Status.controlChange where message.data1 == 64: set(message, message.data2 != 0)
        case Status.pitchBend: set(message, message.bend != 8192)
        case Status.channelPressure: set(message, message.data1 != 0)
        default: break
        }
    }

    private mutating func hearMIDI2(_ ump: Message) {
        let place = ump.word0 >> 8 & 0xF7F
        switch Status.withoutChannel(ump.status) {
        case Status.noteOn: sounding.insert(place)
        case Status.noteOff: sounding.remove(place)
        case Status.controlChange where ump.data1 == 64: set(ump, ump.word1 != 0)
        case Status.pitchBend: set(ump, ump.word1 != 0x8000_0000)
        case Status.channelPressure: set(ump, ump.word1 != 0)
        default: break
        }
    }

    private mutating func set(_ message: Message, _ isMoved: Bool) {
        let place = message.word0 >> 16 & 0xFF
        if isMoved { moved.insert(place) } else { moved.remove(place) }
    }
}
