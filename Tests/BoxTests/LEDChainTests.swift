import Configuration
import Devices
import Plan
import Testing

@testable import Box

/// I10: which colours go to a chain of LEDs. There is no bus here; the signal is what would be sent.
@Suite struct LEDChainTests {
    private let second: UInt64 = 1_000_000_000

    private func chain(_ brightness: Int = 255) throws -> LEDChain {
        let text = """
            treadle: 1
            leds: { bus: /dev/spidev9.9, count: 4, brightness: \(brightness) }
            footswitches:
              A: { line: "gpiochip0:1", led: 3 }
              B: { line: "gpiochip0:2" }
              C: { line: "gpiochip0:3", led: 1 }

            """
        return try #require(LEDChain(try Configuration.load(text: text).get().box))
    }

    private var colours: LEDColours {
        var colours = LEDColours()
        colours.lit[0] = Colour(255, 128, 1)
        colours.dark[0] = Colour(0, 85, 0)
        colours.lit[2] = .white
        return colours
    }

    private func signal(_ levels: [(place: Int, red: UInt8, green: UInt8, blue: UInt8)]) -> [UInt8] {
        var signal = WS2812(count: 4)
        for level in levels { signal.set(level.place, red: level.red, green: level.green, blue: level.blue) }
        return signal.bytes
    }

    // The value of a colour is squared on its way to light, but never becomes dark.
    @Test func eachSwitchHasItsPlaceInTheChain() throws {
        var chain = try chain()
        chain.show(0b001, colours, at: 0)
        #expect(chain.signal.bytes == signal([(2, 255, 64, 1)]))
        chain.show(0b100, colours, at: 0)
        #expect(chain.signal.bytes == signal([(2, 0, 28, 0), (0, 255, 255, 255)]))
        chain.show(0b110, LEDColours(), at: 0)
        #expect(chain.signal.bytes == signal([(0, 255, 255, 255)]))
        chain.clear(at: 0)
        #expect(chain.signal.bytes == signal([]))
    }

    @Test func brightnessIsTheLightOfWhite() throws {
        var chain = try chain(51)
        chain.show(0b101, colours, at: 0)
        #expect(chain.signal.bytes == signal([(2, 51, 12, 1), (0, 51, 51, 51)]))
    }

    @Test func aMissingBusIsTriedOnceASecond() throws {
        var chain = try chain()
        chain.show(0, colours, at: 5 * second)
        #expect(chain.nextAt == 6 * second)
        chain.show(1, colours, at: 5 * second + 1)
        #expect(chain.nextAt == 6 * second)
        chain.show(1, colours, at: 6 * second)
        #expect(chain.nextAt == 7 * second)
    }

    // In the simulator.
    @Test(arguments: [
        (Colour(255, 0, 0), CellStyle.redLED), (Colour(255, 128, 0), .yellowLED), (Colour(0, 85, 0), .greenLED),
        (Colour(64, 96, 255), .cyanLED), (Colour(0, 0, 9), .blueLED), (Colour(160, 0, 255), .purpleLED),
        (.white, .whiteLED),
    ])
    func aTerminalShowsTheNearestOfSevenColours(colour: Colour, style: CellStyle) {
        #expect(CellStyle.led(colour) == style)
    }
}
