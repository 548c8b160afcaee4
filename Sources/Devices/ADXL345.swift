/// Analog Devices ADXL345, data sheet rev. G.
struct ADXL345: Sendable {
    /// DEVID, and what it holds.
    static let devID: UInt8 = 0x00
    static let identity: UInt8 = 0xE5
    /// BW_RATE: LOW_POWER, Rate.
    static let bwRate: UInt8 = 0x2C
    /// POWER_CTL.
    static let powerCtl: UInt8 = 0x2D
    static let measure: UInt8 = 0x08
    /// DATA_FORMAT: FULL_RES, Range; range 0 is ±2 g.
    static let dataFormat: UInt8 = 0x31
    static let fullResolution: UInt8 = 0x08
    /// DATAX0, the first of six, low byte first, right-justified.
    static let dataX0: UInt8 = 0x32
    /// Table 1, sensitivity with FULL_RES.
    static let countsPerG: Float = 256

    let device: I2CDevice

    func configure(rate: Int) -> Int {
        var result = device.write(ADXL345.rateCode(rate), register: ADXL345.bwRate)
        if result >= 0 { result = device.write(ADXL345.fullResolution, register: ADXL345.dataFormat) }
        if result >= 0 { result = device.write(ADXL345.measure, register: ADXL345.powerCtl) }
        return result
    }

    /// All six at once, as the data sheet asks, so that they are of one sample.
    func read() -> Acceleration? {
        device.readSix(register: ADXL345.dataX0).map(ADXL345.acceleration)
    }

    static func acceleration(_ bytes: InlineArray<6, UInt8>) -> Acceleration {
        Acceleration(bytes, bigEndian: false, countsPerG: countsPerG)
    }

    /// Rate, table 7: the code of the slowest rate that is not below `rate` Hz.
    static func rateCode(_ rate: Int) -> UInt8 {
        switch rate {
        case ...12: 0x07
        case ...25: 0x08
        case ...50: 0x09
        case ...100: 0x0A
        case ...200: 0x0B
        default: 0x0C  // 400 Hz
        }
    }
}
