/// What a data sheet says of an accelerometer: its registers, as the four chips differ in them.
struct AccelerometerDriver: Sendable {
    struct Setting: Sendable {
        var register: UInt8
        var value: UInt8

        init(_ value: UInt8, _ register: UInt8) { (self.value, self.register) = (value, register) }
    }

    /// The register that tells the chip's name, and the name.
    var whoAmI: UInt8
    var identity: UInt8
    /// Written before the settings: what stops the chip, where it must be.
    var stop: Setting?
    /// Written in this order; they are read back now and then, since a chip that was without power has forgotten them.
    var settings: [Setting]
    /// The register that says whether a sample has come since the last was read, and its bit.
    var status: UInt8
    var dataReady: UInt8
    /// The first of six registers of a sample: x, y, z, two bytes each.
    var data: UInt8
    var isBigEndian = false
    /// Of the 16-bit number, at ±2 g.
    var countsPerG: Float
    /// The six must be read one by one.
    var readsSingly = false

    func acceleration(_ bytes: InlineArray<6, UInt8>) -> Acceleration {
        Acceleration(bytes, bigEndian: isBigEndian, countsPerG: countsPerG)
    }
}
