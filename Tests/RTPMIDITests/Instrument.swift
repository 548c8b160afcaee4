import MIDI

@testable import RTPMIDI

/// What an instrument makes of a stream: the state that a lost packet must not change for long (N7).
struct Instrument: Equatable {
    struct Parameter: Equatable {
        var value = 0
        var increments = 0
    }

    struct Channel: Equatable {
        var velocities = [UInt8](repeating: 0, count: 128)
        /// Controllers that clear their LSB, and controllers that do not.
        var paired = [UInt8](repeating: 0, count: 128)
        var single = [UInt8](repeating: 0, count: 128)
        var keyPressures = [UInt8](repeating: 0, count: 128)
        var pressure: UInt8 = 0
        var bend: UInt16 = 0x2000
        var program: [UInt8] = []
        /// NRPN or not, MSB, LSB.
        var selected: [UInt8]?
        var parameters: [[UInt8]: Parameter] = [:]
    }

    var channels = [Channel](repeating: Channel(), count: 16)
    var song: UInt8?
    var sequencer = SequencerState()
    var timeCode = TimeCodeState()

    mutating func play(_ message: Message) {
        guard message.isChannelMessage else { return playSystem(message) }
        channels[Int(message.channel)].play(message)
    }

    private mutating func playSystem(_ message: Message) {
        switch message.status {
        case Status.reset: self = Instrument()
        case Status.songSelect: song = message.data1
        case Status.timeCode: _ = timeCode.quarterFrame(message.data1)
        default: _ = sequencer.record(message)
        }
    }

    mutating func play(sysEx bytes: [UInt8]) {
        if bytes.count == 4 && bytes[0] == 0x7E && bytes[2] == 9 { self = Instrument() }
        if bytes.count == 8 && bytes[0] == 0x7F && bytes[2] == 1 && bytes[3] == 1 {
            timeCode.fullFrame(bytes[4...].reduce(0) { $0 << 8 | UInt32($1) })
        }
    }

    /// Whether nothing sounds, bends, presses or sustains.
    var isAtRest: Bool {
        channels.allSatisfy { channel in
            !channel.velocities.contains { $0 > 0 } && channel.bend == 0x2000 && channel.pressure == 0
                && !channel.keyPressures.contains { $0 > 0 } && channel.paired[64] < 64 && channel.paired[66] < 64
        }
    }

    /// The parts that differ from another instrument, for messages.
    func differences(from other: Instrument) -> [String] {
        var found: [String] = []
        for index in channels.indices {
            let (mine, theirs) = (channels[index], other.channels[index])
            if mine == theirs { continue }
            if mine.velocities != theirs.velocities { found.append("notes of \(index)") }
            for number in 0..<128 where mine.paired[number] != theirs.paired[number] {
                found.append("paired \(number) of \(index): \(mine.paired[number]), not \(theirs.paired[number])")
            }
            for number in 0..<128 where mine.single[number] != theirs.single[number] {
                found.append("single \(number) of \(index): \(mine.single[number]), not \(theirs.single[number])")
            }
            if mine.keyPressures != theirs.keyPressures { found.append("key pressures of \(index)") }
            if mine.pressure != theirs.pressure { found.append("pressure of \(index)") }
            if mine.bend != theirs.bend { found.append("bend of \(index)") }
            if mine.program != theirs.program { found.append("program \(mine.program), not \(theirs.program)") }
            if mine.selected != theirs.selected {
                found.append("selected \(mine.selected ?? []), not \(theirs.selected ?? [])")
            }
            for (number, value) in theirs.parameters {
                let own = mine.parameters[number] ?? Parameter()
                if own != value { found.append("parameter \(number): \(own), not \(value)") }
            }
        }
        if song != other.song { found.append("song \(song as Any), not \(other.song as Any)") }
        if sequencer.isRunning != other.sequencer.isRunning || sequencer.next != other.sequencer.next {
            found.append("\(sequencer), not \(other.sequencer)")
        }
        // No journal ends a series that an illegal quarter frame has ended.
        if timeCode.frame != other.timeCode.frame || other.timeCode.series != .none && timeCode != other.timeCode {
            found.append("\(timeCode), not \(other.timeCode)")
        }
        return found
    }
}

extension Instrument.Channel {
    mutating func play(_ message: Message) {
        let key = Int(message.data1)
        switch message.status & 0xF0 {
        case 0x80: velocities[key] = 0
        case 0x90: velocities[key] = message.data2
        case 0xA0: keyPressures[key] = message.data2
        case 0xB0: control(message.data1, message.data2)
        case 0xC0: program = [paired[0], paired[32], message.data1]
        case 0xD0: pressure = message.data1
        default: bend = message.bend
        }
    }

    private mutating func control(_ number: UInt8, _ value: UInt8) {
        switch number {
        case 6, 38, 96, 97:
            guard let selected else { return set(number, value) }
            enter(number, Int(value), of: selected)
        case 99, 101: selected = [number, value, 0]
        case 98, 100:
            selected = [number + 1, selected?.first == number + 1 ? selected![1] : 0, value]
            if selected![1] == 127 && value == 127 { selected = nil }
        case 121: resetControllers()
        case 120, 123...127:
            velocities = [UInt8](repeating: 0, count: 128)
            keyPressures = velocities
            pressure = 0
        default: set(number, value)
        }
    }

    private mutating func set(_ number: UInt8, _ value: UInt8) {
        paired[Int(number)] = value
        if number < 32 { paired[Int(number) + 32] = 0 }
        // The LSB of a bank goes with its MSB.
        if number != 32 { single[Int(number)] = value }
    }

    private mutating func enter(_ number: UInt8, _ value: Int, of selected: [UInt8]) {
        var parameter = parameters[selected] ?? Instrument.Parameter()
        switch number {
        case 6: parameter = .init(value: value << 7)
        case 38: parameter = .init(value: parameter.value & ~0x7F | value)
        case 96: parameter.increments += 1
        default: parameter.increments -= 1
        }
        parameters[selected] = parameter
    }

    private mutating func resetControllers() {
        for number: UInt8 in [1, 64, 65, 66, 67] { (paired[Int(number)], single[Int(number)]) = (0, 0) }
        (paired[11], single[11]) = (127, 127)
        (bend, pressure, selected) = (0x2000, 0, nil)
        keyPressures = [UInt8](repeating: 0, count: 128)
    }
}

/// Joins the pieces of SysEx.
struct SysExJoiner {
    private(set) var open: [UInt8]?

    /// Returns the SysEx that a piece ends.
    mutating func take(_ message: Message) -> [UInt8]? {
        guard let piece = message.sysExStatus else { return nil }
        if piece == .complete || piece == .start { open = [] }
        for index in 0..<message.sysExCount { open?.append(message.sysExByte(index)) }
        guard piece == .complete || piece == .end else { return nil }
        defer { open = nil }
        return open
    }
}
