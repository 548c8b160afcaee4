import Panel

/// A driver as a bus sees it.
protocol BusDriver {
    var nextAt: UInt64 { get }
    mutating func failed(at now: UInt64)
}

/// The chip of a display.
protocol BusModule {
    mutating func take(_ burst: DisplayBurst)
}

extension LCDDriver: BusDriver {}
extension OLEDDriver: BusDriver {}
extension DisplayModule: BusModule {}
extension OLEDModule: BusModule {}

/// A driver and a display on an I2C bus. Transfers are sent as soon as they are due.
struct EmulatedBus<Driver: BusDriver, Module: BusModule> {
    var driver: Driver
    var module: Module
    var now: UInt64 = 0
    /// Nanoseconds of the longest transfer.
    private(set) var longest: UInt64 = 0
    var bytes = 0
    var isThere = true
    /// Nanoseconds for one bit.
    var bit: UInt64 = 10_000

    init(_ driver: Driver, _ module: Module) { (self.driver, self.module) = (driver, module) }

    /// Sends transfers until nothing is due or until a time. Each takes its time on the bus.
    ///
    /// - Parameter burst: asks the driver for its next transfer.
    mutating func send(until end: UInt64, _ burst: (inout Driver, _ now: UInt64) -> DisplayBurst) {
        while now < end {
            let burst = burst(&driver, now)
            if burst.count > 0 {
                // Address and data take nine bits each, start and stop one each.
                let time = UInt64((burst.count + 1) * 9 + 2) * bit
                longest = max(longest, time)
                bytes += burst.count
                if isThere { module.take(burst) } else { driver.failed(at: now) }
                now += time
            } else if end == never && driver.nextAt > now + 10_000_000_000 {
                return
            } else {
                now = max(now + 1, min(driver.nextAt, end))
            }
        }
    }
}
