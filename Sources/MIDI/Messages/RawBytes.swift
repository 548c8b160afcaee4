/// Checks values in memory that may hold any bytes, such as the state in a recording that somebody has edited. Swift
/// may not read a Bool, an enum or an optional whose bytes are not a value of its type.
package enum RawBytes {
    @inline(never)
    package static func isBool(_ value: inout Bool) -> Bool { withUnsafeBytes(of: &value) { $0[0] < 2 } }

    /// Whether an enum of one byte is one of its first `count` cases. For an optional enum, nil counts as a case.
    @inline(never)
    package static func isCase<T>(_ value: inout T, of count: UInt8) -> Bool {
        withUnsafeBytes(of: &value) { $0[0] < count }
    }

    /// Whether an optional is valid whose payload may have any bits: the byte after the payload is 0 or 1.
    @inline(never)
    package static func isOptional<T: BitwiseCopyable>(_ value: inout T?) -> Bool {
        withUnsafeBytes(of: &value) { $0[MemoryLayout<T>.size] < 2 }
    }

    @inline(never)
    package static func areEqual<T>(_ value: inout T, _ other: inout T) -> Bool {
        withUnsafeBytes(of: &value) { value in
            withUnsafeBytes(of: &other) { other in
                for index in 0..<value.count where value[index] != other[index] { return false }
                return true
            }
        }
    }
}
