import Plan

/// The values of the variables of the running plan (V1), and which of them have changed since their last message (V3).
struct Variables {
    private let values: UnsafeMutablePointer<UInt8>
    /// Variables that changed and whose message was not routed yet, one bit each.
    private(set) var changed: UInt32 = 0
    /// Variables whose message was routed since the message from outside, one bit each: what follows from these
    /// messages cannot change them again, so that a circle ends.
    private var told: UInt32 = 0
    /// Whether messages of changed variables are being routed.
    private(set) var isTelling = false

    static let byteCount = Limits.variables + 16

    init(_ memory: inout Memory) { values = memory.take(Limits.variables, repeating: 0) }

    subscript(variable: Int) -> UInt8 { values[variable] }

    /// Sets the values with which a box starts.
    func start(_ plan: UnsafePointer<Plan>) {
        guard let variables = plan.pointee.variables else { return }
        for variable in 0..<Int(plan.pointee.variableCount) { values[variable] = variables[variable].start }
    }

    /// Sets a value without a message, such as that of a variable of another plan.
    func restore(_ variable: Int, to value: UInt8) { values[variable] = value }

    /// Changes a value. Returns false if the variable cannot change again, because its message has led here.
    mutating func set(_ variable: Int, to value: UInt8) -> Bool {
        let bit: UInt32 = 1 &<< UInt32(variable)
        if told & bit != 0 { return false }
        values[variable] = value
        changed |= bit
        return true
    }

    mutating func beginTelling() { isTelling = true }

    mutating func endTelling() { (isTelling, told) = (false, 0) }

    /// Returns the first changed variable in the order of the box file, which now counts as told; nil if there is none.
    mutating func takeChanged() -> Int? {
        if changed == 0 { return nil }
        let variable = changed.trailingZeroBitCount
        changed &= changed - 1
        told |= 1 &<< UInt32(variable)
        return variable
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) { visit(.of(values, Limits.variables)) }

    /// Checks restored bytes: each value must be in the range of its variable.
    func hasValidState(_ plan: UnsafePointer<Plan>) -> Bool {
        guard let variables = plan.pointee.variables else { return true }
        for variable in 0..<Int(plan.pointee.variableCount)
        where !variables[variable].contains(values[variable]) { return false }
        return true
    }
}
