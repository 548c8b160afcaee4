/// The registers and settings of one type of accelerometer chip.
struct AccelerometerDriver: Sendable {
    struct Setting: Sendable {
        var register: UInt8
        var value: UInt8

        init(_ value: UInt8, _ register: UInt8) { (self.value, self.register) = (value, register) }
    }

    /// The register with the identity of the chip.
    var whoAmI: UInt8
    var identity: UInt8
    /// The setting that stops the chip, for chips that accept other settings only while stopped.
    var stop: Setting?
    /// The settings in the order in which they are written. They are read back from time to time, because a chip
    /// forgets them when it loses power.
    var settings: [Setting]
    /// The register with the bit `dataReady`.
    var status: UInt8
    /// The bit of `status` that is 1 while a sample is unread.
    var dataReady: UInt8
    /// The first of the six registers of a sample: x, y, z, two bytes each.
    var data: UInt8
    var isBigEndian = false
    /// The 16-bit number for 1 g, at ±2 g.
    var countsPerG: Float
    /// Whether the six registers must be read one by one.
    var readsSingly = false

    func acceleration(_ bytes: InlineArray<6, UInt8>) -> Acceleration {
        Acceleration(bytes, bigEndian: isBigEndian, countsPerG: countsPerG)
    }
}
