/// What an accelerometer feels, in g; at rest, the direction that is up has length 1.
public struct Acceleration: Equatable, Sendable {
    public var x: Float
    public var y: Float
    public var z: Float

    public init(x: Float, y: Float, z: Float) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// From six registers, x first; each axis a signed 16-bit number.
    ///
    /// - Parameters:
    ///   - bigEndian: the high byte comes first.
    ///   - countsPerG: of the 16-bit number.
    init(_ bytes: InlineArray<6, UInt8>, bigEndian: Bool, countsPerG: Float) {
        func axis(_ at: Int) -> Float {
            let high = UInt16(bytes[bigEndian ? at : at + 1])
            let low = UInt16(bytes[bigEndian ? at + 1 : at])
            return Float(Int16(bitPattern: high << 8 | low)) / countsPerG
        }
        self.init(x: axis(0), y: axis(2), z: axis(4))
    }
}
