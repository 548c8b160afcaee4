import CPlatform
import Devices
import Plan

/// One direction of a port as the loop reads or writes it.
package enum Endpoint: BitwiseCopyable {
    case none
    case rawMIDI(RawMIDI)
    case uart(UART)
    /// A port that the box has created for programs of this machine.
    case terminal(PseudoTerminal)
    /// A port of the box's sequencer client.
    case sequencer(Int32)
    /// The peers of the network that belong to the port.
    case network
    /// The Bluetooth peers that belong to the port.
    case bluetooth
    /// A UMP device (U1).
    case umps(RawUMP)
    /// A UMP endpoint that the box has created for programs of this machine (U1).
    case umpClient(UMPClient)
    /// A further group of a UMP port. The first place of the port has the descriptor (U6).
    case group(of: PortIndex)

    /// The descriptor for epoll; nil for ports of the sequencer, which share a descriptor, for network and Bluetooth
    /// ports, whose peers have one each, and for further groups.
    package var descriptor: Int32? {
        switch self {
        case .none, .sequencer, .network, .bluetooth, .group: nil
        case .umps(let port): port.fd
        case .umpClient(let client): client.fd
        case .rawMIDI(let port): port.fd
        case .uart(let port): port.fd
        case .terminal(let port): port.fd
        }
    }

    /// Whether all written bytes were sent, as far as the driver knows.
    package var isIdle: Bool {
        switch self {
        case .none, .sequencer, .network, .bluetooth, .umpClient, .group: true
        case .umps(let port): port.isDrained
        case .rawMIDI(let port): port.isDrained
        case .uart(let port): port.isIdle
        case .terminal(let port): port.isRead
        }
    }

    /// The epoll events of an input.
    ///
    /// A raw MIDI or UMP device is edge-triggered, because the kernel would poll it again before each wait; after a
    /// partial read the loop asks for another event. A serial line is level-triggered, because one read may leave
    /// bytes. A pseudo-terminal is edge-triggered, because it reports a hangup for as long as no client has it open.
    var readiness: UInt32 {
        switch self {
        case .rawMIDI, .umps, .terminal: EPOLLIN.rawValue | EPOLLET.rawValue
        default: EPOLLIN.rawValue
        }
    }

    var isNetwork: Bool {
        if case .network = self { return true }
        return false
    }

    var isBluetooth: Bool {
        if case .bluetooth = self { return true }
        return false
    }

    /// Whether the port has peers, each with a descriptor of its own.
    var hasPeers: Bool {
        switch self {
        case .network, .bluetooth: true
        default: false
        }
    }

    var isTerminal: Bool {
        if case .terminal = self { return true }
        return false
    }

    /// Whether the endpoint carries UMPs; true for further groups too.
    package var isUMP: Bool {
        switch self {
        case .umps, .umpClient, .group: true
        default: false
        }
    }

    /// Whether the endpoint is a further group of `port`.
    func isGroup(of port: PortIndex) -> Bool {
        if case .group(port) = self { return true }
        return false
    }
}

/// The two directions of a port that is handed to the loop. Either may be `.none`.
package struct AttachedPort: BitwiseCopyable {
    package var port: PortIndex
    package var input = Endpoint.none
    package var output = Endpoint.none
    /// Nanoseconds that a byte takes on the wire; 0 for a port that is not paced (S9).
    package var byteTime: UInt64 = 0
    /// The groups of a UMP port that speak the MIDI 2.0 protocol, bit 0 for the first (U2).
    package var midi2Groups: UInt16 = 0
    /// The display announces the port (D3); not for ports that are present at the start.
    package var isAnnounced = false

    package init(port: PortIndex) { self.port = port }
}
