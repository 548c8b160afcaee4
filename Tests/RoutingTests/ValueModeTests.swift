import Testing

@testable import Plan
@testable import Routing

@Suite struct ValueModeTests {
    private func mode(_ kind: ValueMode.Kind, _ edge: ValueMode.Edge = .rising) -> ValueMode {
        var mode = ValueMode()
        mode.kind = kind
        mode.edge = edge
        return mode
    }

    /// R14: rising when previous < trigger <= new, falling when previous > trigger >= new.
    @Test(
        arguments: [
            (63, 64, true, false), (64, 65, false, false), (0, 127, true, false), (0, 63, false, false),
            (65, 64, false, true), (64, 63, false, false), (127, 0, false, true), (127, 65, false, false),
            (64, 64, false, false),
        ] as [(Int32, Int32, Bool, Bool)])
    func edges(_ previous: Int32, _ value: Int32, _ rises: Bool, _ falls: Bool) {
        #expect(mode(.latch, .rising).fires(from: previous, to: value) == rises)
        #expect(mode(.latch, .falling).fires(from: previous, to: value) == falls)
        #expect(mode(.latch, .both).fires(from: previous, to: value) == (rises || falls))
    }

    @Test func directPassesEveryValue() {
        #expect(mode(.direct).next(after: 5, from: 9, to: 9, back: false) == 9)
    }

    @Test func latchTurnsBetween0And127() {
        #expect(mode(.latch).first == 0)
        #expect(mode(.latch).next(after: 0, from: 0, to: 127, back: false) == 127)
        #expect(mode(.latch).next(after: 127, from: 0, to: 127, back: false) == 0)
        #expect(mode(.latch).next(after: 0, from: 127, to: 127, back: false) == nil)
    }

    /// R12: the value begins at `start` and wraps or stops at `end`; downwards it is the other way round.
    @Test func incrementStepsWithinItsEnds() {
        var steps = mode(.increment)
        (steps.start, steps.end, steps.by) = (5, 10, 2)
        #expect(steps.first == 5)
        #expect([5, 7, 9, 10].map { steps.step($0, back: false) } == [7, 9, 5, 5])
        #expect([10, 7, 6, 5].map { steps.step($0, back: true) } == [8, 5, 10, 10])
        steps.wraps = false
        #expect([9, 10].map { steps.step($0, back: false) } == [10, 10])
        #expect([6, 5].map { steps.step($0, back: true) } == [5, 5])
        #expect(steps.next(after: 5, from: 127, to: 0, back: false) == nil)
    }

    /// R26: the steps of every value in each form.
    @Test func valuesStandForSteps() {
        for value in Int32(0)...127 {
            let complement = value < 64 ? value : value == 64 ? 0 : value - 128
            #expect(ValueMode.Steps.complement.count(in: value) == complement)
            #expect(ValueMode.Steps.offset.count(in: value) == value - 64)
            #expect(ValueMode.Steps.sign.count(in: value) == (value & 64 == 0 ? value : -(value & 63)))
            let single: Int32 = value == 1 ? 1 : value == 0 || value == 127 ? -1 : 0
            #expect(ValueMode.Steps.single.count(in: value) == single)
        }
    }

    /// R26: `by` is multiplied by the steps, whatever came before, and wraps or stops once.
    @Test func relativeControllerStepsByItsValue() {
        var mode = mode(.relative)
        (mode.start, mode.end, mode.by) = (10, 40, 3)
        for steps in [ValueMode.Steps.complement, .offset, .sign, .single] {
            mode.steps = steps
            #expect(mode.steps == steps && mode.first == 10)
        }
        mode.steps = .offset
        #expect(mode.next(after: 10, from: 66, to: 66, back: false) == 16)
        #expect(mode.next(after: 16, from: 66, to: 64, back: false) == nil)
        #expect(mode.next(after: 16, from: 0, to: 63, back: false) == 13)
        #expect(mode.next(after: 16, from: 0, to: 127, back: false) == 10)
        #expect(mode.next(after: 16, from: 0, to: 0, back: false) == 40)
        mode.wraps = false
        #expect(mode.next(after: 16, from: 0, to: 127, back: false) == 40)
        #expect(mode.next(after: 16, from: 0, to: 0, back: false) == 10)
        mode.by = -16383
        (mode.start, mode.end) = (0, 16383)
        #expect(mode.first == 16383)
        #expect(mode.next(after: 16383, from: 0, to: 127, back: false) == 0)
        #expect(mode.next(after: 0, from: 0, to: 0, back: false) == 16383)
    }

    /// R12: downwards without `wrap` it begins at `end` and stays at `start`.
    @Test func incrementThatStopsDownwardsBeginsAtItsEnd() {
        var steps = mode(.increment)
        (steps.start, steps.end, steps.by) = (5, 10, -2)
        #expect(steps.first == 5)
        #expect(steps.step(steps.first, back: false) == 10)
        steps.wraps = false
        #expect(steps.first == 10)
        #expect([10, 8, 6, 5].map { steps.step($0, back: false) } == [8, 6, 5, 5])
        #expect([5, 9, 10].map { steps.step($0, back: true) } == [7, 10, 10])
    }
}

extension ValueMode {
    /// The internal value that follows, of a mode without `rearm`.
    fileprivate func next(after current: Int32, from previous: Int32, to value: Int32, back: Bool) -> Int32? {
        let table = TableMemory(Stages.byteCount)
        var stages = Stages(&table.memory)
        return withExtendedLifetime(table) {
            stages.next(of: self, after: current, from: previous, to: value, back: back, of: 0, 0)
        }
    }
}
