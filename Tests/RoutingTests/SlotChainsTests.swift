import Testing

@testable import Routing

@Suite struct SlotChainsTests {
    private let table = TableMemory(SlotChains<ThreeKeys>.byteCount)

    private func listed(_ chains: SlotChains<ThreeKeys>, _ key: Int) -> [Int] {
        var slots: [Int] = []
        var slot = chains.first(of: key)
        while !slot.isNone {
            slots.append(slot.index)
            slot = chains.next(after: slot)
        }
        return slots
    }

    @Test func slotsOfAChainAreInOrderOfPlace() {
        let chains = SlotChains<ThreeKeys>(&table.memory)
        chains.begin(Slot(4), of: 1)
        chains.append(Slot(2), of: 1)
        chains.insert(Slot(7), after: .none, of: 1)
        chains.insert(Slot(0), after: Slot(4), of: 1)
        chains.append(Slot(5), of: 2)
        #expect(listed(chains, 1) == [7, 4, 0, 2] && listed(chains, 2) == [5] && listed(chains, 0) == [])
    }

    @Test(arguments: 0..<3) func anySlotMayGoFirst(_ gone: Int) {
        let chains = SlotChains<ThreeKeys>(&table.memory)
        for slot in 0..<3 { chains.append(Slot(slot), of: 0) }
        chains.remove(Slot(gone), of: 0)
        #expect(listed(chains, 0) == [0, 1, 2].filter { $0 != gone })
        chains.append(Slot(gone), of: 0)
        #expect(listed(chains, 0).last == gone)
        chains.removeAll(of: 0)
        #expect(listed(chains, 0) == [])
    }

    /// Restored bytes may be anything: a chain that leads to itself, past the pool or to another key's slot is refused.
    @Test func onlyWholeChainsAreTaken() {
        let chains = SlotChains<ThreeKeys>(&table.memory)
        for slot in 0..<3 { chains.append(Slot(slot), of: slot & 1) }
        let belongs: (Slot, Int) -> Bool = { $0.index & 1 == $1 }
        #expect(chains.isWhole(count: 3, where: belongs))
        #expect(!chains.isWhole(count: 2, where: belongs) && !chains.isWhole(count: 4, where: belongs))
        #expect(!chains.isWhole(count: 3) { _, key in key == 0 })
        chains.insert(Slot(8 - 1), after: Slot(1), of: 1)
        #expect(chains.isWhole(count: 4, where: belongs))
        // 2 leads to itself.
        chains.insert(Slot(2), after: Slot(2), of: 0)
        #expect(!chains.isWhole(count: 4, where: belongs))
    }
}

private enum ThreeKeys: ChainTable {
    static var keys: Int { 3 }
    static var slots: Int { 8 }
}
