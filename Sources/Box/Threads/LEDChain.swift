import Configuration
import Devices
import Host
import Panel
import Plan

/// Sends the colours of the footswitch LEDs to their chain (I10). The colours are sent when they change, and once a
/// second, so that a chain that lost its supply shows them again. A bus that is missing is opened again once a second.
struct LEDChain {
    private let configuration: LEDChainConfiguration
    /// The place in the chain of each footswitch's LED, from 0; nil if the footswitch has no LED in the chain.
    private let places: [Int?]
    private var bus: SPIDevice?
    private(set) var signal: WS2812
    private var sentBytes: [UInt8] = []
    private var refreshAt: UInt64 = 0
    private var isReported = false

    /// Creates the chain of a box; nil if the box has none.
    init?(_ box: BoxConfiguration) {
        guard let configuration = box.leds else { return nil }
        self.configuration = configuration
        places = box.footswitches.map { $0.led?.chained }
        signal = WS2812(count: configuration.count)
    }

    /// When the chain is sent again if nothing changes, in ns.
    var nextAt: UInt64 { refreshAt }

    /// Shows colours.
    ///
    /// - Parameter lit: the footswitches whose LED is on, one bit each.
    mutating func show(_ lit: UInt16, _ colours: LEDColours, at now: UInt64) {
        for (index, place) in places.enumerated() {
            guard let place else { continue }
            let isLit = lit & (1 << UInt16(index)) != 0
            set(place, isLit ? colours.lit[index] : colours.dark[index])
        }
        send(at: now)
    }

    /// Switches all LEDs of the chain off.
    mutating func clear(at now: UInt64) {
        for place in 0..<signal.count { set(place, .black) }
        send(at: now)
    }

    private mutating func set(_ place: Int, _ colour: Colour) {
        signal.set(place, red: light(colour.red), green: light(colour.green), blue: light(colour.blue))
    }

    /// Converts a colour value to an LED value. The eye sees about the square root of light, so the square of the value
    /// looks as on a screen.
    private func light(_ value: UInt8) -> UInt8 {
        let light = Int(value) * Int(value) * Int(configuration.brightness) / (255 * 255)
        return UInt8(value > 0 ? max(light, 1) : 0)
    }

    private mutating func send(at now: UInt64) {
        if bus == nil ? now < refreshAt : now < refreshAt && signal.bytes == sentBytes { return }
        refreshAt = now + PanelLimits.chainRefreshTime
        do throws(DeviceError) {
            let bus = try opened()
            if bus.write(signal.bytes) != 0 { return fail("LEDs: \(configuration.bus) takes no data") }
            sentBytes = signal.bytes
            if isReported { Console.error("treadle: LEDs: \(configuration.bus) works again\n") }
            isReported = false
        } catch {
            fail("LEDs: \(error.message)")
        }
    }

    private mutating func opened() throws(DeviceError) -> SPIDevice {
        if let bus { return bus }
        let opened = try SPIDevice(bus: configuration.bus, frequency: WS2812.frequency)
        bus = opened
        if !isReported { Console.out("  LEDs: a chain of \(configuration.count) on \(configuration.bus)\n") }
        return opened
    }

    private mutating func fail(_ message: String) {
        bus?.close()
        bus = nil
        if !isReported { Console.error("treadle: \(message); tried again every second\n") }
        isReported = true
    }
}
