import Plan
import TestSupport
import Testing

@testable import Configuration

/// The memory of compiled tables.
@Suite struct ArenaTests {
    @Test func equalTablesAreStoredOnce() {
        let arena = Arena()
        let first = arena.share([1, 2, 3] as [UInt16])
        #expect(arena.share([1, 2, 3] as [UInt16]) == first)
        #expect(arena.share([1, 2, 4] as [UInt16]) != first)
        #expect(arena.share([1, 2] as [UInt16]) != first)
        #expect(Array(UnsafeBufferPointer(start: first, count: 3)) == [1, 2, 3])
        withExtendedLifetime(arena) {}
    }

    @Test(arguments: [false, true])
    func tablesOfAllSizesKeepTheirContent(_ isKept: Bool) {
        let arena = Arena(isKept: isKept)
        let sizes = [0, 1, 100, 16384, 3, 32769, 65536, 7, 131_073, 300_000, 100_000]
        let tables = sizes.map { size in (size, arena.copy((0..<size).map { UInt32($0 ^ size) })) }
        arena.close()
        // A later table must not overlap the others.
        arena.table(100, UInt8(0)).update(repeating: 0xFF, count: 100)
        for (size, table) in tables {
            #expect((0..<size).allSatisfy { table[$0] == UInt32($0 ^ size) }, "\(size)")
        }
        withExtendedLifetime(arena) {}
    }

    @Test func slotTableReturnsTheNumberOfEachSlot() {
        let arena = Arena()
        var random = SplitMix(state: 1)
        for count in [0, 1, 8, 64, 1368] {
            let slots = (0..<1368).shuffled(using: &random).prefix(count)
            let table = arena.slotTable(slots.map { SlotTable.Entry(slot: $0, number: UInt16($0 * 3)) })
            let chosen = Set(slots)
            for slot in 0..<1368 {
                #expect(table[slot] == (chosen.contains(slot) ? UInt16(slot * 3) : SlotTable.none), "\(count) \(slot)")
            }
        }
        withExtendedLifetime(arena) {}
    }
}
