import Plan

/// The internal value of each counting or toggling remap of the running preset (R12, R13), and the value that each
/// remap of motion sent last (F4).
struct RemapValues {
    private let values: UnsafeMutablePointer<Int32>
    private let sent: UnsafeMutablePointer<Int32>

    private static let unsent = Int32.min

    static let byteCount = 2 * Memory.byteCount(of: Int32.self, Limits.compiledRemaps)

    init(_ memory: inout Memory) {
        values = memory.take(Limits.compiledRemaps, repeating: 0)
        sent = memory.take(Limits.compiledRemaps, repeating: RemapValues.unsent)
    }

    /// - Parameter state: the remap's `Remap.state`.
    subscript(state: UInt16) -> Int32 {
        @inline(__always) get { values[Int(state)] }
        @inline(__always) nonmutating set { values[Int(state)] = newValue }
    }

    /// Stores the value that a remap sends. Returns false if it equals the last one (F4).
    func store(_ value: Int32, by remap: UInt16) -> Bool {
        if sent[Int(remap)] == value { return false }
        sent[Int(remap)] = value
        return true
    }

    func restart(_ preset: UnsafePointer<Preset>) {
        for index in 0..<Int(preset.pointee.remapCount) {
            sent[index] = RemapValues.unsent
            values[index] = preset.pointee.remaps[index].mode.first
        }
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(values, Limits.compiledRemaps))
        visit(.of(sent, Limits.compiledRemaps))
    }

    /// Checks restored bytes: every value must be in range.
    func hasValidState() -> Bool {
        for remap in 0..<Limits.compiledRemaps {
            if sent[remap] != RemapValues.unsent && !(0...16383 ~= sent[remap]) { return false }
            if !(0...16383 ~= values[remap]) { return false }
        }
        return true
    }
}
