/// InvenSense MPU-6050, register map RM-MPU-6000A rev. 4.2. Only its accelerometer is used.
enum MPU6050 {
    /// - Parameter rate: samples a second, 1 or more.
    static func driver(rate: Int) -> AccelerometerDriver {
        AccelerometerDriver(
            whoAmI: whoAmI, identity: identity,
            settings: [
                // PWR_MGMT_1 is first, because the chip ignores other settings in sleep mode.
                .init(clockGyroX, pwrMgmt1), .init(lowPass44Hz, config), .init(divider(rate), smplrtDiv),
                .init(0, accelConfig), .init(dataReady, intEnable),
            ],
            status: intStatus, dataReady: dataReady, data: accelXoutH, isBigEndian: true, countsPerG: 16384)
    }

    /// SMPLRT_DIV: the rate is 1 kHz / (1 + SMPLRT_DIV), with the low-pass filter on.
    static let smplrtDiv: UInt8 = 0x19
    /// CONFIG: DLPF_CFG; 3 is 44 Hz.
    static let config: UInt8 = 0x1A
    static let lowPass44Hz: UInt8 = 0x03
    /// ACCEL_CONFIG: AFS_SEL; 0 is ±2 g, 16384 counts per g.
    static let accelConfig: UInt8 = 0x1C
    /// INT_ENABLE and INT_STATUS: DATA_RDY. The interrupt pin is not connected.
    static let intEnable: UInt8 = 0x38
    static let intStatus: UInt8 = 0x3A
    static let dataReady: UInt8 = 0x01
    /// ACCEL_XOUT_H, the first of six registers, high byte first.
    static let accelXoutH: UInt8 = 0x3B
    /// PWR_MGMT_1: SLEEP is set after power-up; CLKSEL 1 selects the gyroscope's oscillator, which is more accurate.
    static let pwrMgmt1: UInt8 = 0x6B
    static let clockGyroX: UInt8 = 0x01
    static let whoAmI: UInt8 = 0x75
    static let identity: UInt8 = 0x68

    /// Returns the divider for the slowest rate that is not below `rate` Hz, 4...1000.
    static func divider(_ rate: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: 1000 / min(max(rate, 4), 1000) - 1)
    }
}
