import Testing

@testable import Plan
@testable import Routing

@Suite struct WaitingInputsTests {
    private let table = TableMemory(WaitingInputs.byteCount)

    private func listed(_ waiting: WaitingInputs) -> [UInt16] {
        var slots: [UInt16] = []
        var index = waiting.oldest
        while !index.isNone {
            slots.append(waiting[index].slot)
            index = waiting.newer(than: index)
        }
        return slots
    }

    @Test func theOldestIsDueFirst() {
        var waiting = WaitingInputs(&table.memory)
        for slot in 1...4 { _ = waiting.add(0, 0, slot, at: UInt64(slot)) }
        #expect(listed(waiting) == [1, 2, 3, 4])
        #expect(waiting[waiting.oldest].due == 1 + WaitingInputs.patience)
    }

    @Test(arguments: [(0, [2, 3]), (1, [1, 3]), (2, [1, 2])] as [(Int, [UInt16])])
    func removalKeepsTheOrderOfTheOthers(_ which: Int, _ left: [UInt16]) {
        var waiting = WaitingInputs(&table.memory)
        let places = (1...3).map { waiting.add(0, 0, $0, at: 0) }
        waiting.remove(places[which])
        #expect(listed(waiting) == left)
        _ = waiting.add(0, 0, 9, at: 0)
        #expect(listed(waiting) == left + [9])
    }

    @Test func oldestMatchingInputIsFound() {
        var waiting = WaitingInputs(&table.memory)
        _ = waiting.add(1, 0, 5, at: 0)
        let place = waiting.add(2, 0, 6, at: 0)
        _ = waiting.add(2, 0, 7, at: 0)
        #expect(waiting.oldest { $0.source == 2 } == place)
        #expect(waiting.oldest { $0.source == 3 }.isNone)
    }

    @Test func removedInputsFreeTheirSlots() {
        var waiting = WaitingInputs(&table.memory)
        #expect(waiting.freeCount == Limits.waitingInputs)
        for slot in 0..<Limits.waitingInputs { _ = waiting.add(0, 0, slot, at: 0) }
        #expect(waiting.freeCount == 0)
        while !waiting.oldest.isNone { waiting.remove(waiting.oldest) }
        #expect(waiting.freeCount == Limits.waitingInputs)
    }
}
