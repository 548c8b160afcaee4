/// ST LIS3DH, data sheet DocID17530 rev. 2.
enum LIS3DH {
    /// - Parameter rate: samples a second, 1 or more.
    static func driver(rate: Int) -> AccelerometerDriver {
        AccelerometerDriver(
            whoAmI: whoAmI, identity: identity,
            settings: [
                // With BDU the two bytes of an axis belong to one sample even if they are read one by one. FS 0 is ±2
                // g.
                .init(blockDataUpdate | highResolution, ctrlReg4),
                .init(outputDataRate(rate) << 4 | allAxes, ctrlReg1),
            ],
            status: statusReg, dataReady: zyxDA, data: outXL, countsPerG: 16000,
            // Reading several registers needs a bit in the register number (SUB 7), which i2c-stub treats as part of
            // the number. Single reads take 2.4 ms at 100 kHz.
            readsSingly: true)
    }

    static let whoAmI: UInt8 = 0x0F
    static let identity: UInt8 = 0x33
    /// CTRL_REG1: ODR3...0, LPen, Zen, Yen, Xen. 0 after power-up: power-down mode.
    static let ctrlReg1: UInt8 = 0x20
    static let allAxes: UInt8 = 0x07
    /// CTRL_REG4: BDU, BLE, FS1...0, HR, ST1...0, SIM.
    static let ctrlReg4: UInt8 = 0x23
    static let blockDataUpdate: UInt8 = 0x80
    static let highResolution: UInt8 = 0x08
    /// STATUS_REG: ZYXOR, ZOR, YOR, XOR, ZYXDA, ZDA, YDA, XDA.
    static let statusReg: UInt8 = 0x27
    static let zyxDA: UInt8 = 0x08
    /// OUT_X_L, the first of six registers, low byte first (BLE 0), left-justified: 12 bits of 1 mg (table 4, HR), so
    /// 16 counts per mg.
    static let outXL: UInt8 = 0x28

    /// Returns the code of the slowest rate that is not below `rate` Hz (ODR, table 31).
    static func outputDataRate(_ rate: Int) -> UInt8 {
        switch rate {
        case ...1: 1
        case ...10: 2
        case ...25: 3
        case ...50: 4
        case ...100: 5
        case ...200: 6
        default: 7  // 400 Hz
        }
    }
}
