/// An accelerometer on I2C, at ±2 g. Panel thread.
public struct Accelerometer: Sendable {
    /// The chips we know, by the names of the box file.
    public enum Chip: String, Sendable {
        case lis3dh, adxl345, mma8452q, mpu6050
    }

    private enum Driver: Sendable {
        case lis3dh(LIS3DH)
        case adxl345(ADXL345)
        case mma8452q(MMA8452Q)
        case mpu6050(MPU6050)
    }

    private let device: I2CDevice
    private let driver: Driver
    /// Samples a second the chip is asked for; it takes the next rate above that it has.
    private let rate: Int

    /// Opens the bus only; `start` talks to the chip.
    public init(_ chip: Chip, bus: String, address: UInt8, rate: Int) throws(DeviceError) {
        device = try I2CDevice(bus: bus, address: address)
        driver =
            switch chip {
            case .lis3dh: .lis3dh(LIS3DH(device: device))
            case .adxl345: .adxl345(ADXL345(device: device))
            case .mma8452q: .mma8452q(MMA8452Q(device: device))
            case .mpu6050: .mpu6050(MPU6050(device: device))
            }
        self.rate = rate
    }

    /// Makes sure which chip it is and sets it up; nil when all is well. Again once a second after a failure (rule F5).
    public func start() -> DeviceError? {
        if let wrong = identify() { return wrong }
        let result =
            switch driver {
            case .lis3dh(let chip): chip.configure(rate: rate)
            case .adxl345(let chip): chip.configure(rate: rate)
            case .mma8452q(let chip): chip.configure(rate: rate)
            case .mpu6050(let chip): chip.configure(rate: rate)
            }
        return result >= 0 ? nil : .missing(device.name, .chip)
    }

    /// The newest sample; nil when the chip does not answer.
    public func read() -> Acceleration? {
        switch driver {
        case .lis3dh(let chip): chip.read()
        case .adxl345(let chip): chip.read()
        case .mma8452q(let chip): chip.read()
        case .mpu6050(let chip): chip.read()
        }
    }

    public func close() {
        device.close()
    }

    private func identify() -> DeviceError? {
        let (register, expected) =
            switch driver {
            case .lis3dh: (LIS3DH.whoAmI, LIS3DH.identity)
            case .adxl345: (ADXL345.devID, ADXL345.identity)
            case .mma8452q: (MMA8452Q.whoAmI, MMA8452Q.identity)
            case .mpu6050: (MPU6050.whoAmI, MPU6050.identity)
            }
        let found = device.read(register: register)
        guard found >= 0 else { return .missing(device.name, .chip) }
        guard found == Int(expected) else {
            return .otherChip(device.name, found: UInt8(truncatingIfNeeded: found), expected: expected)
        }
        return nil
    }
}
