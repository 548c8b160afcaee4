import Testing

@testable import Devices

@Suite struct GPIOTests {
    @Test func lineIsAChipAndANumber() throws {
        #expect(try GPIOLine("gpiochip0:17") == GPIOLine(chip: "gpiochip0", offset: 17))
    }

    @Test(arguments: ["gpiochip0", "gpiochip0:", ":17", "gpiochip0:x", "gpiochip0:1:2", "", "gpiochip0:-1"])
    func otherTextIsNoLine(text: String) {
        #expect(throws: DeviceError.malformed(text, expected: "a chip and a line, like gpiochip0:17")) {
            try GPIOLine(text)
        }
    }

    /// F1: the time of the edge, on the clock of everything else.
    @Test func stampOfTheMonotonicClockIsTakenAsItIs() {
        #expect(GPIOInput.monotonic(5_000, now: 6_000, wall: 1_700_000_000_000) == 5_000)
    }

    @Test func stampOfTheWallClockIsConverted() {
        #expect(GPIOInput.monotonic(1_700_000_000_000 - 40, now: 6_000, wall: 1_700_000_000_000) == 5_960)
    }

    @Test func stampThatFitsNoClockIsNow() {
        #expect(GPIOInput.monotonic(9_000_000_000_000, now: 6_000, wall: 1_700_000_000_000) == 6_000)
        #expect(GPIOInput.monotonic(1_600_000_000_000, now: 6_000, wall: 1_700_000_000_000) == 6_000)
    }
}
