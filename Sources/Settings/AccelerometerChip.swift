/// The supported acceleration sensors; the raw value is the word in the box file.
package enum AccelerometerChip: String, CaseIterable, Sendable {
    case lis3dh, adxl345, mma8452q, mpu6050

    /// The I2C address of the chip if its address pin is not connected.
    package var address: Int {
        switch self {
        case .lis3dh: 0x18
        case .adxl345: 0x53
        case .mma8452q: 0x1D
        case .mpu6050: 0x68
        }
    }
}
