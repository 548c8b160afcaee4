import Plan

/// The state of each destination: what it was really sent (H9, H10).
struct HeardStates {
    private let states: UnsafeMutablePointer<HeardState>

    init(_ memory: inout Memory) { states = memory.take(Limits.ports, repeating: HeardState()) }

    static let byteCount = Limits.ports * MemoryLayout<HeardState>.stride + 16

    subscript(destination: PortIndex) -> HeardState {
        @inline(__always)
        unsafeAddress { UnsafePointer(states + destination.position) }
        @inline(__always)
        nonmutating unsafeMutableAddress { states + destination.position }
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) { visit(.of(states, Limits.ports)) }

    func hasValidState() -> Bool {
        for destination in PortIndex.all where !self[destination].hasValidState() { return false }
        return true
    }
}
