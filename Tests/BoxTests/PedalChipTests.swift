import Configuration
import Devices
import Loop
import Testing

@testable import Box

/// I10, F5: the pedals of a chip are read in turn, and a chip that fails is opened again.
@Suite struct PedalChipTests {
    /// An ADS1115 as in its data sheet: it measures one input at a time, and tells when it is done.
    private final class Converter: I2CWords {
        let name = "the chip"
        var now: UInt64 = 0
        /// The voltages of the inputs, in eighths of a millivolt.
        var voltages: [Int16] = [0, 0, 0, 0]
        var isSilent = false
        private(set) var opened = 0
        private(set) var isOpen = false
        /// Conversions that were begun.
        private(set) var conversions = 0
        private var config: UInt16 = 0x8583
        private var doneAt: UInt64 = 0
        private let time: UInt64

        init(time: UInt64) { self.time = time }

        func open() throws(DeviceError) -> Converter {
            opened += 1
            if isSilent { throw DeviceError.missing(name, .chip) }
            isOpen = true
            return self
        }

        func close() { isOpen = false }

        /// After a loss of power it has the settings of the data sheet.
        func cutPower() { config = 0x8583 }

        func read(word register: UInt8) -> Int {
            if isSilent { return IOResult.gone }
            if register == 1 { return Int(config & 0x7FFF | (now >= doneAt ? 0x8000 : 0)) }
            return Int(UInt16(bitPattern: voltages[Int(config >> 12 & 3)]))
        }

        func write(word: UInt16, register: UInt8) -> Int {
            if isSilent { return IOResult.gone }
            #expect(register == 1 && word & 0xCF1F == 0xC303, "single-shot, against ground, ±4.096 V")
            (config, doneAt) = (word, now + time)
            conversions += 1
            return 0
        }
    }

    private struct Bench {
        let converter: Converter
        var chip: PedalChip<Converter>

        init(_ inputs: [Int], isFast: Bool = false, conversion: UInt64 = 1_163_000) {
            let converter = Converter(time: conversion)
            self.converter = converter
            let pedals = inputs.enumerated().map { place, input in
                var pedal = PedalConfiguration(number: place + 1)
                pedal.input = input
                pedal.chip = isFast ? .ads1015 : .ads1115
                return pedal
            }
            chip = PedalChip(pedals) { () throws(DeviceError) in try converter.open() }
        }

        /// Lets time pass as the thread does. Returns the readings by pedal.
        mutating func run(_ milliseconds: UInt64) -> [[Int32]] {
            let end = converter.now + milliseconds * 1_000_000
            var readings: [[Int32]] = [[], [], [], []]
            while chip.nextAt < end {
                converter.now = max(converter.now, chip.nextAt)
                if case .reading(let pedal, let reading, _)? = chip.read(at: converter.now) {
                    readings[Int(pedal)].append(reading)
                }
            }
            converter.now = end
            return readings
        }
    }

    @Test func eachPedalHasItsInput() {
        var bench = Bench([3, 0])
        bench.converter.voltages = [800, 0, 0, 24_000]
        let readings = bench.run(20)
        #expect(readings[0].first == 24_000 && readings[1].first == 800)
    }

    @Test func pedalIsReadEveryFourMilliseconds() {
        var bench = Bench([0])
        _ = bench.run(1000)
        #expect(249...251 ~= bench.converter.conversions)
        var four = Bench([0, 1, 2, 3])
        _ = four.run(1000)
        // 1.163 ms each: more than 200 a second together.
        #expect(four.converter.conversions > 800)
        var fast = Bench([0, 1, 2, 3], isFast: true, conversion: 303_000)
        _ = fast.run(1000)
        #expect(996...1004 ~= fast.converter.conversions)
    }

    /// A chip whose clock is slow by the 10 % of the data sheet.
    @Test func slowChipIsAskedAgain() {
        var bench = Bench([0], conversion: 1_300_000)
        bench.converter.voltages[0] = 8000
        #expect(bench.run(10)[0] == [8000])
    }

    @Test func restingPedalSaysNothing() {
        var bench = Bench([0])
        bench.converter.voltages[0] = 8000
        #expect(bench.run(20)[0] == [8000])
        bench.converter.voltages[0] = 8005
        #expect(bench.run(1000)[0].isEmpty)
        bench.converter.voltages[0] = 9000
        #expect(bench.run(20)[0] == [9000])
    }

    @Test func chipThatFailsIsOpenedOnceASecond() {
        var bench = Bench([0])
        bench.converter.voltages[0] = 8000
        _ = bench.run(100)
        bench.converter.isSilent = true
        _ = bench.run(100)
        let before = bench.converter.opened
        #expect(bench.run(5000)[0].isEmpty && bench.chip.isLost && !bench.converter.isOpen)
        #expect(bench.converter.opened - before == 5)
        bench.converter.isSilent = false
        // It counts at once, however far it has moved meanwhile.
        bench.converter.voltages[0] = 24_000
        #expect(bench.run(1100)[0] == [24_000] && !bench.chip.isLost && bench.chip.recoveries == 1)
    }

    /// A voltage that was measured with other settings does not count.
    @Test func chipThatLostPowerIsNotBelieved() {
        var bench = Bench([2])
        bench.converter.voltages = [1, 1, 8000, 1]
        _ = bench.chip.read(at: bench.converter.now)
        bench.converter.cutPower()
        bench.converter.now = bench.chip.nextAt
        #expect(bench.chip.read(at: bench.converter.now) == nil && bench.chip.isLost)
        #expect(bench.run(1100)[0] == [8000] && !bench.chip.isLost)
    }
}
