/// An acceleration in g. At rest, the vector has length 1 and points upwards.
package struct Acceleration: Equatable, Sendable {
    package var x: Float
    package var y: Float
    package var z: Float

    package init(x: Float, y: Float, z: Float) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Reads an acceleration from six registers: x, y, z, each a signed 16-bit number.
    ///
    /// - Parameters:
    ///   - bigEndian: whether the high byte comes first.
    ///   - countsPerG: the 16-bit number for 1 g.
    init(_ bytes: InlineArray<6, UInt8>, bigEndian: Bool, countsPerG: Float) {
        func axis(_ at: Int) -> Float {
            let high = UInt16(bytes[bigEndian ? at : at + 1])
            let low = UInt16(bytes[bigEndian ? at + 1 : at])
            return Float(Int16(bitPattern: high << 8 | low)) / countsPerG
        }
        self.init(x: axis(0), y: axis(2), z: axis(4))
    }
}
