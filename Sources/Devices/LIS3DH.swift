/// ST LIS3DH, data sheet DocID17530.
struct LIS3DH: Sendable {
    /// WHO_AM_I, and what it holds.
    static let whoAmI: UInt8 = 0x0F
    static let identity: UInt8 = 0x33
    /// CTRL_REG1: ODR3...0, LPen, Zen, Yen, Xen.
    static let ctrlReg1: UInt8 = 0x20
    static let allAxes: UInt8 = 0x07
    /// CTRL_REG4: BDU, BLE, FS1...0, HR, ST1...0, SIM.
    static let ctrlReg4: UInt8 = 0x23
    static let blockDataUpdate: UInt8 = 0x80
    static let highResolution: UInt8 = 0x08
    /// OUT_X_L, the first of six, low byte first, left-justified.
    static let outXL: UInt8 = 0x28
    /// 12 bits of 1 mg, 16 times that as they are left-justified.
    static let countsPerG: Float = 16000

    let device: I2CDevice

    func configure(rate: Int) -> Int {
        // BDU: the two bytes of an axis belong together though they are read one by one.
        let result = device.write(LIS3DH.blockDataUpdate | LIS3DH.highResolution, register: LIS3DH.ctrlReg4)
        guard result >= 0 else { return result }
        return device.write(LIS3DH.outputDataRate(rate) << 4 | LIS3DH.allAxes, register: LIS3DH.ctrlReg1)
    }

    /// One register at a time: reading on needs a bit set in the register's number (SUB 7), which i2c-stub takes for
    /// another register. 2.4 ms at 100 kHz.
    func read() -> Acceleration? {
        var bytes = InlineArray<6, UInt8>(repeating: 0)
        for index in 0..<6 {
            let value = device.read(register: LIS3DH.outXL + UInt8(index))
            guard value >= 0 else { return nil }
            bytes[index] = UInt8(truncatingIfNeeded: value)
        }
        return LIS3DH.acceleration(bytes)
    }

    static func acceleration(_ bytes: InlineArray<6, UInt8>) -> Acceleration {
        Acceleration(bytes, bigEndian: false, countsPerG: countsPerG)
    }

    /// ODR, table 31: the code of the slowest rate that is not below `rate` Hz.
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
