import Host
import Loop
import Plan
import CPlatform
import Configuration
import Devices
import Panel

/// The thread of the slow bus: it writes the display and switches the LEDs. The loop never waits for this thread (D4).
final class PanelThread {
    private var display: DisplayBus?
    /// The tilt sensor if it shares the display's bus.
    private let neighbour: TiltThread?
    /// Number of the sensor's recoveries at the last check.
    private var recoveries: UInt32 = 0
    private let leds: [GPIOOutput?]
    private var chain: LEDChain?
    /// The footswitches that have an LED, one bit each.
    private let hasLEDs: UInt16
    private let loopAddress: UnsafeMutablePointer<Loop>
    private let timer: Int32
    let thread: SlowThread
    let hasDisplay: Bool
    private var lit: UInt16 = 0
    /// What the page shows on the display. Written by the control thread.
    private let page = Snapshot(ShownPage())
    /// The QR code of the access point, if there is one (L6). Written by the control thread.
    private let code = Snapshot(QRCode())

    /// Nil if the box has neither display nor LEDs.
    init?(_ box: BoxConfiguration, loop: UnsafeMutablePointer<Loop>, tilt: TiltThread?) {
        guard let thread = SlowThread("the panel") else { return nil }
        self.thread = thread
        loopAddress = loop
        timer = treadle_timer_create()
        display = box.display.map { DisplayBus($0) }
        neighbour = tilt?.bus == box.display?.bus ? tilt : nil
        leds = PanelThread.openLEDs(box.footswitches)
        var hasLEDs: UInt16 = 0
        for (index, led) in leds.enumerated() where led != nil { hasLEDs |= 1 << UInt16(index) }
        chain = LEDChain(box)
        for (index, footswitch) in box.footswitches.enumerated() where footswitch.led?.chained != nil {
            hasLEDs |= 1 << UInt16(index)
        }
        self.hasLEDs = hasLEDs
        hasDisplay = box.display != nil
        if timer < 0 { return nil }
        if display == nil && hasLEDs == 0 && chain == nil { return nil }
    }

    private var loop: Loop {
        @inline(__always) unsafeAddress { UnsafePointer(loopAddress) }
        @inline(__always) unsafeMutableAddress { loopAddress }
    }

    private static func openLEDs(_ footswitches: [FootswitchConfiguration]) -> [GPIOOutput?] {
        var (used, refused) = (NamesByText(), NamesByText())
        let leds = footswitches.map { (footswitch) -> GPIOOutput? in
            guard case .line(let line) = footswitch.led else { return nil }
            do throws(DeviceError) {
                let led = try GPIOOutput(chip: line.chip, line: line.line)
                used.add(footswitch.name, line.chip)
                return led
            } catch {
                refused.add(footswitch.name, error.message)
                return nil
            }
        }
        for (names, chip) in used.list { Console.out("  \(names.called("LED", "LEDs")) on \(chip)\n") }
        for (names, why) in refused.list { Console.error("treadle: \(names.called("LED", "LEDs")): \(why)\n") }
        return leds
    }

    func start() { thread.start { self.run() } }

    /// The events that end a wait.
    private enum Wake {
        case stop, timer, loop
    }

    private func run() {
        var waited = PollSet<Wake>()
        waited.add(.stop, thread.stopping)
        waited.add(.timer, timer)
        waited.add(.loop, loop.panelWake)
        while true {
            let now = treadle_now()
            // A fault that reset the sensor may also have reset the display, which cannot report a reset (F5).
            if let count = neighbour?.recoveries, count != recoveries {
                recoveries = count
                display?.restart(at: now)
            }
            let wanted = loop.leds.read()
            let isDark = now / PanelThread.blinkTime % 2 != 0
            let lit = isDark ? wanted.lit & ~wanted.blinking : wanted.lit
            switchLEDs(lit)
            chain?.show(lit, loop.colours.read(), at: now)
            let page = page.read()
            let state = page.laid(over: loop.display.read(), at: now)
            display?.show(state, menu: loop.menu.read(), page, code: code.read(), at: now)
            var next = min(display?.nextAt(state, page, now) ?? never, chain?.nextAt ?? never)
            if wanted.blinking & hasLEDs != 0 {
                next = min(next, (now / PanelThread.blinkTime + 1) * PanelThread.blinkTime)
            }
            _ = treadle_timer_set(timer, next)
            if waited.wait().contains(.stop) { break }
            treadle_event_clear(timer)
            treadle_event_clear(loop.panelWake)
        }
        switchLEDs(0)
        chain?.clear(at: treadle_now())
    }

    /// Shows a code or a line of the page (W4). For the control thread.
    func show(_ new: ShownPage) {
        page.publish(new)
        treadle_event_signal(loop.panelWake)
    }

    /// Takes another QR code for the menu to show (L6). For the control thread.
    func show(_ new: QRCode) {
        code.publish(new)
        treadle_event_signal(loop.panelWake)
    }

    /// Nanoseconds that blinking LEDs are on, then off, all at the same time: they blink twice a second.
    static let blinkTime: UInt64 = 250_000_000

    private func switchLEDs(_ wanted: UInt16) {
        for (index, led) in leds.enumerated() where (wanted ^ lit) & (1 << UInt16(index)) != 0 {
            _ = led?.set(wanted & (1 << UInt16(index)) != 0)
        }
        lit = wanted
    }
}
