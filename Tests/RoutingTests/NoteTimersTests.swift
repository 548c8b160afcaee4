import TestSupport
import Testing

@testable import Plan
@testable import Routing

@Suite struct NoteTimersTests {
    private let table = TableMemory(NoteTimers.byteCount)

    /// H14: timers end in order of time, then of their beginning; one that starts anew ends once.
    @Test(arguments: SplitMix.seeds.prefix(30))
    func timersEndInOrder(seed: UInt64) {
        var random = SplitMix(state: seed)
        var timers = NoteTimers(&table.memory)
        // By slot, what a table of the same size would say.
        var expected: [UInt16: NoteTimers.Timer] = [:]
        for began in UInt32(1)...1000 {
            if random.chance(60) {
                let timer = NoteTimers.Timer(
                    endsAt: UInt64(random.below(500)), began: began, slot: UInt16(random.below(200)))
                timers.start(timer)
                expected[timer.slot] = timer
            } else if let first = expected.values.min(by: { ($0.endsAt, $0.began) < ($1.endsAt, $1.began) }) {
                let taken = timers.takeFirst()
                #expect((taken.slot, taken.endsAt) == (first.slot, first.endsAt), "TREADLE_SEED=\(seed)")
                expected[first.slot] = nil
            }
        }
        #expect(timers.hasValidState(at: 0), "TREADLE_SEED=\(seed)")
    }

    @Test func recordedBytesAreChecked() {
        var timers = NoteTimers(&table.memory)
        for slot in UInt16(0)..<3 { timers.start(NoteTimers.Timer(endsAt: UInt64(slot) * 10, began: 1, slot: slot)) }
        #expect(timers.hasValidState(at: 0))
        var tables: [UnsafeMutableRawBufferPointer] = []
        timers.forEachTable { tables.append($0) }
        // The first timer later than its children, and places that no timer has.
        for (number, wrong) in [UInt8(0xFF), 7].enumerated() {
            let before = tables[number][0]
            tables[number][0] = wrong
            #expect(!timers.hasValidState(at: 0), "table \(number)")
            tables[number][0] = before
        }
        #expect(timers.hasValidState(at: 0))
        timers.start(NoteTimers.Timer(endsAt: NoteTimers.longest + 1, began: 1, slot: 9))
        #expect(!timers.hasValidState(at: 0))
    }
}
