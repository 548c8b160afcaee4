extension UInt64 {
    /// One step of a multiplicative hash.
    @inline(__always)
    package func mixed(_ value: UInt64) -> UInt64 { (self ^ value) &* 0x9E37_79B9_7F4A_7C15 }
}
