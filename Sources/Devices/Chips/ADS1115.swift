/// Access to a chip's 16-bit registers, high byte first. `I2CDevice` implements it, and in tests a simulated chip.
package protocol I2CWords {
    /// The name in messages, like "0x48 on /dev/i2c-1".
    var name: String { get }
    /// Reads a register: 0...65535, or `IOResult.gone` if the chip does not answer.
    func read(word register: UInt8) -> Int
    /// Writes a register. Returns 0 or more, or `IOResult.gone`.
    func write(word: UInt16, register: UInt8) -> Int
    func close()
}

/// Texas Instruments ADS1115 (data sheet SBAS444E) and ADS1015 (SBAS473F): four analog inputs on I2C, measured one at a
/// time. For the pedal thread only: every call waits for the bus.
///
/// Both chips have the same registers. The ADS1015 is faster; its 12 bits are left-justified in the 16 bits.
package struct ADS1115<Registers: I2CWords> {
    private let registers: Registers
    private let rate: UInt16
    /// The shortest duration of a conversion, in ns.
    package let conversionTime: UInt64

    /// - Parameter isFast: whether it is an ADS1015.
    package init(_ registers: Registers, isFast: Bool) {
        self.registers = registers
        // 3300 and 860 samples a second.
        (rate, conversionTime) = isFast ? (6 << 5, 303_000) : (7 << 5, 1_163_000)
    }

    /// Starts to measure an input, 0...3, against ground. Returns nil on success (rule F5).
    package func start(_ input: UInt8) -> DeviceError? {
        registers.write(word: setting(input), register: configRegister) < 0 ? silent : nil
    }

    /// Returns the voltage of the input that was started, in eighths of a millivolt; nil while the conversion runs.
    ///
    /// Throws `.forgotten` if the chip no longer has the setting of `start`, as after a power loss.
    package func result(_ input: UInt8) throws(DeviceError) -> Int32? {
        let found = registers.read(word: configRegister)
        if found < 0 { throw silent }
        if UInt16(truncatingIfNeeded: found) | isDone != setting(input) | isDone { throw .forgotten(registers.name) }
        if UInt16(truncatingIfNeeded: found) & isDone == 0 { return nil }
        let value = registers.read(word: conversionRegister)
        if value < 0 { throw silent }
        // A step of the 16 bits is 4.096 V / 32768: an eighth of a millivolt.
        return Int32(Int16(truncatingIfNeeded: value))
    }

    package func close() { registers.close() }

    private var silent: DeviceError { .missing(registers.name, .chip) }

    private var conversionRegister: UInt8 { 0x00 }
    private var configRegister: UInt8 { 0x01 }
    /// OS: writing 1 starts a single conversion; reading 1 means that no conversion is running.
    private var isDone: UInt16 { 0x8000 }

    private func setting(_ input: UInt8) -> UInt16 {
        let againstGround = (4 | UInt16(input & 3)) << 12  // MUX
        let range: UInt16 = 1 << 9  // PGA: ±4.096 V
        let singleShot: UInt16 = 1 << 8  // MODE
        let noComparator: UInt16 = 3  // COMP_QUE
        return isDone | againstGround | range | singleShot | rate | noComparator
    }
}
