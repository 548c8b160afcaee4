/// Looks at memory that may hold any bytes, as the state in a recording that somebody has edited: a Bool, an enum or an
/// optional must not be read as what it is before its bytes are known to be a value.
public enum RawBytes {
    @inline(never)
    public static func isBool(_ value: inout Bool) -> Bool { withUnsafeBytes(of: &value) { $0[0] < 2 } }

    /// Of an enum of one byte with so many cases; of an optional one, nil counts as one.
    @inline(never)
    public static func isCase<T>(_ value: inout T, of count: UInt8) -> Bool {
        withUnsafeBytes(of: &value) { $0[0] < count }
    }

    /// Of an optional whose payload may have any bits: whether the byte behind the payload is one of the two it may be.
    @inline(never)
    public static func isOptional<T: BitwiseCopyable>(_ value: inout T?) -> Bool {
        withUnsafeBytes(of: &value) { $0[MemoryLayout<T>.size] < 2 }
    }

    @inline(never)
    public static func areEqual<T>(_ value: inout T, _ other: inout T) -> Bool {
        withUnsafeBytes(of: &value) { value in
            withUnsafeBytes(of: &other) { other in
                for index in 0..<value.count where value[index] != other[index] { return false }
                return true
            }
        }
    }
}
