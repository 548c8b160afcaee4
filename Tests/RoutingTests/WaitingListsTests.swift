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

    @Test func listsGoOnInOrderOfTimeThenOfTheirWait() {
        var lists = WaitingLists(&table.memory)
        for (list, due) in [(3, 20), (1, 10), (2, 20), (4, 10)] as [(UInt16, UInt64)] {
            #expect(lists.add(entry(list, at: due)))
        }
        var order: [UInt16] = []
        while let first = lists.takeFirst() { order.append(first.list) }
        #expect(order == [1, 4, 3, 2])
        #expect(lists.nextAt == .max)
    }

    @Test func aListIsEndedWherever() {
        var lists = WaitingLists(&table.memory)
        for list in UInt16(0)..<3 { #expect(lists.add(entry(list, at: UInt64(list)))) }
        lists.end(1)
        lists.end(7)
        #expect(lists.takeFirst()?.list == 0)
        #expect(lists.takeFirst()?.list == 2)
    }

    @Test func oneMoreThanTheLimitIsRefused() {
        var lists = WaitingLists(&table.memory)
        for list in 0..<UInt16(Limits.waitingLists) { #expect(lists.add(entry(list, at: 0))) }
        #expect(!lists.add(entry(999, at: 0)))
    }
}
