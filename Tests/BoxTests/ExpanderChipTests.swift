import Configuration
import Devices
import Loop
import Testing

@testable import Box

/// I10: footswitches at an expander.
@Suite struct ExpanderChipTests {
    /// An MCP23017 or PCF8575 whose lines a test pulls to ground.
    private final class Expander: I2CWords {
        let name = "the chip"
        let kind: ExpanderConfiguration.Chip
        /// The levels, line 0 in bit 0.
        var levels: UInt16 = 0xFFFF
        var isSilent = false
        private(set) var opened = 0
        private var pullUps: UInt16 = 0

        init(_ kind: ExpanderConfiguration.Chip) { self.kind = kind }

        func open() throws(DeviceError) -> Expander {
            opened += 1
            if isSilent { throw DeviceError.missing(name, .chip) }
            return self
        }

        func close() {}

        func cutPower() { pullUps = 0 }

        func read(word register: UInt8) -> Int {
            if isSilent { return IOResult.gone }
            if kind == .pcf8575 { return register == 0xFF ? Int(levels.byteSwapped) : 0 }
            // A line without its resistor floats.
            return register == 0x0C ? Int(pullUps) : register == 0x12 ? Int((levels & pullUps).byteSwapped) : 0
        }

        func write(word: UInt16, register: UInt8) -> Int {
            if isSilent { return IOResult.gone }
            if register == 0x0C { pullUps = word }
            return 0
        }
    }

    private struct Bench {
        let expander: Expander
        var chip: ExpanderChip<Expander>
        var now: UInt64 = 1_000_000_000

        /// Footswitch 5 at line 0, 6 at line 15, and 7, active high, at line 8.
        init(_ kind: ExpanderConfiguration.Chip) {
            let expander = Expander(kind)
            self.expander = expander
            var configuration = ExpanderConfiguration(name: "more")
            configuration.chip = kind
            chip = ExpanderChip(
                configuration,
                [
                    .init(index: 5, line: 0, activeLow: true, debounce: 5_000_000),
                    .init(index: 6, line: 15, activeLow: true, debounce: 5_000_000),
                    .init(index: 7, line: 8, activeLow: false, debounce: 10_000_000),
                ]
            ) { () throws(DeviceError) in try expander.open() }
        }

        /// Lets time pass as the thread does. Returns the contacts that changed, such as `+5` and `-5`.
        mutating func run(_ milliseconds: UInt64) -> [String] {
            let end = now + milliseconds * 1_000_000
            var changes: [String] = []
            while chip.nextAt < end {
                now = max(now, chip.nextAt)
                if case .contact(let index, let closed, _)? = chip.contact(at: now) {
                    changes.append("\(closed ? "+" : "-")\(index)")
                }
            }
            now = end
            return changes
        }
    }

    @Test(arguments: ExpanderConfiguration.Chip.allCases)
    func pressAndReleaseAreTold(_ kind: ExpanderConfiguration.Chip) {
        var bench = Bench(kind)
        bench.expander.levels = 0xFEFF
        #expect(bench.run(20).isEmpty)
        bench.expander.levels = 0x7EFE
        #expect(bench.run(20) == ["+5", "+6"])
        bench.expander.levels = 0xFFFE
        #expect(bench.run(20) == ["-6", "+7"])
    }

    /// F1: what is down when the box starts was not pressed.
    @Test(arguments: ExpanderConfiguration.Chip.allCases)
    func footswitchDownAtTheStartWasNotPressed(_ kind: ExpanderConfiguration.Chip) {
        var bench = Bench(kind)
        bench.expander.levels = 0xFEFE
        #expect(bench.run(20).isEmpty)
        bench.expander.levels = 0xFEFF
        #expect(bench.run(20) == ["-5"])
    }

    /// F1: the level when the lock-out is over counts, which readings in it cannot tell.
    @Test(arguments: ExpanderConfiguration.Chip.allCases)
    func bounceWithinTheLockOutIsNotTold(_ kind: ExpanderConfiguration.Chip) {
        var bench = Bench(kind)
        bench.expander.levels = 0xFEFF
        _ = bench.run(20)
        // Closed, open at the reading after 4 ms, closed again.
        bench.expander.levels = 0xFEFE
        #expect(bench.run(4) == ["+5"])
        bench.expander.levels = 0xFEFF
        #expect(bench.run(4).isEmpty)
        bench.expander.levels = 0xFEFE
        #expect(bench.run(20).isEmpty)
        // A release in the lock-out is told when that is over, here after 8 and 12 ms.
        bench.expander.levels = 0xFEFF
        #expect(bench.run(4) == ["-5"])
        bench.expander.levels = 0xFFFE
        #expect(bench.run(4) == ["+7"])
        bench.expander.levels = 0xFEFF
        #expect(bench.run(4).isEmpty)
        #expect(bench.run(4).isEmpty)
        #expect(bench.run(4) == ["-7"])
    }

    /// F5: nothing stays pressed at a chip that is gone.
    @Test(arguments: ExpanderConfiguration.Chip.allCases)
    func chipThatFailsReleasesAndIsOpenedAgain(_ kind: ExpanderConfiguration.Chip) {
        var bench = Bench(kind)
        bench.expander.levels = 0xFEFF
        _ = bench.run(20)
        bench.expander.levels = 0xFEFE
        #expect(bench.run(20) == ["+5"])
        bench.expander.isSilent = true
        #expect(bench.run(20) == ["-5"])
        let before = bench.expander.opened
        #expect(bench.run(5000).isEmpty && bench.expander.opened - before == 5)
        bench.expander.isSilent = false
        #expect(bench.run(1100) == ["+5"])
    }

    @Test func chipThatLostPowerIsSetUpAgain() {
        var bench = Bench(.mcp23017)
        bench.expander.levels = 0xFEFF
        _ = bench.run(20)
        bench.expander.cutPower()
        // At most a second until it is noticed, then it is opened again.
        _ = bench.run(2100)
        bench.expander.levels = 0xFEFE
        #expect(bench.run(20) == ["+5"])
    }
}
