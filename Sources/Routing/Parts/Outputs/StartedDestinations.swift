import MIDI
import Program

/// Which sources have started each destination (H12): FA or FB of theirs was sent there, and no FC since.
///
/// A drum machine that was started plays until it hears FC, whatever the settings are by then.
struct StartedDestinations {
    /// By destination, a bit each source.
    private let sources: UnsafeMutablePointer<UInt64>

    init(_ memory: inout Memory) { sources = memory.take(Limits.ports, repeating: 0) }

    static let byteCount = Limits.ports * 8 + 16

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) { visit(.of(sources, Limits.ports)) }

    /// The sources that have started a destination, a bit each.
    func sources(of destination: PortIndex) -> UInt64 { sources[destination.position] }

    /// Takes account of a message of a source that a destination is given. FC clears its start.
    func hear(_ message: Message, from source: UInt8, at destination: PortIndex) {
        switch message.kind {
        case .start, .continue: sources[destination.position] |= 1 &<< UInt64(source)
        case .stop: sources[destination.position] = 0
        default: break
        }
    }

    /// A source no longer answers for a destination that it has started.
    func forget(_ source: UInt8, at destination: PortIndex) { sources[destination.position] &= ~(1 &<< UInt64(source)) }
}
