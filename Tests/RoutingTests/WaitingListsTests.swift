import TestSupport
import Testing

@testable import Plan
@testable import Routing

/// Lists of actions that wait (A4).
@Suite struct WaitingListsTests {
    private let table = TableMemory(WaitingLists.byteCount)

    private func entry(_ list: UInt16, at due: UInt64) -> WaitingLists.Entry {
        WaitingLists.Entry(due: due, list: list, next: 1)
    }

    // The macro `#expect` cannot call a mutating method.
    private func add(_ entry: WaitingLists.Entry, to lists: inout WaitingLists, fits: Bool = true) {
        let isAdded = lists.add(entry)
        #expect(isAdded == fits)
    }

    @Test func listsGoOnInOrderOfTimeThenOfTheirWait() {
        var lists = WaitingLists(&table.memory)
        for (list, due) in [(3, 20), (1, 10), (2, 20), (4, 10)] as [(UInt16, UInt64)] {
            add(entry(list, at: due), to: &lists)
        }
        var order: [UInt16] = []
        while let first = lists.takeFirst() { order.append(first.list) }
        #expect(order == [1, 4, 3, 2])
        #expect(lists.nextAt == .max)
    }

    @Test func aListIsEndedWherever() {
        var lists = WaitingLists(&table.memory)
        for list in UInt16(0)..<3 { add(entry(list, at: UInt64(list)), to: &lists) }
        lists.end(1)
        lists.end(7)
        #expect(lists.takeFirst()?.list == 0)
        #expect(lists.takeFirst()?.list == 2)
    }

    @Test func oneMoreThanTheLimitIsRefused() {
        var lists = WaitingLists(&table.memory)
        for list in 0..<UInt16(Limits.waitingLists) { add(entry(list, at: 0), to: &lists) }
        add(entry(999, at: 0), to: &lists, fits: false)
    }
}
