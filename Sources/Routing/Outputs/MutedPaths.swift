import Program

/// The paths from sources to destinations that are muted because what goes there comes back (R19), and the paths that
/// proved to be in no loop.
struct MutedPaths {
    /// By source, destinations, a bit each.
    private let muted: UnsafeMutablePointer<UInt32>
    private let acquitted: UnsafeMutablePointer<UInt32>
    /// Whether any path is muted.
    private(set) var isAny = false

    init(_ memory: inout Memory) {
        muted = memory.take(Limits.ports, repeating: 0)
        acquitted = memory.take(Limits.ports, repeating: 0)
    }

    static let byteCount = 2 * Memory.byteCount(of: UInt32.self, Limits.ports)

    func isMuted(_ source: UInt8, _ destination: PortIndex) -> Bool { muted[Int(source)] & destination.bit != 0 }

    /// Whether a path was muted before, and proved to be in no loop.
    func isAcquitted(_ source: UInt8, _ destination: PortIndex) -> Bool {
        acquitted[Int(source)] & destination.bit != 0
    }

    mutating func mute(_ source: UInt8, _ destination: PortIndex) {
        muted[Int(source)] |= destination.bit
        isAny = true
    }

    /// Opens a path that is in no loop, and keeps it open.
    mutating func acquit(_ source: UInt8, _ destination: PortIndex) {
        acquitted[Int(source)] |= destination.bit
        muted[Int(source)] &= ~destination.bit
        recount()
    }

    /// Opens all paths, and forgets which proved to be in no loop.
    mutating func open() {
        for port in 0..<Limits.ports { (muted[port], acquitted[port]) = (0, 0) }
        isAny = false
    }

    /// Does so for the paths from and to a port: what is plugged in next may be something else.
    mutating func open(port: PortIndex) {
        (muted[port.position], acquitted[port.position]) = (0, 0)
        for source in 0..<Limits.ports {
            muted[source] &= ~port.bit
            acquitted[source] &= ~port.bit
        }
        recount()
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(muted, Limits.ports))
        visit(.of(acquitted, Limits.ports))
    }

    private mutating func recount() {
        isAny = false
        for source in 0..<Limits.ports where muted[source] != 0 { isAny = true }
    }
}
