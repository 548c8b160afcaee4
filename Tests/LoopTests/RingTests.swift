import Testing

@testable import Loop

/// Elements pass from one thread to another in order, and a full ring refuses.
@Suite struct RingTests {
    @Test func fullRingRefusesAndKeepsWhatItHas() {
        let ring = Ring<Int>(capacity: 4)
        #expect(ring.isEmpty && ring.pop() == nil)
        #expect((0..<4).allSatisfy { ring.push($0) } && !ring.push(4))
        #expect(ring.pop() == 0 && ring.push(4))
        #expect((1...4).allSatisfy { ring.pop() == $0 } && ring.isEmpty)
    }

    @Test func allElementsAreTakenOrNone() {
        let ring = Ring<Int>(capacity: 4)
        #expect(ring.push(0) && !ring.push(all: [1, 2, 3, 4]) && ring.push(all: [1, 2, 3]))
        #expect((0..<4).allSatisfy { ring.pop() == $0 } && ring.isEmpty)
    }

    @Test func readingThreadSeesEveryElementInOrder() async {
        let ring = Ring<Int>(capacity: 64)
        let writer = Task.detached {
            for number in 0..<200_000 { while !ring.push(number) { await Task.yield() } }
        }
        var inOrder = 0
        for expected in 0..<200_000 {
            var number = ring.pop()
            while number == nil {
                await Task.yield()
                number = ring.pop()
            }
            if number == expected { inOrder += 1 }
        }
        #expect(inOrder == 200_000 && ring.isEmpty)
        await writer.value
    }
}
