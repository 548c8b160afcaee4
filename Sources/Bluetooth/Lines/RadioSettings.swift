import Settings

/// Whether new peers may pair (B4).
package enum RadioPairing: String, Sendable {
    case closed, open, always
}

/// What the box has to show digits and to answer (B4).
package enum RadioPanel: String, Sendable {
    /// A display, and switches that answer.
    case menu
    case display, none
}

/// A port with `bluetooth:` (B1).
package struct RadioPort: Equatable, Sendable {
    /// The index of the port in the box.
    package var index: Int
    /// Whether the box connects to its peers (B2); else it takes those that come.
    package var isInitiator: Bool
    package var rule: BluetoothRule

    package init(index: Int, isInitiator: Bool, rule: BluetoothRule) {
        (self.index, self.isInitiator, self.rule) = (index, isInitiator, rule)
    }
}

/// What a port does that has no peer, or a peer on its way to be connected (B16).
package enum RadioPortState: String, Sendable {
    case seeking, connecting, pairing, refused
    /// The port has no peer and seeks none.
    case none
    case noMIDI = "no-MIDI"
}

/// A link that the process hands over to the box, with its socket.
package struct LinkedLine: Equatable, Sendable {
    package var slot: Int
    /// The index of the port.
    package var port: Int
    package var address: RadioAddress
    /// Whether the box is the central, which has connected.
    package var isCentral: Bool
    /// The agreed ATT MTU, in bytes.
    package var mtu: Int
    /// The handle of the peer's data characteristic; 0 where the box is the peripheral.
    package var valueHandle: UInt16
    package var writesWithResponse: Bool
    package var isEncrypted: Bool
    /// Whether the peer has turned notifications of the box on.
    package var isSubscribed: Bool
    /// Microseconds between two connection events; 0: not known yet.
    package var interval: UInt32
    package var name: String

    package init(
        slot: Int, port: Int, address: RadioAddress, isCentral: Bool, mtu: Int, valueHandle: UInt16 = 0,
        writesWithResponse: Bool = false, isEncrypted: Bool, isSubscribed: Bool = false, interval: UInt32 = 0,
        name: String
    ) {
        (self.slot, self.port, self.address, self.isCentral) = (slot, port, address, isCentral)
        (self.mtu, self.valueHandle, self.writesWithResponse) = (mtu, valueHandle, writesWithResponse)
        (self.isEncrypted, self.isSubscribed) = (isEncrypted, isSubscribed)
        (self.interval, self.name) = (interval, name)
    }
}
