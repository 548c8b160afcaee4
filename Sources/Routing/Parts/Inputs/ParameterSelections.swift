import Plan

/// The RPN or NRPN that each port has selected on each channel (R16).
struct ParameterSelections {
    private let selections: UnsafeMutablePointer<ParameterSelection>
    private static let count = Limits.ports * 16

    static let byteCount = count * MemoryLayout<ParameterSelection>.stride + 16

    init(_ memory: inout Memory) {
        selections = memory.take(ParameterSelections.count, repeating: ParameterSelection())
    }

    /// - Parameter source: the index of a port, less than `Limits.ports`.
    subscript(source: UInt8, channel: UInt8) -> ParameterSelection {
        @inline(__always) unsafeAddress { UnsafePointer(selections + (Int(source) << 4 | Int(channel))) }
        @inline(__always) nonmutating unsafeMutableAddress { selections + (Int(source) << 4 | Int(channel)) }
    }

    func forgetTakers() {
        for index in 0..<ParameterSelections.count { selections[index].forgetTakers() }
    }

    /// Looks up each selected parameter in the derived inputs of another plan.
    func find(in derived: UnsafePointer<DerivedInputs>?) {
        for index in 0..<ParameterSelections.count { selections[index].find(in: derived) }
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(selections, ParameterSelections.count))
    }

    /// Checks restored bytes: every selection must be valid for a plan, and nothing may wait.
    func hasValidState(_ plan: UnsafePointer<Plan>) -> Bool {
        for index in 0..<ParameterSelections.count where !selections[index].hasValidState(plan) { return false }
        return true
    }
}
