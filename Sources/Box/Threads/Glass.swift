import Configuration
import Devices
import Panel

/// The display on its bus. What it is told and when is the driver's; here it is sent, one transfer at a time. One that
/// does not answer is let go of and opened again once a second: a bus that left must not be held, or it cannot come back.
struct Glass {
    private var chip: I2CDevice?
    private var driver: LCDDriver
    private let configuration: DisplayConfiguration
    private var isReported = false
    /// It has answered once.
    private var isKnown = false

    /// The last message, on a fourth row, is looked at this often (D4).
    static let rowFourTime: UInt64 = 50_000_000

    init(_ configuration: DisplayConfiguration) {
        self.configuration = configuration
        driver = LCDDriver(columns: configuration.columns, rows: configuration.rows)
    }

    /// Has it begin anew: nobody knows what it has lost.
    mutating func restart(at now: UInt64) { driver.restart(at: now) }

    /// Sends what is due, 3 ms on the bus at most.
    mutating func show(_ state: DisplayState, menu: MenuPicture, at now: UInt64) {
        let burst = driver.burst(
            for: configuration.frame(state, menu: menu, at: now), isLit: state.backlight.isLit(at: now), at: now)
        if burst.count == 0 { return }
        do throws(DeviceError) {
            let chip = try opened()
            if chip.write(burst) == 0 {
                answered()
            } else {
                fail("the display on \(configuration.bus) does not answer", at: now)
            }
        } catch {
            fail("display: \(error.message)", at: now)
        }
    }

    private mutating func opened() throws(DeviceError) -> I2CDevice {
        if let chip { return chip }
        let opened = try I2CDevice(bus: configuration.bus, address: UInt8(configuration.address))
        chip = opened
        return opened
    }

    private mutating func answered() {
        if !isKnown {
            let (size, address) = ("\(configuration.columns)x\(configuration.rows)", UInt8(configuration.address))
            Console.out("  display: \(size) at \(hex(address)) on \(configuration.bus)\n")
        }
        isKnown = true
        if isReported { Console.error("treadle: the display on \(configuration.bus) answers again\n") }
        isReported = false
    }

    private mutating func fail(_ message: String, at now: UInt64) {
        chip?.close()
        chip = nil
        driver.failed(at: now)
        if !isReported { Console.error("treadle: \(message); tried again every second\n") }
        isReported = true
    }

    /// When it must be looked at again though nothing was reported.
    func nextAt(_ state: DisplayState, _ now: UInt64) -> UInt64 {
        max(min(driver.nextAt, configuration.nextChange(of: state, after: now)), now)
    }
}

extension DisplayConfiguration {
    /// The picture on this display.
    func frame(_ state: DisplayState, menu: MenuPicture, at now: UInt64) -> DisplayFrame {
        DisplayFrame(state, menu: menu, at: now, columns: columns, rows: rows, characters: characters)
    }

    /// When picture or light change though nothing is reported.
    func nextChange(of state: DisplayState, after now: UInt64) -> UInt64 {
        let next = min(state.nextChange(after: now), state.backlight.nextChange(after: now))
        return rows == 4 ? min(next, now + Glass.rowFourTime) : next
    }
}
