/// InvenSense MPU-6050, register map rev. 4.2. Only its accelerometer is used.
struct MPU6050: Sendable {
    /// SMPLRT_DIV: the rate is 1 kHz / (1 + it), with the low-pass filter on.
    static let smplrtDiv: UInt8 = 0x19
    /// CONFIG: DLPF_CFG; 3 is 44 Hz.
    static let config: UInt8 = 0x1A
    static let lowPass44Hz: UInt8 = 0x03
    /// ACCEL_CONFIG: AFS_SEL; 0 is ±2 g.
    static let accelConfig: UInt8 = 0x1C
    /// ACCEL_XOUT_H, the first of six, high byte first.
    static let accelXoutH: UInt8 = 0x3B
    /// PWR_MGMT_1: SLEEP is set after power-up; CLKSEL 1 takes the gyroscope's oscillator, which is better.
    static let pwrMgmt1: UInt8 = 0x6B
    static let clockGyroX: UInt8 = 0x01
    /// WHO_AM_I, and what it holds.
    static let whoAmI: UInt8 = 0x75
    static let identity: UInt8 = 0x68
    static let countsPerG: Float = 16384

    let device: I2CDevice

    func configure(rate: Int) -> Int {
        var result = device.write(MPU6050.clockGyroX, register: MPU6050.pwrMgmt1)
        if result >= 0 { result = device.write(MPU6050.lowPass44Hz, register: MPU6050.config) }
        if result >= 0 { result = device.write(MPU6050.divider(rate), register: MPU6050.smplrtDiv) }
        if result >= 0 { result = device.write(0, register: MPU6050.accelConfig) }
        return result
    }

    func read() -> Acceleration? {
        device.readSix(register: MPU6050.accelXoutH).map(MPU6050.acceleration)
    }

    static func acceleration(_ bytes: InlineArray<6, UInt8>) -> Acceleration {
        Acceleration(bytes, bigEndian: true, countsPerG: countsPerG)
    }

    /// For the slowest rate that is not below `rate` Hz, 4...1000.
    static func divider(_ rate: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: 1000 / min(max(rate, 4), 1000) - 1)
    }
}
