/// NXP MMA8452Q, data sheet rev. 10.
enum MMA8452Q {
    /// - Parameter rate: samples a second, 1 or more.
    static func driver(rate: Int) -> AccelerometerDriver {
        AccelerometerDriver(
            whoAmI: whoAmI, identity: identity,
            // Settings can be changed in standby only.
            stop: .init(0, ctrlReg1),
            settings: [.init(0, xyzDataCfg), .init(dataRate(rate) << 3 | lowNoise | active, ctrlReg1)],
            status: status, dataReady: zyxDR, data: outXMSB, isBigEndian: true, countsPerG: 16384)
    }

    /// STATUS: ZYXOW, ZOW, YOW, XOW, ZYXDR, ZDR, YDR, XDR.
    static let status: UInt8 = 0x00
    static let zyxDR: UInt8 = 0x08
    /// OUT_X_MSB, the first of six registers, high byte first, left-justified: 12 bits of 1/1024 g, so 16384 counts per
    /// g.
    static let outXMSB: UInt8 = 0x01
    static let whoAmI: UInt8 = 0x0D
    static let identity: UInt8 = 0x2A
    /// XYZ_DATA_CFG: HPF_OUT, FS1...0; 0 is ±2 g.
    static let xyzDataCfg: UInt8 = 0x0E
    /// CTRL_REG1: ASLP_RATE, DR2...0, LNOISE, F_READ, ACTIVE. 0 after power-up: standby.
    static let ctrlReg1: UInt8 = 0x2A
    static let lowNoise: UInt8 = 0x04
    static let active: UInt8 = 0x01

    /// Returns the code of the slowest rate that is not below `rate` Hz (DR, table 57).
    static func dataRate(_ rate: Int) -> UInt8 {
        switch rate {
        case ...12: 5
        case ...50: 4
        case ...100: 3
        case ...200: 2
        default: 1  // 400 Hz
        }
    }
}
