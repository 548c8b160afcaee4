/// The signal for a chain of LEDs WS2812 or SK6812 on the data line of an SPI bus.
///
/// Each bit of an LED is a pulse in 1.25 µs: 0.31 µs for 0, 0.63 µs for 1, within the tolerances of the data sheets of
/// WS2812, WS2812B (also V5) and SK6812. At 3.2 MHz these are four bits of the bus, `1000` and `1100`. The LEDs show
/// new colours once the line has been low for 280 µs.
package struct WS2812: Sendable {
    /// The clock of the bus, in Hz.
    package static let frequency: UInt32 = 3_200_000
    /// The number of LEDs in the chain.
    package let count: Int
    /// The bytes for the bus: a low byte, because some lines idle high, 12 bytes for each LED, and 300 µs of low bytes.
    package private(set) var bytes: [UInt8]

    private static let start = 1
    private static let end = 120
    private static let perLED = 12

    /// Makes the signal that switches all LEDs off.
    package init(count: Int) {
        self.count = count
        bytes = [UInt8](repeating: 0, count: WS2812.start + WS2812.perLED * count + WS2812.end)
        for index in 0..<count { set(index, red: 0, green: 0, blue: 0) }
    }

    /// Sets the colour of an LED, from 0. The values are proportional to the light.
    package mutating func set(_ index: Int, red: UInt8, green: UInt8, blue: UInt8) {
        precondition(0..<count ~= index, "beyond the chain")
        let place = WS2812.start + WS2812.perLED * index
        put(green, at: place)
        put(red, at: place + 4)
        put(blue, at: place + 8)
    }

    /// Writes the pulses of a byte, its highest bit first.
    private mutating func put(_ level: UInt8, at place: Int) {
        for pair in 0..<4 {
            let bits = level >> UInt8(6 - 2 * pair) & 0b11
            bytes[place + pair] = 0b1000_1000 | (bits & 0b10) << 5 | (bits & 0b01) << 2
        }
    }
}
