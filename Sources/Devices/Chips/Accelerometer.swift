import Settings

/// An accelerometer on I2C with a range of ±2 g. For the tilt thread only: every call waits for the bus.
package struct Accelerometer<Registers: I2CRegisters> {
    private let registers: Registers
    private let driver: AccelerometerDriver

    /// - Parameter rate: samples a second; the chip uses its slowest rate that is not below `rate`.
    package init(_ chip: AccelerometerChip, _ registers: Registers, rate: Int) {
        self.registers = registers
        driver =
            switch chip {
            case .lis3dh: LIS3DH.driver(rate: rate)
            case .adxl345: ADXL345.driver(rate: rate)
            case .mma8452q: MMA8452Q.driver(rate: rate)
            case .mpu6050: MPU6050.driver(rate: rate)
            }
    }

    /// Checks the identity of the chip and writes its settings. Returns nil on success (rule F5).
    package func start() -> DeviceError? {
        if let wrong = identify() { return wrong }
        if let stop = driver.stop, registers.write(stop.value, register: stop.register) < 0 { return silent }
        for setting in driver.settings where registers.write(setting.value, register: setting.register) < 0 {
            return silent
        }
        return nil
    }

    /// Reads the newest sample. Returns nil if there is none: all bits are 0 before a chip's first sample, and 1 on a
    /// bus without a chip.
    package func read() throws(DeviceError) -> Acceleration? {
        guard let bytes = driver.readsSingly ? readSingly() : registers.readSix(register: driver.data) else {
            throw silent
        }
        var (areZero, areOnes) = (true, true)
        for index in 0..<6 {
            if bytes[index] != 0 { areZero = false }
            if bytes[index] != 0xFF { areOnes = false }
        }
        return areZero || areOnes ? nil : driver.acceleration(bytes)
    }

    /// Whether there is a sample that was not read yet.
    package func hasNew() -> Bool {
        let status = registers.read(register: driver.status)
        return status >= 0 && status & Int(driver.dataReady) != 0
    }

    /// Checks identity and settings again: a chip that lost power has forgotten its settings and measures nothing.
    /// Returns nil if all is well.
    package func check() -> DeviceError? {
        if let wrong = identify() { return wrong }
        for setting in driver.settings {
            let found = registers.read(register: setting.register)
            if found < 0 { return silent }
            if found != Int(setting.value) { return .forgotten(registers.name) }
        }
        return nil
    }

    package func close() { registers.close() }

    private func readSingly() -> InlineArray<6, UInt8>? {
        var bytes = InlineArray<6, UInt8>(repeating: 0)
        for index in 0..<6 {
            let value = registers.read(register: driver.data + UInt8(index))
            guard value >= 0 else { return nil }
            bytes[index] = UInt8(truncatingIfNeeded: value)
        }
        return bytes
    }

    private func identify() -> DeviceError? {
        let found = registers.read(register: driver.whoAmI)
        guard found >= 0 else { return silent }
        guard found == Int(driver.identity) else {
            return .otherChip(registers.name, found: UInt8(truncatingIfNeeded: found), expected: driver.identity)
        }
        return nil
    }

    /// The error of a chip that measures nothing new.
    package var stuck: DeviceError { .stuck(registers.name) }

    private var silent: DeviceError { .missing(registers.name, .chip) }
}
