import Configuration
import Devices
import Panel

/// Sends the LCD's data over its bus, one transfer at a time. `LCDDriver` decides what is sent when. A display that
/// does not answer is closed and opened again once a second: a bus that was unplugged cannot come back while it is
/// open.
struct LCDBus {
    private var chip: I2CDevice?
    private var driver: LCDDriver
    private let configuration: DisplayConfiguration
    private var isReported = false
    /// The display has answered once.
    private var isKnown = false

    /// Nanoseconds between updates of the last message on the fourth row (D4).
    static let rowFourTime: UInt64 = 50_000_000

    init(_ configuration: DisplayConfiguration) {
        self.configuration = configuration
        driver = LCDDriver(columns: configuration.columns, rows: configuration.rows)
    }

    /// Initialises the display again, because it may have lost its contents.
    mutating func restart(at now: UInt64) { driver.restart(at: now) }

    /// Sends the data that is due, at most 3 ms on the bus.
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

    /// When `show` has something to do without an event.
    func nextAt(_ state: DisplayState, _ now: UInt64) -> UInt64 {
        max(min(driver.nextAt, configuration.nextChange(of: state, after: now)), now)
    }
}

extension DisplayConfiguration {
    /// The picture for this display.
    func frame(_ state: DisplayState, menu: MenuPicture, at now: UInt64) -> DisplayFrame {
        DisplayFrame(state, menu: menu, at: now, columns: columns, rows: rows, characters: characters)
    }

    /// When the picture or backlight next changes without an event.
    func nextChange(of state: DisplayState, after now: UInt64) -> UInt64 {
        let next = min(state.nextChange(after: now), state.backlight.nextChange(after: now))
        return rows == 4 ? min(next, now + LCDBus.rowFourTime) : next
    }
}
