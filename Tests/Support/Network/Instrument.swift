import MIDI

/// What a synthesizer would play: the state of all channels after the messages that it was given.
///
/// The state is a set of numbered values, of which `hash` is a sum, so that two instruments can be compared after each
/// packet.
package struct Instrument {
    /// A number for each value: the kind, the channel, and the key, controller or parameter.
    private enum Kind: UInt64 {
        case note, polyPressure, controller, bend, pressure, program, pointer, parameter, transport, song
    }

    private var values: [UInt64: UInt32] = [:]
    package private(set) var hash: UInt64 = 0

    package init() {}

    private static func index(_ kind: Kind, _ channel: UInt8, _ number: Int = 0) -> UInt64 {
        kind.rawValue << 32 | UInt64(channel) << 24 | UInt64(number)
    }

    /// Sets a value; 0 is the state at the start.
    private mutating func set(_ kind: Kind, _ channel: UInt8, _ number: Int = 0, to value: UInt32) {
        let index = Instrument.index(kind, channel, number)
        let old = values[index] ?? 0
        if old == value { return }
        if old != 0 { hash ^= Instrument.mixed(index, old) }
        if value != 0 { hash ^= Instrument.mixed(index, value) }
        values[index] = value == 0 ? nil : value
    }

    private func value(_ kind: Kind, _ channel: UInt8, _ number: Int = 0) -> UInt32 {
        values[Instrument.index(kind, channel, number)] ?? 0
    }

    private static func mixed(_ index: UInt64, _ value: UInt32) -> UInt64 {
        var bits = (index &* 0x9E37_79B9_7F4A_7C15) ^ (UInt64(value) &* 0xBF58_476D_1CE4_E5B9)
        bits = (bits ^ bits >> 31) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 29
    }

    /// What sounds, bends, presses or sustains, for a message of a failed test.
    package var sounding: [String] {
        values.keys.sorted().compactMap { index in
            guard let kind = Kind(rawValue: index >> 32) else { return nil }
            let (channel, number) = (index >> 24 & 0xFF, index & 0xFFFFFF)
            let isLoud =
                switch kind {
                case .note, .polyPressure, .bend, .pressure: true
                case .controller: Instrument.pedals.contains(UInt8(number))
                default: false
                }
            return isLoud ? "\(kind) \(number) on channel \(channel + 1): \(values[index]!)" : nil
        }
    }

    /// The messages that release everything.
    package var release: [Message] {
        values.keys.sorted().compactMap { index in
            let (channel, number) = (UInt8(truncatingIfNeeded: index >> 24), UInt8(truncatingIfNeeded: index))
            return switch Kind(rawValue: index >> 32) {
            case .note: .noteOff(channel: channel, key: number)
            case .polyPressure: .polyPressure(channel: channel, key: number, value: 0)
            case .bend: .pitchBend(channel: channel, value: 8192)
            case .pressure: .channelPressure(channel: channel, value: 0)
            case .controller where Instrument.pedals.contains(number):
                .controlChange(channel: channel, controller: number, value: 0)
            default: nil
            }
        }
    }

    /// All values, for a message of a failed test.
    package func differences(from other: Instrument) -> [String] {
        Set(values.keys).union(other.values.keys).sorted().compactMap { index in
            let (own, others) = (values[index] ?? 0, other.values[index] ?? 0)
            if own == others { return nil }
            let kind = Kind(rawValue: index >> 32).map { "\($0)" } ?? ""
            return "\(kind) \(index & 0xFFFFFF) on channel \((index >> 24 & 0xFF) + 1): \(own) and \(others)"
        }
    }

    private static let pedals: [UInt8] = [ControllerNumber.sustain, ControllerNumber.sostenuto, ControllerNumber.hold2]
}

extension Instrument {
    package mutating func play(_ message: Message) {
        guard message.isChannelMessage else { return playSystem(message) }
        let channel = message.channel
        switch Status.withoutChannel(message.status) {
        case Status.noteOn: set(.note, channel, Int(message.data1), to: UInt32(message.data2))
        case Status.noteOff: set(.note, channel, Int(message.data1), to: 0)
        case Status.polyPressure: set(.polyPressure, channel, Int(message.data1), to: UInt32(message.data2))
        case Status.controlChange: control(channel, message.data1, message.data2)
        case Status.programChange:
            let bank = value(.controller, channel, 0) << 7 | value(.controller, channel, 32)
            set(.program, channel, to: 1 << 31 | bank << 7 | UInt32(message.data1))
        case Status.channelPressure: set(.pressure, channel, to: UInt32(message.data1))
        default: set(.bend, channel, to: message.bend == 8192 ? 0 : UInt32(message.bend) | 1 << 16)
        }
    }

    private mutating func playSystem(_ message: Message) {
        switch message.status {
        case Status.start, Status.continue: set(.transport, 0, to: 1)
        case Status.stop: set(.transport, 0, to: 0)
        case Status.reset: (values, hash) = ([:], 0)
        case Status.songSelect: set(.song, 0, to: UInt32(message.data1) + 1)
        default: break
        }
    }

    private mutating func control(_ channel: UInt8, _ controller: UInt8, _ data: UInt8) {
        switch controller {
        case ControllerNumber.allSoundOff, 123...127:
            for key in 0..<128 { set(.note, channel, key, to: 0) }
            // A journal does not carry the pressure of keys that were let go (RFC 6295, A.8 and A.9).
            releasePressure(channel)
        case 121: reset(channel)
        case ControllerNumber.rpnMSB, ControllerNumber.rpnLSB, ControllerNumber.nrpnMSB, ControllerNumber.nrpnLSB:
            let kind: UInt32 = controller >= ControllerNumber.rpnLSB ? 1 << 31 : 1 << 30
            let isHigh = controller == ControllerNumber.rpnMSB || controller == ControllerNumber.nrpnMSB
            var pointer = value(.pointer, channel)
            // The other kind begins anew, with the null function.
            if pointer & 3 << 30 != kind { pointer = kind | 0x3FFF }
            pointer = isHigh ? pointer & ~0x3F80 | UInt32(data) << 7 : pointer & ~0x7F | UInt32(data)
            // The null function of either kind.
            set(.pointer, channel, to: pointer & 0x3FFF == 0x3FFF ? 0 : pointer)
        case ControllerNumber.dataEntryMSB, ControllerNumber.dataEntryLSB:
            let pointer = value(.pointer, channel)
            if pointer & 3 << 30 == 0 || pointer & 0x3FFF == 0x3FFF { break }
            let number = Int(pointer & 0x3FFF) | (pointer >> 31 == 1 ? 1 << 14 : 0)
            let old = value(.parameter, channel, number)
            let new = controller == ControllerNumber.dataEntryMSB ? UInt32(data) << 7 : old & ~0x7F | UInt32(data)
            set(.parameter, channel, number, to: new | 1 << 15)
        default: set(.controller, channel, Int(controller), to: UInt32(data))
        }
    }

    /// Reset All Controllers (MIDI recommended practice RP-015).
    private mutating func reset(_ channel: UInt8) {
        releasePressure(channel)
        for controller in [1, 11, 64, 65, 66, 67] { set(.controller, channel, controller, to: 0) }
        set(.bend, channel, to: 0)
        set(.pointer, channel, to: 0)
    }

    private mutating func releasePressure(_ channel: UInt8) {
        for key in 0..<128 { set(.polyPressure, channel, key, to: 0) }
        set(.pressure, channel, to: 0)
    }
}
