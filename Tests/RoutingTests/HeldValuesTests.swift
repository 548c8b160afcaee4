import Testing

@testable import Plan
@testable import Routing

/// Values that wait for the end of a `hold` (R21).
@Suite final class HeldValuesTests {
    private let table = TableMemory(HeldValues.byteCount)
    private lazy var held = HeldValues(&table.memory)

    private let remaps: [Remap] = (0..<20).map { index in
        var remap = Remap()
        remap.state = UInt16(index)
        if index == 19 { remap.mode.kind = .latch }
        return remap
    }

    private func keep(_ remap: UInt16, _ channel: UInt8, _ value: UInt16) -> Bool {
        let entry = HeldValues.Entry(input: InputKey(0, channel, 1), remap: remap, value: value)
        return remaps.withUnsafeBufferPointer { held.keep(entry, of: $0.baseAddress!) }
    }

    private var kept: [[UInt16]] {
        (0..<held.count).map { [held[$0].remap, UInt16(held[$0].input.channel), held[$0].value] }
    }

    @Test func valuesStandInListedOrderOfTheirRemaps() {
        for (remap, channel, value) in [(5, 0, 1), (2, 3, 2), (5, 1, 3), (2, 3, 4), (9, 0, 5)]
            as [(UInt16, UInt8, UInt16)]
        {
            #expect(keep(remap, channel, value))
        }
        #expect(kept == [[2, 3, 4], [5, 0, 1], [5, 1, 3], [9, 0, 5]])
        #expect(held.remove(1).value == 1)
        #expect(kept == [[2, 3, 4], [5, 1, 3], [9, 0, 5]])
    }

    /// R12: a latch has one value for all channels.
    @Test func latchHasOneValue() {
        #expect(keep(19, 0, 1) && keep(19, 4, 2))
        #expect(kept == [[19, 4, 2]])
    }

    @Test func oneMoreThan256HasNoRoom() {
        for index in 0..<Limits.heldValues { #expect(keep(UInt16(index / 16), UInt8(index % 16), 1)) }
        #expect(!keep(17, 0, 1) && held.count == Limits.heldValues)
        // A newer value takes the place of an older one.
        #expect(keep(15, 15, 7) && kept.last == [15, 15, 7])
    }
}
