/// What a message is, as routing tables index it: one routing list a source and kind.
public enum MessageKind: UInt8, Sendable {
    case noteOff
    case noteOn
    case polyPressure
    case controlChange
    case programChange
    case channelPressure
    case pitchBend
    /// Any packet of a SysEx.
    case sysEx
    /// MIDI Time Code quarter frame, F1.
    case timeCode
    case songPosition
    case songSelect
    case tuneRequest
    case timingClock
    case start
    case `continue`
    case stop
    case activeSensing
    case reset
    /// Tilt, inside the box only.
    case motion
    /// A footswitch, inside the box only.
    case contact
    /// Undefined statuses and the message types that no routing looks into.
    case other

    /// How many kinds there are: the size of a table indexed by `rawValue`.
    public static let count = Int(MessageKind.other.rawValue) + 1
}

extension Message {
    /// What the message means, not how it is written: Note On with velocity 0 is a ``MessageKind/noteOff``.
    @inlinable @inline(__always)
    public var kind: MessageKind { type == 2 ? channelKind : otherKind }

    @inlinable @inline(__always)
    var channelKind: MessageKind {
        // The kinds of the statuses 8 to E are the first seven, in that order.
        let place = status >> 4 ^ 8
        if place > MessageKind.pitchBend.rawValue { return .other }
        let kind = unsafeBitCast(place, to: MessageKind.self)
        return kind == .noteOn && data2 == 0 ? .noteOff : kind
    }

    // Called, so that the few instructions of `kind` stay few wherever it is asked for.
    @inline(never)
    @usableFromInline
    var otherKind: MessageKind {
        switch type {
        case 1: systemKind
        case 3: .sysEx
        case 6: boxKind
        default: .other
        }
    }

    private var systemKind: MessageKind {
        switch status {
        case 0xF1: .timeCode
        case 0xF2: .songPosition
        case 0xF3: .songSelect
        case 0xF6: .tuneRequest
        case 0xF8: .timingClock
        case 0xFA: .start
        case 0xFB: .continue
        case 0xFC: .stop
        case 0xFE: .activeSensing
        case 0xFF: .reset
        default: .other
        }
    }

    private var boxKind: MessageKind {
        switch word0 >> 24 {
        case 0x60: .contact
        case 0x61: .motion
        default: .other
        }
    }
}
