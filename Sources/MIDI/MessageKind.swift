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

    /// The kinds of the statuses F0 to FF stand in that order in two words, a byte each.
    @inline(__always)
    private var systemKind: MessageKind {
        if status < 0xF0 { return .other }
        let kinds = status < 0xF8 ? Message.commonKinds : Message.realTimeKinds
        return unsafeBitCast(UInt8(truncatingIfNeeded: kinds &>> (UInt64(status & 7) << 3)), to: MessageKind.self)
    }

    private static var commonKinds: UInt64 {
        packed(.other, .timeCode, .songPosition, .songSelect, .other, .other, .tuneRequest, .other)
    }

    private static var realTimeKinds: UInt64 {
        packed(.timingClock, .other, .start, .continue, .stop, .other, .activeSensing, .reset)
    }

    @inline(__always)
    private static func packed(
        _ k0: MessageKind, _ k1: MessageKind, _ k2: MessageKind, _ k3: MessageKind, _ k4: MessageKind,
        _ k5: MessageKind, _ k6: MessageKind, _ k7: MessageKind
    ) -> UInt64 {
        UInt64(k0.rawValue) | UInt64(k1.rawValue) << 8 | UInt64(k2.rawValue) << 16 | UInt64(k3.rawValue) << 24
            | UInt64(k4.rawValue) << 32 | UInt64(k5.rawValue) << 40 | UInt64(k6.rawValue) << 48
            | UInt64(k7.rawValue) << 56
    }

    private var boxKind: MessageKind {
        switch word0 >> 24 {
        case 0x60: .contact
        case 0x61: .motion
        default: .other
        }
    }
}
