import Plan

/// The paths from sources to destinations that are muted because of feedback (R19).
struct MutedPaths {
    /// Muted destinations as one bit each, indexed by source.
    private let muted: UnsafeMutablePointer<UInt32>
    /// Whether any path is muted.
    private(set) var isAny = false

    init(_ memory: inout Memory) { muted = memory.take(Limits.ports, repeating: 0) }

    static let byteCount = Memory.byteCount(of: UInt32.self, Limits.ports)

    func isMuted(_ source: UInt8, _ destination: PortIndex) -> Bool { muted[Int(source)] & destination.bit != 0 }

    /// Whether any path from a source is muted.
    func isMuted(_ source: UInt8) -> Bool { muted[Int(source)] != 0 }

    /// The muted destinations of a source, one bit each.
    func destinations(of source: UInt8) -> UInt32 { muted[Int(source)] }

    mutating func mute(_ source: UInt8, _ destination: PortIndex) {
        muted[Int(source)] |= destination.bit
        isAny = true
    }

    /// Opens all paths from a source.
    mutating func open(source: UInt8) {
        muted[Int(source)] = 0
        recount()
    }

    /// Opens all paths.
    mutating func open() {
        for port in 0..<Limits.ports { muted[port] = 0 }
        isAny = false
    }

    /// Opens the paths from and to a port, because another device may be plugged in next.
    mutating func open(port: PortIndex) {
        muted[port.position] = 0
        for source in 0..<Limits.ports { muted[source] &= ~port.bit }
        recount()
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) { visit(.of(muted, Limits.ports)) }

    private mutating func recount() {
        isAny = false
        for source in 0..<Limits.ports where muted[source] != 0 { isAny = true }
    }
}
