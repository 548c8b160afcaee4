import Configuration
import Devices
import Host
import Panel

/// Sends the display's data over its bus, one transfer at a time. A driver decides what is sent, and when. A display
/// that does not answer is closed and opened again once a second: a bus that was unplugged cannot come back while it is
/// open.
struct DisplayBus {
    private enum Driver {
        case lcd(LCDDriver)
        case oled(OLEDDriver)
    }

    private var chip: I2CDevice?
    private var driver: Driver
    private let configuration: DisplayConfiguration
    /// The brightness while the display is lit: 0 off, 255 brightest. An LCD is on at any value above 0.
    var brightness: UInt8
    private var isReported = false
    /// Whether the display has answered once.
    private var isKnown = false

    /// Nanoseconds between updates of the last message on the fourth row (D4).
    static let rowFourTime: UInt64 = 50_000_000

    init(_ configuration: DisplayConfiguration) {
        self.configuration = configuration
        brightness = configuration.brightness
        driver =
            if let oled = configuration.chip.oled {
                .oled(OLEDDriver(oled, columns: configuration.columns))
            } else {
                .lcd(LCDDriver(columns: configuration.columns, rows: configuration.rows))
            }
    }

    /// Initialises the display again, because it may have lost its contents.
    mutating func restart(at now: UInt64) {
        switch driver {
        case .lcd(var lcd):
            lcd.restart(at: now)
            driver = .lcd(lcd)
        case .oled(var oled):
            oled.restart(at: now)
            driver = .oled(oled)
        }
    }

    /// Sends the data that is due, at most 3 ms on the bus.
    ///
    /// - Parameter code: the QR code of the access point, which an OLED shows while the menu asks for it (L6). Urgent
    ///   words (D3) need the display themselves.
    mutating func show(
        _ state: DisplayState, menu: MenuPicture, _ page: ShownPage = ShownPage(), code: QRCode = QRCode(),
        at now: UInt64
    ) {
        let frame = configuration.frame(state, menu: menu, page, at: now)
        let shown = menu.isCode && !state.isUrgent(at: now) ? code : QRCode()
        // Nobody plays while a phone reads a code, so it must not grow dark meanwhile.
        let brightness =
            shown.isThere ? brightness : configuration.brightness(brightness, state.backlight, at: now)
        let burst = burst(for: frame, shown, brightness, at: now)
        if burst.count == 0 { return }
        do throws(DeviceError) {
            let chip = try opened()
            let sent =
                switch driver {
                case .lcd: chip.write(burst)
                case .oled: chip.writeControlled(burst)
                }
            if sent == 0 {
                answered()
            } else {
                fail("the display on \(configuration.bus) does not answer", at: now)
            }
        } catch {
            fail("display: \(error.message)", at: now)
        }
    }

    private mutating func burst(
        for frame: DisplayFrame, _ code: QRCode, _ brightness: UInt8, at now: UInt64
    ) -> DisplayBurst {
        switch driver {
        case .lcd(var lcd):
            let burst = lcd.burst(for: frame, isLit: brightness > 0, at: now)
            driver = .lcd(lcd)
            return burst
        case .oled(var oled):
            let burst = oled.burst(for: frame, code: code, brightness: brightness, at: now)
            driver = .oled(oled)
            return burst
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
        switch driver {
        case .lcd(var lcd):
            lcd.failed(at: now)
            driver = .lcd(lcd)
        case .oled(var oled):
            oled.failed(at: now)
            driver = .oled(oled)
        }
        if !isReported { Console.error("treadle: \(message); tried again every second\n") }
        isReported = true
    }

    /// When `show` has something to do without an event, in ns.
    func nextAt(_ state: DisplayState, _ page: ShownPage = ShownPage(), _ now: UInt64) -> UInt64 {
        let next =
            switch driver {
            case .lcd(let lcd): lcd.nextAt
            case .oled(let oled): oled.nextAt
            }
        let change = min(configuration.nextChange(of: state, after: now), page.nextChange(after: now))
        return max(min(next, change), now)
    }
}

extension DisplayConfiguration {
    /// The picture for this display.
    func frame(
        _ state: DisplayState, menu: MenuPicture, _ page: ShownPage = ShownPage(), at now: UInt64
    ) -> DisplayFrame {
        var frame = DisplayFrame(state, menu: menu, at: now, columns: columns, rows: rows, characters: characters)
        page.write(into: &frame, at: now)
        return frame
    }

    /// The present brightness of a display that is set to `brightness` (D4): after a time without events a display goes
    /// off, or an OLED dims.
    func brightness(_ brightness: UInt8, _ backlight: Backlight, at now: UInt64) -> UInt8 {
        if backlight.isLit(at: now) || brightness == 0 { return brightness }
        return isDimmed ? max(brightness / 8, 1) : 0
    }

    /// When the picture or backlight next changes without an event, in ns.
    func nextChange(of state: DisplayState, after now: UInt64) -> UInt64 {
        let next = min(state.nextChange(after: now), state.backlight.nextChange(after: now))
        return rows == 4 ? min(next, now + DisplayBus.rowFourTime) : next
    }
}
