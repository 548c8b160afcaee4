/// NXP MMA8452Q, data sheet rev. 10.
struct MMA8452Q: Sendable {
    /// OUT_X_MSB, the first of six, high byte first, left-justified.
    static let outXMSB: UInt8 = 0x01
    /// WHO_AM_I, and what it holds.
    static let whoAmI: UInt8 = 0x0D
    static let identity: UInt8 = 0x2A
    /// XYZ_DATA_CFG: HPF_OUT, FS1...0; 0 is ±2 g.
    static let xyzDataCfg: UInt8 = 0x0E
    /// CTRL_REG1: ASLP_RATE, DR2...0, LNOISE, F_READ, ACTIVE.
    static let ctrlReg1: UInt8 = 0x2A
    static let lowNoise: UInt8 = 0x04
    static let active: UInt8 = 0x01
    /// 12 bits at 1024 counts/g, 16 times that as they are left-justified.
    static let countsPerG: Float = 16384

    let device: I2CDevice

    func configure(rate: Int) -> Int {
        // Settings change in standby only.
        var result = device.write(0, register: MMA8452Q.ctrlReg1)
        if result >= 0 { result = device.write(0, register: MMA8452Q.xyzDataCfg) }
        guard result >= 0 else { return result }
        let control = MMA8452Q.dataRate(rate) << 3 | MMA8452Q.lowNoise | MMA8452Q.active
        return device.write(control, register: MMA8452Q.ctrlReg1)
    }

    func read() -> Acceleration? {
        device.readSix(register: MMA8452Q.outXMSB).map(MMA8452Q.acceleration)
    }

    static func acceleration(_ bytes: InlineArray<6, UInt8>) -> Acceleration {
        Acceleration(bytes, bigEndian: true, countsPerG: countsPerG)
    }

    /// DR, table 57: the code of the slowest rate that is not below `rate` Hz.
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
