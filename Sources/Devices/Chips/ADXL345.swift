/// Analog Devices ADXL345, data sheet rev. G.
enum ADXL345 {
    /// - Parameter rate: samples a second, 1 or more.
    static func driver(rate: Int) -> AccelerometerDriver {
        // The data sheet asks to read all six registers, 0x32 to 0x37, at once, so that they belong to one sample.
        AccelerometerDriver(
            whoAmI: devID, identity: identity,
            settings: [
                .init(rateCode(rate), bwRate), .init(fullResolution, dataFormat), .init(measure, powerCtl),
            ],
            status: intSource, dataReady: dataReady, data: dataX0, countsPerG: 256)
    }

    /// DEVID.
    static let devID: UInt8 = 0x00
    static let identity: UInt8 = 0xE5
    /// BW_RATE: LOW_POWER, Rate.
    static let bwRate: UInt8 = 0x2C
    /// POWER_CTL: Link, AUTO_SLEEP, Measure, Sleep, Wakeup. 0 after power-up: standby.
    static let powerCtl: UInt8 = 0x2D
    static let measure: UInt8 = 0x08
    /// INT_SOURCE: DATA_READY, which does not depend on INT_ENABLE and is cleared by reading the data.
    static let intSource: UInt8 = 0x30
    static let dataReady: UInt8 = 0x80
    /// DATA_FORMAT: SELF_TEST, SPI, INT_INVERT, FULL_RES, Justify, Range; range 0 is ±2 g.
    static let dataFormat: UInt8 = 0x31
    static let fullResolution: UInt8 = 0x08
    /// DATAX0, the first of six registers, low byte first, right-justified; with FULL_RES 256 per g (table 1,
    /// sensitivity).
    static let dataX0: UInt8 = 0x32

    /// Returns the code of the slowest rate that is not below `rate` Hz (table 7).
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
