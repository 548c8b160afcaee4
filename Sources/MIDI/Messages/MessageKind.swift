/// The kinds of messages that routing tables distinguish: each source has one list of routings for each kind.
package enum MessageKind: UInt8, Sendable {
    case noteOff
    case noteOn
    case polyPressure
    case controlChange
    case programChange
    case channelPressure
    case pitchBend
    /// Any UMP of a SysEx.
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
    /// Tilt or an expression pedal, inside the box only.
    case motion
    /// A footswitch, a knob or a variable, inside the box only.
    case contact
    /// Flex Data: tempo, time signature, lyrics (M2-104-UM 7.5).
    case flexData
    /// Undefined statuses, and message types that routings do not interpret.
    case other

    /// The number of kinds: the size of a table indexed by `rawValue`.
    package static let count = Int(MessageKind.other.rawValue) + 1
}

extension Message {
    /// The kind by meaning: Note On with velocity 0 is a ``MessageKind/noteOff``.
    @inlinable @inline(__always)
    package var kind: MessageKind { type == MessageType.midi1Channel ? channelKind : otherKind }

    @inlinable @inline(__always)
    var channelKind: MessageKind {
        // The first seven kinds are those of the statuses 8n to En, in that order.
        let index = status >> 4 ^ 8
        if index > MessageKind.pitchBend.rawValue { return .other }
        let kind = unsafeBitCast(index, to: MessageKind.self)
        return kind == .noteOn && data2 == 0 ? .noteOff : kind
    }

    // Out of line: inlined, it would add instructions to every use of `kind`.
    @inline(never)
    @usableFromInline
    var otherKind: MessageKind {
        switch type {
        case MessageType.system: systemKind
        case MessageType.sysEx: .sysEx
        case MessageType.box: boxKind
        case MessageType.flexData: .flexData
        default: .other
        }
    }

    /// The kind of a system message, looked up in two words that hold the kinds of F0...FF, one byte each.
    @inline(__always)
    private var systemKind: MessageKind {
        if !Status.isSystem(status) { return .other }
        let kinds = Status.isRealTime(status) ? Message.realTimeKinds : Message.commonKinds
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
