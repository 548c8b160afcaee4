import Devices
import Testing

/// I10: the signal for a chain of LEDs.
@Suite struct WS2812Tests {
    /// The bits that a WS2812 sees: at 3.2 MHz a pulse of one clock is 0, of two is 1, and each bit takes four.
    private func heard(_ signal: WS2812) -> [UInt8] {
        var bits: [Bool] = []
        for byte in signal.bytes { for bit in 0..<8 { bits.append(byte >> UInt8(7 - bit) & 1 == 1) } }
        var (levels, at, value, count): ([UInt8], Int, Int, Int) = ([], 0, 0, 0)
        while at < bits.count {
            if !bits[at] {
                at += 1
                continue
            }
            let width = bits[at...].prefix { $0 }.count
            #expect(width == 1 || width == 2)
            #expect(!bits[at + 2] && !bits[at + 3], "each bit ends low")
            value = value << 1 | (width - 1)
            count += 1
            if count % 8 == 0 {
                levels.append(UInt8(value))
                value = 0
            }
            at += 4
        }
        #expect(count % 8 == 0)
        return levels
    }

    @Test func coloursGoAsGreenRedBlue() {
        var signal = WS2812(count: 3)
        signal.set(0, red: 0xFF, green: 0x01, blue: 0x80)
        signal.set(2, red: 0x12, green: 0xA5, blue: 0x00)
        #expect(heard(signal) == [0x01, 0xFF, 0x80, 0, 0, 0, 0xA5, 0x12, 0x00])
    }

    @Test func eachLevelGoesThroughUnchanged() {
        for level in UInt8.min...UInt8.max {
            var signal = WS2812(count: 1)
            signal.set(0, red: level, green: ~level, blue: level)
            #expect(heard(signal) == [~level, level, level])
        }
    }

    @Test(arguments: [1, 8, 64])
    func theSignalBeginsAndEndsLow(count: Int) {
        let signal = WS2812(count: count)
        #expect(signal.bytes[0] == 0)
        // 280 µs at 3.2 MHz are 112 bytes.
        #expect(signal.bytes.suffix(112).allSatisfy { $0 == 0 })
        #expect(heard(signal) == [UInt8](repeating: 0, count: 3 * count))
        // The greatest transfer of spidev by default.
        #expect(signal.bytes.count <= 4096)
    }

    @Test func aFileThatIsNoBusIsRefused() {
        #expect(throws: DeviceError.failed("/dev/null", doing: "setting up", code: 25)) {
            try SPIDevice(bus: "/dev/null", frequency: WS2812.frequency)
        }
        #expect(throws: DeviceError.missing("/dev/spidev9.9", .spi)) {
            try SPIDevice(bus: "/dev/spidev9.9", frequency: WS2812.frequency)
        }
    }
}
