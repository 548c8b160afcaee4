import Testing

@testable import Plan
@testable import Routing

/// R27: the times of controllers with `settle`.
@Suite struct SettlingInputsTests {
    private let table = TableMemory(SettlingInputs.byteCount)

    private func start(
        _ number: Int, until endsAt: UInt64, _ settling: inout SettlingInputs, fits: Bool = true, rises: Bool = true
    ) {
        let input = InputKey(UInt8(number / 16), UInt8(number % 16), 900)
        // The macro `#expect` cannot call a mutating method.
        let isStarted = settling.start(SettlingInputs.Entry(input, rises: rises, endsAt: endsAt))
        #expect(isStarted == fits)
    }

    private func order(_ settling: inout SettlingInputs) -> [UInt8] {
        var order: [UInt8] = []
        while !settling.isEmpty { order.append(settling.takeFirst().channel) }
        return order
    }

    @Test func timesEndInOrderThenAsTheyBegan() {
        var settling = SettlingInputs(&table.memory)
        #expect(settling.nextAt == .max)
        for (number, endsAt) in [(3, 20), (1, 10), (2, 20), (4, 10)] { start(number, until: UInt64(endsAt), &settling) }
        #expect(settling.nextAt == 10)
        let ended = order(&settling)
        #expect(ended == [1, 4, 3, 2])
        #expect(settling.nextAt == .max)
    }

    @Test func aTimeThatBeginsAnewEndsOnce() {
        var settling = SettlingInputs(&table.memory)
        start(1, until: 10, &settling)
        start(2, until: 20, &settling)
        start(1, until: 30, &settling, rises: false)
        #expect(settling.count == 2 && settling.nextAt == 20)
        let rises = settling.place(of: InputKey(0, 1, 900)).map { settling[$0].rises }
        #expect(rises == false)
        #expect(settling.place(of: InputKey(0, 1, 901)) == nil && settling.place(of: InputKey(1, 1, 900)) == nil)
        let ended = order(&settling)
        #expect(ended == [2, 1])
    }

    @Test func timesOfASourceAreRemoved() {
        var settling = SettlingInputs(&table.memory)
        for number in [3, 16, 5, 17, 4] { start(number, until: 7, &settling) }
        settling.remove(of: 1)
        let ended = order(&settling)
        #expect(ended == [3, 5, 4])
    }

    @Test func oneMoreThanTheLimitIsRefused() {
        var settling = SettlingInputs(&table.memory)
        for number in 0..<Limits.settlingInputs { start(number, until: 5, &settling) }
        start(Limits.settlingInputs, until: 5, &settling, fits: false)
        // One that is there begins anew.
        start(0, until: 9, &settling)
        #expect(settling.count == Limits.settlingInputs)
    }

    /// Recorded bytes may name an input that the plan does not have.
    @Test func recordedBytesAreChecked() {
        var settling = SettlingInputs(&table.memory)
        #expect(settling.hasValidState(nil))
        start(1, until: 10, &settling)
        #expect(!settling.hasValidState(nil))
    }
}
