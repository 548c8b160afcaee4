import Testing

@testable import Devices

@Suite struct AccelerometerTests {
    /// 1 g, -0.5 g and 0 as each data sheet writes them.
    @Test func lis3dhCountsMilligravities() {
        let sample = LIS3DH.driver(rate: 100).acceleration([0x80, 0x3E, 0xC0, 0xE0, 0x00, 0x00])
        #expect(sample == Acceleration(x: 1, y: -0.5, z: 0))
    }

    @Test func adxl345Counts256() {
        let sample = ADXL345.driver(rate: 100).acceleration([0x00, 0x01, 0x80, 0xFF, 0x00, 0x00])
        #expect(sample == Acceleration(x: 1, y: -0.5, z: 0))
    }

    @Test func mma8452qCounts1024LeftJustified() {
        let sample = MMA8452Q.driver(rate: 100).acceleration([0x40, 0x00, 0xE0, 0x00, 0x00, 0x00])
        #expect(sample == Acceleration(x: 1, y: -0.5, z: 0))
    }

    @Test func mpu6050Counts16384() {
        let sample = MPU6050.driver(rate: 100).acceleration([0x40, 0x00, 0xE0, 0x00, 0x00, 0x00])
        #expect(sample == Acceleration(x: 1, y: -0.5, z: 0))
    }

    @Test func extremesDoNotOverflow() {
        #expect(MPU6050.driver(rate: 100).acceleration([0x80, 0x00, 0x7F, 0xFF, 0xFF, 0xFF]).x == -2)
    }

    @Test(arguments: [(1, 1), (2, 2), (10, 2), (25, 3), (50, 4), (51, 5), (100, 5), (200, 6), (400, 7), (5000, 7)])
    func lis3dhTakesTheNextRate(rate: Int, code: UInt8) {
        #expect(LIS3DH.outputDataRate(rate) == code)
    }

    @Test(arguments: [(10, 0x07), (25, 0x08), (100, 0x0A), (101, 0x0B), (400, 0x0C), (5000, 0x0C)] as [(Int, UInt8)])
    func adxl345TakesTheNextRate(rate: Int, code: UInt8) {
        #expect(ADXL345.rateCode(rate) == code)
    }

    @Test(arguments: [(10, 5), (50, 4), (100, 3), (200, 2), (400, 1)])
    func mma8452qTakesTheNextRate(rate: Int, code: UInt8) {
        #expect(MMA8452Q.dataRate(rate) == code)
    }

    @Test(arguments: [(0, 249), (4, 249), (100, 9), (400, 1), (1000, 0), (5000, 0)])
    func mpu6050DividesOneKilohertz(rate: Int, divider: UInt8) {
        #expect(MPU6050.divider(rate) == divider)
    }
}
