/// One transfer to a display, up to 32 bytes: for an LCD, output states of the PCF8574; for an OLED, a control byte
/// and the bytes after it.
package struct DisplayBurst: Sendable {
    private var bytes = InlineArray<32, UInt8>(repeating: 0)
    /// The number of bytes, 0...32.
    package private(set) var count = 0

    /// The largest number of bytes. Sending them takes 3 ms at 100 kHz, as long as the sensor on the same bus may
    /// wait.
    static let capacity = 32

    package init() {}

    package subscript(index: Int) -> UInt8 {
        precondition(index < count, "beyond the burst")
        return bytes[index]
    }

    /// Whether `more` further bytes fit.
    func hasRoom(for more: Int) -> Bool { count + more <= DisplayBurst.capacity }

    mutating func append(_ byte: UInt8) {
        bytes[count] = byte
        count += 1
    }
}
