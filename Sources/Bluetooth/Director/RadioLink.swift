import BLEMIDI

/// A link to a peer, from its first attempt to its end.
struct RadioLink {
    enum Stage: Equatable {
        /// The box connects.
        case connecting
        /// The box, as central, asks its questions (B8).
        case asking
        /// The peer has connected, and MIDI is not served yet (B5), or its port is not known yet.
        case waiting
        /// The box plays with the peer, by a slot.
        case playing(slot: Int)
    }

    /// The number by which the process knows the socket.
    let number: Int
    var address: RadioAddress
    let isCentral: Bool
    var stage: Stage
    /// The index of the port in the list of ports; nil: not decided.
    var port: Int?
    var name = ""
    var isEncrypted = false
    /// Whether the box has asked for encryption.
    var isSecuring = false
    /// Whether there was a bond when the link began.
    var wasBonded = false
    /// Whether the peer's refusal was answered, whose failure the kernel will report.
    var isRefusing = false
    /// When to end the link, or to go on without an answer; `UInt64.max` for never.
    var deadline = UInt64.max
    /// Until when the peer's name and keys are waited for; nil: they are not.
    var nameDeadline: UInt64?
    var server: ATTServer
    var client = GATTClient()
    /// Requests of the peer in this second, and when it began.
    var requests = 0
    var second: UInt64 = 0

    var isPlaying: Bool { slot != nil }

    var slot: Int? { if case .playing(let slot) = stage { slot } else { nil } }

    /// Whether the process has the socket.
    var hasSocket: Bool { slot == nil }

    /// Counts a PDU. Returns whether there were too many in this second (B14).
    mutating func count(at now: UInt64) -> Bool {
        if now >= second + 1_000_000_000 { (second, requests) = (now, 0) }
        requests += 1
        return requests > BluetoothLimits.requests
    }
}

/// A link as the controller knows it.
struct ControllerLink {
    let handle: UInt16
    let isCentral: Bool
    let address: RadioAddress
    /// The address by which management knows the peer; nil: not reported yet.
    var identity: RadioAddress?
    /// The interval in units of 1.25 ms.
    var interval: UInt16
    var isEncrypted = false
    /// Whether the peer shows digits and has keys for yes and no; nil: it has not paired on this link.
    var canCompare: Bool?
    /// When to ask for a shorter interval; nil: not at all (B6).
    var asksAt: UInt64?
    var hasAsked = false

    /// The interval is new. Plans to ask once for a shorter one.
    mutating func set(interval new: UInt16, at now: UInt64) {
        interval = new
        if hasAsked { return }
        asksAt = new > BluetoothLimits.interval.upperBound ? asksAt ?? now + BluetoothLimits.intervalPause : nil
    }

    var microseconds: UInt32 { UInt32(interval) * BluetoothLimits.intervalUnit }
}

/// A question to the player about a pairing (B4).
struct PairingQuestion {
    var address: RadioAddress
    /// Whether it wants no answer: digits for the peer to type.
    let isShown: Bool
    let deadline: UInt64
}
