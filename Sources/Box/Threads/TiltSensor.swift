import Settings
import Host
import Loop
import CPlatform
import Configuration
import Devices

/// Samples the accelerometer at its rate. A chip that does not answer, or answers nonsense, is closed, and opened and
/// set up again once a second (F5): a bus that was unplugged cannot come back while it is open.
struct TiltSensor<Registers: I2CRegisters> {
    private let configuration: MotionConfiguration
    private let open: () throws(DeviceError) -> Registers
    private let period: UInt64
    private var chip: Accelerometer<Registers>?
    private var isReported = false
    /// Whether the chip has answered once.
    private var isKnown = false
    private(set) var nextAt: UInt64 = 0
    /// Number of times that the chip answered again after a failure.
    private(set) var recoveries: UInt32 = 0
    private var checkAt: UInt64 = 0
    private var last: Acceleration?
    /// Whether the chip has measured since it was set up.
    private var isAlive = false
    /// When the chip last measured, in ns, as far as known.
    private var aliveAt: UInt64 = 0

    /// Nanoseconds between tries to open the chip, and between checks of its settings.
    static var retryTime: UInt64 { 1_000_000_000 }
    /// A working chip is noisy, so after equal samples for this time, in ns, the chip is asked whether it measures.
    /// Without a confirmation in the same time again, the chip is stuck.
    static var stillTime: UInt64 { 1_000_000_000 }

    init(_ configuration: MotionConfiguration, _ open: @escaping () throws(DeviceError) -> Registers) {
        self.configuration = configuration
        self.open = open
        period = 1_000_000_000 / UInt64(configuration.rate)
    }

    /// Returns a sample if one is due, or `.lost` if the sensor fails.
    mutating func sample(at now: UInt64) -> MotionEvent? {
        if now < nextAt { return nil }
        do throws(DeviceError) {
            let acceleration = try measure(at: now)
            // Missed samples are skipped, because the filter needs evenly spaced samples.
            nextAt = nextAt + period > now ? nextAt + period : now + period
            guard let acceleration else { return nil }
            if isReported {
                recoveries &+= 1
                Console.error("treadle: motion: the chip answers again\n")
            }
            isReported = false
            return .sample(
                x: Double(acceleration.x), y: Double(acceleration.y), z: Double(acceleration.z), at: now)
        } catch {
            chip?.close()
            chip = nil
            nextAt = now + TiltSensor.retryTime
            if !isReported { Console.error("treadle: motion: \(error.message); tried again every second\n") }
            isReported = true
            return .lost
        }
    }

    /// Reads the acceleration; nil while it is unknown whether the chip's registers hold a measurement.
    private mutating func measure(at now: UInt64) throws(DeviceError) -> Acceleration? {
        if chip == nil { try start(at: now) }
        guard let chip else { return nil }
        if now >= checkAt {
            checkAt = now + TiltSensor.retryTime
            if let problem = chip.check() { throw problem }
        }
        let isDoubtful = !isAlive || now - aliveAt >= TiltSensor.stillTime
        // Asked first, because reading the sample clears the chip's flag for new data.
        let isNew = isDoubtful && chip.hasNew()
        let acceleration = try chip.read()
        if let acceleration, isNew || last != nil && acceleration != last { (isAlive, aliveAt) = (true, now) }
        if now - aliveAt >= 2 * TiltSensor.stillTime { throw chip.stuck }
        last = acceleration
        return isAlive ? acceleration : nil
    }

    private mutating func start(at now: UInt64) throws(DeviceError) {
        let chip = Accelerometer(configuration.chip, try open(), rate: configuration.rate)
        self.chip = chip
        if let problem = chip.start() { throw problem }
        if !isKnown {
            let (name, address) = (configuration.chip.rawValue, hex(UInt8(configuration.address)))
            Console.out("  motion: \(name) at \(address) on \(configuration.bus)\n")
        }
        isKnown = true
        checkAt = now + TiltSensor.retryTime
        (last, isAlive, aliveAt) = (nil, false, now)
    }
}
