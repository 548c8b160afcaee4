import CPlatform
import Configuration
import Devices

/// The accelerometer, sampled at its rate. One that stops answering is tried again once a second (F5).
struct TiltSensor {
    private let chip: Accelerometer
    private let period: UInt64
    private var isStarted = false
    private var isReported = false
    private(set) var nextAt: UInt64 = 0

    static let retryTime: UInt64 = 1_000_000_000

    init?(_ configuration: MotionConfiguration) {
        period = 1_000_000_000 / UInt64(configuration.rate)
        do throws(DeviceError) {
            chip = try Accelerometer(
                Accelerometer.Chip(configuration.chip), bus: configuration.bus,
                address: UInt8(configuration.address), rate: configuration.rate)
        } catch {
            Console.error("treadle: motion: \(error.message)\n")
            return nil
        }
    }

    /// A sample when one is due, or the news that the chip does not answer.
    mutating func sample(at now: UInt64) -> MotionEvent? {
        if now < nextAt { return nil }
        if !isStarted {
            if let error = chip.start() { return fail("motion: \(error.message)", at: now) }
            isStarted = true
        }
        guard let acceleration = chip.read() else { return fail("motion: the chip no longer answers", at: now) }
        nextAt = max(nextAt + period, now)
        if isReported { Console.error("treadle: motion: the chip answers again\n") }
        isReported = false
        return .sample(
            x: Double(acceleration.x), y: Double(acceleration.y), z: Double(acceleration.z), at: now)
    }

    private mutating func fail(_ message: String, at now: UInt64) -> MotionEvent? {
        isStarted = false
        nextAt = now + TiltSensor.retryTime
        if !isReported { Console.error("treadle: \(message); tried again every second\n") }
        isReported = true
        return .lost
    }
}

extension Accelerometer.Chip {
    init(_ chip: MotionConfiguration.Chip) {
        switch chip {
        case .lis3dh: self = .lis3dh
        case .adxl345: self = .adxl345
        case .mma8452q: self = .mma8452q
        case .mpu6050: self = .mpu6050
        }
    }
}
