import Program

/// What each destination was really given (H9, H10).
struct HeardStates {
    private let states: UnsafeMutablePointer<HeardState>

    init(_ memory: inout Memory) { states = memory.take(Limits.ports, repeating: HeardState()) }

    static let byteCount = Limits.ports * MemoryLayout<HeardState>.stride + 16

    /// By destination, 0..<`Limits.ports`.
    subscript(destination: Int) -> HeardState {
        @inline(__always)
        unsafeAddress { UnsafePointer(states + destination) }
        @inline(__always)
        nonmutating unsafeMutableAddress { states + destination }
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) { visit(.of(states, Limits.ports)) }

    func hasValidState() -> Bool {
        for destination in 0..<Limits.ports where !states[destination].hasValidState() { return false }
        return true
    }
}
