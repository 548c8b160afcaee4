import Settings
import CPlatform
import Testing

@testable import Devices

@Suite struct GPIOTests {

    @Test func anAbsentChipIsMissing() {
        #expect(throws: DeviceError.missing("/dev/treadle-no-chip", .gpio)) {
            try GPIOInput(chip: "treadle-no-chip", line: 3, activeLow: true, pull: .up)
        }
    }

    /// A device that is no GPIO chip has no lines. libgpiod 1 gives ENOTTY, libgpiod 2 ENODEV.
    @Test func deviceThatIsNotAChipIsRefused() {
        let refusal = #expect(throws: DeviceError.self) { try GPIOOutput(chip: "null", line: 0) }
        let failed = DeviceError.failed("/dev/null", doing: "opening", code: ENOTTY)
        #expect(refusal == failed || refusal == .missing("/dev/null", .gpio))
    }
}
