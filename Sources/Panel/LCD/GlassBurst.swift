/// What goes to the display in one transfer: up to 32 states of the PCF8574's outputs, one a byte.
public struct GlassBurst: Sendable {
    private var bytes = InlineArray<32, UInt8>(repeating: 0)
    /// 0...32.
    public private(set) var count = 0

    /// A transfer of that many bytes takes 3 ms at 100 kHz: no longer may the sensor on the same bus have to wait.
    static let capacity = 32

    public init() {}

    public subscript(index: Int) -> UInt8 {
        precondition(index < count, "beyond the burst")
        return bytes[index]
    }

    /// What more than this takes fits.
    func hasRoom(for more: Int) -> Bool { count + more <= GlassBurst.capacity }

    mutating func append(_ byte: UInt8) {
        bytes[count] = byte
        count += 1
    }
}
