import CPlatform
import Devices

/// One direction of a port as the loop reads or writes it.
package enum Endpoint: BitwiseCopyable {
    case none
    case rawMIDI(RawMIDI)
    case uart(UART)
    /// A port that the box made itself, for a program of this machine.
    case terminal(PseudoTerminal)
    /// A port of the box's sequencer client.
    case sequencer(Int32)

    /// What epoll waits on; the sequencer's ports share one descriptor that is watched by itself.
    package var descriptor: Int32? {
        switch self {
        case .none, .sequencer: nil
        case .rawMIDI(let port): port.fd
        case .uart(let port): port.fd
        case .terminal(let port): port.fd
        }
    }

    /// Whether all that was written has left, as far as the driver can say.
    package var isIdle: Bool {
        switch self {
        case .none, .sequencer: true
        case .rawMIDI(let port): port.isDrained
        case .uart(let port): port.isIdle
        case .terminal(let port): port.isRead
        }
    }

    /// What epoll is to wait for at an input. A raw MIDI device is to tell once of what has come, or the kernel would ask it
    /// again before each wait: what a read leaves there has to be asked for. A serial line may hold more than it gives in one
    /// read, and so tells as long as it does. A pseudo-terminal tells a hangup for as long as no program has it open, and so
    /// tells everything once.
    var readiness: UInt32 {
        switch self {
        case .rawMIDI, .terminal: EPOLLIN.rawValue | EPOLLET.rawValue
        default: EPOLLIN.rawValue
        }
    }

    var isTerminal: Bool {
        if case .terminal = self { return true }
        return false
    }
}

/// A port's two directions, handed to the loop; either may be `.none`.
package struct AttachedPort: BitwiseCopyable {
    package var port: UInt8
    package var input = Endpoint.none
    package var output = Endpoint.none
    /// Nanoseconds a byte takes on its wire, 0 where nothing is faster than it (S9).
    package var byteTime: UInt64 = 0
    /// The display says that it came (D3): not so for what is there at the start.
    package var isAnnounced = false

    package init(port: UInt8) { self.port = port }
}
