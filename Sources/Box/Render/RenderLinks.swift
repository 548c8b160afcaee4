import BLEMIDI
import Configuration
import Engine
import MIDI
import Plan

/// The links of the Bluetooth ports, each to one peer.
final class RenderLinks {
    private let links: [(port: PortIndex, link: BLELink)]
    private let memories: [UnsafeMutableRawPointer]

    init(_ ports: [PortConfiguration]) {
        var links: [(port: PortIndex, link: BLELink)] = []
        var memories: [UnsafeMutableRawPointer] = []
        for (index, port) in ports.enumerated() where port.isBluetooth {
            let memory = UnsafeMutableRawPointer.allocate(byteCount: BLELink.byteCount, alignment: 16)
            memories.append(memory)
            links.append((PortIndex(index), BLELink(in: memory, buffer: port.buffer)))
        }
        (self.links, self.memories) = (links, memories)
    }

    deinit { for memory in memories { memory.deallocate() } }

    /// The link of a port; nil if the port has none.
    subscript(port: PortIndex) -> BLELink? { links.first { $0.port == port }?.link }

    /// When a link next has work to do, in nanoseconds; `UInt64.max`: none has.
    var deadline: UInt64 { links.reduce(UInt64.max) { min($0, $1.link.deadline) } }

    /// Receives a packet of a peer (B11).
    func receive(_ packet: [UInt8], from port: PortIndex, _ engine: Engine, at now: UInt64) {
        packet.withUnsafeBytes { packet in
            self[port]?.receiver.receive(packet, at: now) {
                engine.receive(asBytes: $0, from: port.rawValue, at: now)
            }
        }
    }

    /// Routes the messages that are due (B12).
    func advance(_ engine: Engine, to now: UInt64) {
        for (port, link) in links {
            link.receiver.advance(to: now) { engine.receive(asBytes: $0, from: port.rawValue, at: now) }
        }
    }

    /// Routes the messages that wait, because the peer is gone.
    func inputWent(_ port: PortIndex, _ engine: Engine, at now: UInt64) {
        self[port]?.receiver.end { engine.receive(asBytes: $0, from: port.rawValue, at: now) }
    }

    /// Calls `send` with each packet that is due (B9), and its port.
    func flush(at now: UInt64, send: (UnsafeRawBufferPointer, PortIndex) -> Void) {
        for (port, link) in links { link.sender.flush(at: now) { send($0, port) } }
    }
}
