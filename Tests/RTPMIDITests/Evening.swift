import MIDI
import TestSupport

/// A random evening: packets of commands as a stage has them, and some that no stage has.
struct Evening {
    private(set) var random: SplitMix
    private var held: [(channel: UInt8, key: UInt8)] = []
    private var quarter: UInt8 = 0
    /// The rest of a SysEx that is being sent.
    private var pieces: [Message] = []
    private var number = 0

    init(seed: UInt64) { random = SplitMix(state: seed) }

    var isInSysEx: Bool { !pieces.isEmpty }

    mutating func roll<T>(_ body: (inout SplitMix) -> T) -> T { body(&random) }

    mutating func packet() -> [Message] {
        if !pieces.isEmpty && random.chance(60) { return segment() }
        if pieces.isEmpty && random.chance(1) { return fullFrame() }
        if pieces.isEmpty && random.chance(3) {
            sysEx()
            return segment()
        }
        return (0..<random.below(5)).flatMap { _ in command() }
    }

    /// Ends everything.
    mutating func ending() -> [[Message]] {
        var packets: [[Message]] = pieces.isEmpty ? [] : [pieces]
        pieces = []
        for note in held { packets.append([.noteOff(channel: note.channel, key: note.key)]) }
        held = []
        for channel in UInt8(0)..<3 {
            packets.append([.pitchBend(channel: channel, value: 0x2000), .channelPressure(channel: channel, value: 0)])
            packets.append([64, 66].map { .controlChange(channel: channel, controller: $0, value: 0) })
            packets.append((60..<72).map { .polyPressure(channel: channel, key: $0, value: 0) })
        }
        return packets
    }

    private mutating func segment() -> [Message] {
        let count = min(pieces.count, 1 + random.below(4))
        defer { pieces.removeFirst(count) }
        return Array(pieces.prefix(count))
    }

    private mutating func sysEx() {
        number += 1
        var bytes = [UInt8(number >> 7 & 0x7F), UInt8(number & 0x7F)]
        bytes += (0..<random.below(40)).map { _ in random.data() }
        // Many are the same, as commands of MIDI Machine Control are.
        if random.chance(50) { bytes = [0x7F, 0x7F, 6, random.pick([1, 2])] }
        if random.chance(10) { bytes = [0x7E, 0x7F, 9, random.pick([0, 1, 3])] }
        var parser = StreamParser()
        for byte in [0xF0] + bytes + [0xF7] { parser.feed(byte) { pieces.append($0) } }
        if bytes.count == 4 && bytes[0] == 0x7E { held = [] }
    }

    private mutating func fullFrame() -> [Message] {
        [
            Message(sysEx: .start, [0x7F, 0x7F, 1, 1, 0x61, 59], count: 6),
            Message(sysEx: .end, [59, UInt8(random.below(30)), 0, 0, 0, 0], count: 2),
        ]
    }

    private mutating func command() -> [Message] {
        let channel = UInt8(random.below(3))
        switch random.below(100) {
        case 0..<30: return [note(channel)]
        case 30..<45: return [control(channel)]
        case 45..<53: return parameter(channel)
        case 53..<57: return program(channel)
        case 57..<63: return [.pitchBend(channel: channel, value: UInt16(random.below(16384)))]
        case 63..<67: return [.channelPressure(channel: channel, value: random.data())]
        case 67..<71:
            return [.polyPressure(channel: channel, key: 60 + UInt8(random.below(12)), value: random.data())]
        case 71..<85: return [transport()]
        case 85..<94: return [timeCode()]
        case 94..<96: return [Message(status: Status.songSelect, random.data())]
        default: return [rarity(channel)]
        }
    }

    private mutating func note(_ channel: UInt8) -> Message {
        if !held.isEmpty && random.chance(50) {
            let note = held.remove(at: random.below(held.count))
            if random.chance(20) { return .noteOn(channel: note.channel, key: note.key, velocity: 0) }
            return .noteOff(channel: note.channel, key: note.key, velocity: random.pick([64, 64, 10]))
        }
        let key = 60 + UInt8(random.below(12))
        held.append((channel, key))
        return .noteOn(channel: channel, key: key, velocity: 1 + UInt8(random.below(127)))
    }

    private mutating func control(_ channel: UInt8) -> Message {
        let number = random.pick([1, 7, 10, 11, 33, 39, 42, 64, 66, 74, 6, 38])
        let value = random.pick([0, 64, 127, random.data()])
        return .controlChange(channel: channel, controller: UInt8(number), value: value)
    }

    // RPN and NRPN with data, increments, the null parameter, an MSB alone, an LSB alone.
    private mutating func parameter(_ channel: UInt8) -> [Message] {
        let (msb, lsb): (UInt8, UInt8) = random.chance(50) ? (101, 100) : (99, 98)
        func control(_ number: UInt8, _ value: UInt8) -> Message {
            .controlChange(channel: channel, controller: number, value: value)
        }
        var found = [control(msb, UInt8(random.below(2)))]
        if random.chance(80) { found.append(control(lsb, UInt8(random.below(3)))) }
        for _ in 0..<random.below(4) {
            found.append(control(random.pick([6, 38, 96, 97]), random.pick([0, 5, 127])))
        }
        // A second LSB for the same MSB (type 2), if a transaction has begun.
        if found.count > 1 && random.chance(10) { found += [control(lsb, 2), control(6, random.data())] }
        if random.chance(50) { found += [control(101, 127), control(100, 127)] }
        return found
    }

    private mutating func program(_ channel: UInt8) -> [Message] {
        var found: [Message] = []
        if random.chance(50) {
            found.append(.controlChange(channel: channel, controller: 0, value: UInt8(random.below(3))))
            if random.chance(50) {
                found.append(.controlChange(channel: channel, controller: 32, value: UInt8(random.below(3))))
            }
        }
        if random.chance(80) { found.append(.programChange(channel: channel, program: UInt8(random.below(4)))) }
        return found
    }

    private mutating func transport() -> Message {
        switch random.below(20) {
        case 0: Message(status: Status.start)
        case 1: Message(status: Status.stop)
        case 2: Message(status: Status.continue)
        case 3: Message(status: Status.songPosition, random.data(), UInt8(random.below(3)))
        default: Message(status: Status.timingClock)
        }
    }

    private mutating func timeCode() -> Message {
        if random.chance(3) { quarter = UInt8(random.below(8)) }
        defer { quarter = (quarter + 1) & 7 }
        return Message(status: Status.timeCode, quarter << 4 | UInt8(random.below(2)))
    }

    private mutating func rarity(_ channel: UInt8) -> Message {
        switch random.below(12) {
        // A reset ends the protection of an open SysEx.
        case 0 where pieces.isEmpty:
            held = []
            return Message(status: Status.reset)
        case 1: return Message(status: Status.tuneRequest)
        case 2...4: return Message(status: Status.activeSensing)
        case 5...8: return .controlChange(channel: channel, controller: 121, value: 0)
        default:
            held.removeAll { $0.channel == channel }
            return .controlChange(channel: channel, controller: random.pick([120, 123, 124, 126, 127]), value: 0)
        }
    }
}

extension SplitMix {
    mutating func data() -> UInt8 { UInt8(below(128)) }
}
