import TestSupport
import Testing

@testable import Routing

@Suite struct SlotPoolTests {
    private static let capacity = 5
    private let table = TableMemory(SlotPool<UInt32>.byteCount(capacity))
    private let other = TableMemory(SlotPool<UInt32>.byteCount(capacity))

    private func pool() -> SlotPool<UInt32> { SlotPool(&table.memory, capacity: Self.capacity, repeating: 7) }

    private func taken(_ pool: inout SlotPool<UInt32>, _ elements: UInt32...) -> [Slot] {
        elements.map { element in
            let slot = pool.take()
            pool[slot] = element
            return slot
        }
    }

    private func listed(_ pool: SlotPool<UInt32>, _ list: SlotList) -> [UInt32] {
        var (elements, slot) = ([UInt32](), list.first)
        while !slot.isNone {
            elements.append(pool[slot])
            slot = pool.next(after: slot)
        }
        return elements
    }

    @Test func fullPoolReturnsNoSlot() {
        var pool = pool()
        let slots = taken(&pool, 1, 2, 3, 4, 5)
        #expect(Set(slots.map(\.index)) == [0, 1, 2, 3, 4])
        #expect(pool.isFull && pool.freeCount == 0 && pool.take().isNone && pool.freeCount == 0)
        pool.giveBack(slots[2])
        #expect(!pool.isFull && pool.freeCount == 1 && pool.take() == slots[2] && pool.take().isNone)
    }

    @Test func anElementStaysUntilAnotherIsSet() {
        var pool = pool()
        let slot = pool.take()
        #expect(pool[slot] == 7)
        pool[slot] = 8
        pool[slot] += 1
        #expect(pool[slot] == 9)
    }

    @Test func slotsAreTakenInOrderAtFirst() {
        var pool = pool()
        #expect(taken(&pool, 1, 2, 3).map(\.index) == [0, 1, 2])
    }

    @Test func slotStaysTakenUntilItIsReturned() {
        var pool = pool()
        let slots = taken(&pool, 1, 2)
        #expect(pool.isTaken(slots[0]) && !pool.isTaken(Slot(2)))
        pool.giveBack(slots[0])
        #expect(!pool.isTaken(slots[0]) && pool.isTaken(slots[1]))
    }

    @Test func slotsLeaveAListAtItsEndsAndBetween() {
        var (pool, list) = (pool(), SlotList())
        let slots = taken(&pool, 1, 2, 3, 4)
        for slot in slots { pool.append(slot, to: &list) }
        pool.remove(slots[1], from: &list)
        #expect(listed(pool, list) == [1, 3, 4] && pool.previous(before: slots[2]) == slots[0])
        pool.remove(slots[0], from: &list)
        #expect(listed(pool, list) == [3, 4] && pool.previous(before: slots[2]).isNone)
        pool.remove(slots[3], from: &list)
        #expect(listed(pool, list) == [3] && list.last == slots[2])
        pool.remove(slots[2], from: &list)
        #expect(list.isEmpty && list.last.isNone)
        pool.append(slots[3], to: &list)
        #expect(listed(pool, list) == [4])
    }

    @Test func aSlotIsInsertedAnywhere() {
        var (pool, list) = (pool(), SlotList())
        let slots = taken(&pool, 1, 2, 3, 4)
        pool.insert(slots[0], after: .none, in: &list)
        pool.insert(slots[1], after: .none, in: &list)
        pool.insert(slots[2], after: slots[1], in: &list)
        pool.insert(slots[3], after: slots[0], in: &list)
        #expect(listed(pool, list) == [2, 3, 1, 4] && list.last == slots[3] && pool.isWhole(list, count: 4))
    }

    /// Slots can be in a list of their pool and, through a second table of links, in another list.
    @Test func secondLinksListTheSameSlots() {
        var (pool, byAge, byKind) = (pool(), SlotList(), SlotList())
        let links = SlotLinks(&other.memory, count: Self.capacity)
        let slots = taken(&pool, 1, 2, 3)
        for slot in slots { pool.append(slot, to: &byAge) }
        for slot in slots.reversed() { links.append(slot, to: &byKind) }
        links.remove(slots[1], from: &byKind)
        #expect(listed(pool, byAge) == [1, 2, 3])
        #expect(byKind.first == slots[2] && links.next(after: slots[2]) == slots[0] && byKind.last == slots[0])
    }
}

// MARK: - Restored bytes

extension SlotPoolTests {
    /// Every change of a link or count is found.
    @Test func aBrokenPoolIsNotValid() {
        var (pool, list) = (pool(), SlotList())
        for slot in taken(&pool, 1, 2, 3) { pool.append(slot, to: &list) }
        var tables: [UnsafeMutableRawBufferPointer] = []
        pool.forEachTable { tables.append($0) }
        #expect(pool.hasValidState() && pool.isWhole(list, count: 3))
        let links = tables[1].bindMemory(to: UInt16.self)
        for index in links.indices {
            for wrong: UInt16 in [0, 1, 2, 3, 4, 5, 0xFFFE, 0xFFFF] where wrong != links[index] {
                let right = links[index]
                links[index] = wrong
                #expect(!(pool.hasValidState() && pool.isWhole(list, count: 3)), "link \(index): \(wrong)")
                links[index] = right
            }
        }
        #expect(!pool.isWhole(list, count: 2) && !pool.isWhole(list, count: 4) && !pool.isWhole(SlotList(), count: 3))
    }

    /// A pool whose bytes are replaced by those of another becomes the same pool.
    @Test func restoredPoolBehavesLikeTheFirst() {
        var (first, second) = (pool(), SlotPool<UInt32>(&other.memory, capacity: Self.capacity, repeating: 0))
        var list = SlotList()
        for slot in taken(&first, 1, 2, 3) { first.append(slot, to: &list) }
        first.remove(list.first, from: &list)
        first.giveBack(Slot(0))
        var bytes: [[UInt8]] = []
        first.forEachTable { bytes.append(Array($0)) }
        var next = 0
        second.forEachTable { table in
            table.copyBytes(from: bytes[next])
            next += 1
        }
        #expect(second.hasValidState() && listed(second, list) == [2, 3] && second.freeCount == 3)
        #expect(second.take() == Slot(0))
    }
}

// MARK: - Against a model

extension SlotPoolTests {
    /// Slots and lists as arrays.
    private struct Model {
        var elements: [Int: UInt32] = [:]
        var lists: [[Int]] = [[], [], []]
        var isolated: [Int] = []
    }

    @Test(arguments: UInt64(1)...50)
    func operationsMatchAnArrayModel(seed: UInt64) {
        var random = SplitMix(state: seed)
        let capacity = 1 + random.below(40)
        let memory = TableMemory(SlotPool<UInt32>.byteCount(capacity))
        var pool = SlotPool<UInt32>(&memory.memory, capacity: capacity, repeating: 0)
        var lists = [SlotList(), SlotList(), SlotList()]
        var model = Model()
        for step in 0..<400 {
            let which = random.below(3)
            switch random.below(6) {
            case 0, 1: take(from: &pool, &model, UInt32(step), capacity)
            case 2:
                guard let index = removed(random.below(64), from: &model.isolated) else { continue }
                pool.append(Slot(index), to: &lists[which])
                model.lists[which].append(index)
            case 3:
                guard let index = removed(random.below(64), from: &model.isolated) else { continue }
                let place = random.below(model.lists[which].count + 1)
                let previous = place == 0 ? Slot.none : Slot(model.lists[which][place - 1])
                pool.insert(Slot(index), after: previous, in: &lists[which])
                model.lists[which].insert(index, at: place)
            case 4:
                guard let index = removed(random.below(64), from: &model.lists[which]) else { continue }
                pool.remove(Slot(index), from: &lists[which])
                model.isolated.append(index)
            default:
                guard let index = removed(random.below(64), from: &model.isolated) else { continue }
                pool.giveBack(Slot(index))
                model.elements[index] = nil
            }
            expectSame(pool, lists, model, capacity, "seed \(seed), step \(step)")
        }
    }

    private func take(from pool: inout SlotPool<UInt32>, _ model: inout Model, _ element: UInt32, _ capacity: Int) {
        let slot = pool.take()
        #expect(slot.isNone == (model.elements.count == capacity))
        if slot.isNone { return }
        #expect(model.elements[slot.index] == nil)
        pool[slot] = element
        model.elements[slot.index] = element
        model.isolated.append(slot.index)
    }

    private func removed(_ number: Int, from list: inout [Int]) -> Int? {
        list.isEmpty ? nil : list.remove(at: number % list.count)
    }

    private func expectSame(
        _ pool: SlotPool<UInt32>, _ lists: [SlotList], _ model: Model, _ capacity: Int, _ place: Comment
    ) {
        #expect(pool.freeCount == capacity - model.elements.count, place)
        #expect(pool.isFull == (pool.freeCount == 0) && pool.hasValidState(), place)
        for index in 0..<capacity { #expect(pool.isTaken(Slot(index)) == (model.elements[index] != nil), place) }
        for (list, indices) in zip(lists, model.lists) {
            #expect(listed(pool, list) == indices.map { model.elements[$0]! }, place)
            #expect(list.last == (indices.last.map { Slot($0) } ?? .none), place)
            #expect(pool.isWhole(list, count: indices.count), place)
        }
    }
}
