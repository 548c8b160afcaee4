import Panel
import TestSupport
import Testing

/// I10: rotary encoders.
@Suite struct KnobTests {
    /// A knob whose contacts a test closes and opens.
    private struct Bench {
        var knobs = Knobs(present: 1)
        var a = false
        var b = false
        var time: UInt64 = 0
        var turns: [Knobs.Turn] = []

        init(changes: UInt8 = 4, fast: UInt8 = 1) {
            knobs[0].changes = changes
            knobs[0].fast = fast
        }

        mutating func set(b isB: Bool, _ closed: Bool) {
            if isB { b = closed } else { a = closed }
            if !knobs.isNews(0, b: isB, closed: closed) { return }
            if let turn = knobs.edge(0, b: isB, closed: closed, at: time) { turns.append(turn) }
        }

        /// A quarter of the way; contacts that bounce go forth and back before they come to rest.
        mutating func quarter(right: Bool, bounces: Int = 0) {
            let movesB = (a == b) != right
            let before = movesB ? b : a
            for _ in 0..<bounces {
                set(b: movesB, !before)
                set(b: movesB, before)
            }
            set(b: movesB, !before)
        }

        mutating func detent(right: Bool, after milliseconds: UInt64 = 100) {
            time += milliseconds * 1_000_000
            for _ in 0..<knobs[0].changes { quarter(right: right) }
        }

        var right: Int { turns.filter { $0.isRight }.count }
        var left: Int { turns.count - right }
    }

    @Test(arguments: [4, 2] as [UInt8])
    func detentsCountInBothDirections(_ changes: UInt8) {
        var bench = Bench(changes: changes)
        for _ in 0..<3 { bench.detent(right: true) }
        bench.detent(right: false)
        #expect(bench.turns.map { $0.value } == [1, 2, 3, 2])
        #expect(bench.right == 3 && bench.left == 1)
    }

    @Test func positionStopsAtTheEndsWhileTurnsGoOn() {
        var bench = Bench()
        bench.detent(right: false)
        #expect(bench.turns == [Knobs.Turn(isRight: false, value: nil)])
        for _ in 0..<130 { bench.detent(right: true) }
        #expect(bench.turns.last == Knobs.Turn(isRight: true, value: nil) && bench.right == 130)
    }

    @Test func fastTurnTakesSeveralSteps() {
        var bench = Bench(fast: 4)
        bench.detent(right: true)
        bench.detent(right: true, after: 29)
        bench.detent(right: true, after: 30)
        #expect(bench.turns.map { $0.value } == [1, 5, 6])
        // The other direction is another movement.
        bench.detent(right: false, after: 10)
        #expect(bench.turns.last?.value == 5)
    }

    @Test func halfTheWayAndBackIsNoDetent() {
        var bench = Bench()
        for right in [true, true, true, false, false, false] { bench.quarter(right: right) }
        #expect(bench.turns.isEmpty && !bench.a && !bench.b)
    }

    /// However long contacts bounce, and wherever the hand turns back: no detent is lost, and none invented.
    @Test(arguments: [4, 2] as [UInt8], 0..<50 as Range<UInt64>)
    func bouncingChangesNothing(_ changes: UInt8, _ seed: UInt64) {
        var random = SplitMix(state: seed)
        var bench = Bench(changes: changes)
        var quarters = 0
        var (expected, last) = (0, 0)
        for _ in 0..<2000 {
            let isRight = random.below(100) < 60
            bench.quarter(right: isRight, bounces: random.below(5))
            quarters += isRight ? 1 : -1
            // A detent counts when the knob has gone all the way from the last one.
            if quarters % Int(changes) == 0 && quarters != last {
                expected += quarters > last ? 1 : -1
                last = quarters
            }
            #expect(bench.right - bench.left == expected, "seed \(seed)")
        }
        #expect(bench.right > 0)
    }

    /// Edges that the kernel dropped lose a detent at most, and the next one counts again.
    @Test(arguments: 0..<50 as Range<UInt64>)
    func lostEdgesDoNotShiftTheDetents(_ seed: UInt64) {
        var random = SplitMix(state: seed)
        var bench = Bench()
        for _ in 0..<100 {
            let isRight = random.below(2) == 0
            for _ in 0..<4 {
                let movesB = (bench.a == bench.b) != isRight
                if random.below(3) == 0 {
                    // The level is known at the next edge of this contact only.
                    if movesB { bench.b.toggle() } else { bench.a.toggle() }
                } else {
                    bench.quarter(right: isRight)
                }
            }
            // At rest the levels are known again, with the next edges.
            bench.set(b: false, bench.a)
            bench.set(b: true, bench.b)
            let before = bench.turns.count
            bench.detent(right: true)
            #expect(bench.turns.count == before + 1 && bench.turns.last?.isRight == true, "seed \(seed)")
        }
    }

    /// A knob that lies at a detent with both contacts closed.
    @Test func knobThatRestsClosedHasItsDetentsThere() {
        var bench = Bench()
        bench.knobs.begin(0, contacts: 3)
        (bench.a, bench.b) = (true, true)
        for place in 1...8 {
            bench.quarter(right: true)
            #expect(bench.turns.count == place / 4)
        }
    }
}
