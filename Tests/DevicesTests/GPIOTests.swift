import CPlatform
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

    @Test func aChipThatIsNotThereIsMissing() {
        #expect(throws: DeviceError.missing("/dev/treadle-no-chip", .gpio)) {
            try GPIOInput(GPIOLine("treadle-no-chip:3"), activeLow: true, pull: .up)
        }
    }

    /// Another kind of device has no lines. libgpiod 1 gives ENOTTY, libgpiod 2 ENODEV.
    @Test func aDeviceThatIsNoChipIsRefused() {
        let refusal = #expect(throws: DeviceError.self) { try GPIOOutput(GPIOLine("null:0")) }
        let failed = DeviceError.failed("/dev/null", doing: "opening", code: ENOTTY)
        #expect(refusal == failed || refusal == .missing("/dev/null", .gpio))
    }
}
