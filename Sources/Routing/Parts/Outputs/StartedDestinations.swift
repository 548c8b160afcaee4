import MIDI
import Plan

/// The sources that have started each destination (H12): they sent FA or FB, and no FC followed.
///
/// A started drum machine plays until it receives FC, even if the settings have changed since.
struct StartedDestinations {
    /// Sources as one bit each, indexed by destination.
    private let sources: UnsafeMutablePointer<UInt64>

    init(_ memory: inout Memory) { sources = memory.take(Limits.ports, repeating: 0) }

    static let byteCount = Limits.ports * 8 + 16

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) { visit(.of(sources, Limits.ports)) }

    /// Checks restored bytes: only bits of sources are set.
    func hasValidState() -> Bool {
        for destination in 0..<Limits.ports where sources[destination] >> UInt64(Limits.sources) != 0 { return false }
        return true
    }

    /// The sources that have started a destination, one bit each.
    func sources(of destination: PortIndex) -> UInt64 { sources[destination.position] }

    /// Records a message that a source sends to a destination: FA and FB set the source's bit, FC clears all.
    func hear(_ message: Message, from source: UInt8, at destination: PortIndex) {
        switch message.kind {
        case .start, .continue: sources[destination.position] |= 1 &<< UInt64(source)
        case .stop: sources[destination.position] = 0
        default: break
        }
    }

    /// Forgets that a source started a destination.
    func forget(_ source: UInt8, at destination: PortIndex) { sources[destination.position] &= ~(1 &<< UInt64(source)) }
}
