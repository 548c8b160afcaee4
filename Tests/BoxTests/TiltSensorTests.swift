import Settings
import Configuration
import Testing

@testable import Box
@testable import Devices

/// F5: the sensor reports every fault of the chip, tries again once a second, and sets the chip up again.
@Suite struct TiltSensorTests {
    /// A sensor and its chip, which measures every 10 ms.
    struct Bench {
        let chip: ChipDouble
        var sensor: TiltSensor<ChipDouble>
        var now: UInt64 = 5_000_000_000
        /// The noise of the samples.
        var noise = { (step: UInt64) in UInt8(step % 3) }

        init(_ kind: AccelerometerChip) {
            let chip = ChipDouble(kind)
            var configuration = MotionConfiguration()
            configuration.chip = kind
            self.chip = chip
            sensor = TiltSensor(configuration) { () throws(DeviceError) in try chip.open() }
        }

        /// What happens in so many milliseconds: samples, and how often it is said that there are none.
        mutating func run(_ milliseconds: UInt64) -> (samples: [Double], lost: Int) {
            var (samples, lost): ([Double], Int) = ([], 0)
            for _ in 0..<milliseconds / 10 {
                chip.measure(noise(now / 10_000_000))
                switch sensor.sample(at: now) {
                case .sample(_, _, let z, _): samples.append(z)
                case .lost: lost += 1
                case nil: break
                }
                now += 10_000_000
            }
            return (samples, lost)
        }
    }

    static let chips = AccelerometerChip.allCases

    @Test(arguments: chips)
    func aChipIsSetUpAndGivesGravity(_ kind: AccelerometerChip) {
        var bench = Bench(kind)
        let (samples, lost) = bench.run(1000)
        #expect(bench.chip.measures && lost == 0)
        // The first two, at most, are waited for: nobody knows what stood there before.
        #expect(samples.count >= 97 && samples.allSatisfy { $0 == 1 }, "\(samples)")
    }

    @Test(arguments: chips, ChipDouble.Fault.allCases)
    func faultIsReportedAndTheChipComesBack(_ kind: AccelerometerChip, _ fault: ChipDouble.Fault) {
        var bench = Bench(kind)
        _ = bench.run(2000)
        bench.chip.fault = fault
        // At the latest when it has stood still for two seconds.
        let (_, first) = bench.run(fault == .stuck ? 2100 : 1000)
        #expect(first == 1 && !bench.chip.isOpen)
        let before = bench.chip.opened
        let (samples, _) = bench.run(9000)
        #expect(samples.isEmpty)
        // Once a second; what answers like a chip is looked at for two.
        #expect(bench.chip.opened - before == (fault == .stuck ? 3 : 9))
        bench.chip.fault = nil
        bench.chip.cutPower()
        let (again, _) = bench.run(3000)
        #expect(bench.chip.measures && again.count > 150 && again.allSatisfy { $0 == 1 }, "\(again.count)")
        #expect(bench.sensor.recoveries == 1)
    }

    /// The chip answers with its identity but has lost its settings and measures nothing.
    @Test(arguments: chips)
    func chipThatLostPowerIsSetUpAgain(_ kind: AccelerometerChip) {
        var bench = Bench(kind)
        _ = bench.run(2000)
        bench.chip.cutPower()
        let (_, lost) = bench.run(1000)
        #expect(lost == 1)
        let (samples, _) = bench.run(2000)
        #expect(bench.chip.measures && samples.count > 90 && bench.sensor.recoveries == 1)
    }

    /// Equal samples are not a fault as long as the chip reports them as new.
    @Test(arguments: chips)
    func motionlessChipIsNotAFault(_ kind: AccelerometerChip) {
        var bench = Bench(kind)
        bench.noise = { _ in 0 }
        let (samples, lost) = bench.run(20_000)
        #expect(lost == 0 && samples.count >= 1998)
    }

    /// Missed samples are skipped, because the filter needs samples at intervals.
    @Test func lateSampleIsFollowedByAPunctualOne() {
        var bench = Bench(.lis3dh)
        _ = bench.run(1000)
        bench.now += 35_000_000
        #expect(bench.sensor.sample(at: bench.now) != nil)
        #expect(bench.sensor.nextAt == bench.now + 10_000_000)
    }
}
