import MIDI
import Testing

@testable import Plan
@testable import Routing

/// R14, R15: last values, including those of derived inputs that wait.
@Suite struct InputsTests {
    private let table = TableMemory(Inputs.byteCount)
    private let derived = OneDerivedInput()
    private let slot = ControlInput.derived

    @Test func aDerivedInputKeepsItsValueWhileItWaits() {
        var inputs = Inputs(&table.memory, derived.inputs)
        inputs.set(0, 3, slot, to: 16383)
        #expect(inputs.wait(0, 3, slot).isNone)
        let begins = inputs.beginWait(0, 3, slot, at: 0)
        #expect(begins)
        #expect(inputs.wait(0, 3, slot) == inputs.waiting.oldest && inputs.value(0, 3, slot) == 16383)
        inputs.set(0, 3, slot, to: 5)
        #expect(inputs.wait(0, 3, slot) == inputs.waiting.oldest && inputs.value(0, 3, slot) == 5)
        let ends = inputs.endWait(0, 3, slot)
        #expect(ends)
        #expect(inputs.wait(0, 3, slot).isNone && inputs.value(0, 3, slot) == 5)
        #expect(inputs.waiting.freeCount == Limits.waitingInputs)
        let endsAgain = inputs.endWait(0, 3, slot)
        #expect(!endsAgain)
    }

    @Test func newestValueIsOfTheLastChannel() {
        let inputs = Inputs(&table.memory, derived.inputs)
        for slot in [slot, 7] {
            inputs.set(0, 3, slot, to: 30)
            inputs.set(0, 9, slot, to: 90)
            #expect(inputs.newest(0, slot) == 90 && inputs.value(0, 3, slot) == 30)
            inputs.set(0, 3, slot, to: 31)
            #expect(inputs.newest(0, slot) == 31)
        }
    }

    /// Values of a derived input are kept only for sources that a routing uses.
    @Test func unusedSourceHasNoDerivedValues() {
        var inputs = Inputs(&table.memory, derived.inputs)
        inputs.set(1, 0, slot, to: 5)
        #expect(inputs.value(1, 0, slot) == 0 && inputs.newest(1, slot) == 0)
        let begins = inputs.beginWait(1, 0, slot, at: 0)
        #expect(!begins && inputs.waiting.freeCount == Limits.waitingInputs)
    }

    /// A recorded value may be higher than the tables of the remaps of its input.
    @Test(
        arguments: [
            (DerivedInput(Parameter(isRegistered: true, msb: 0, lsb: 1, isFine: false)), 127),
            (DerivedInput(Parameter(isRegistered: false, msb: 0, lsb: 1, isFine: true)), 16383),
            (DerivedInput(kind: .pair, msb: 1, lsb: 33), 16383), (DerivedInput(kind: .settled, msb: 64, lsb: 64), 127),
            (DerivedInput(messageOf: 1, isFine: false), 127), (DerivedInput(messageOf: 1, isFine: true), 16383),
        ] as [(DerivedInput, UInt16)])
    func recordedValuesAreChecked(input: DerivedInput, highest: UInt16) {
        let derived = OneDerivedInput(input)
        derived.inputs.pointee.states[15].value = highest
        #expect(derived.inputs.pointee.hasValidState())
        if highest == 16383 { return }
        derived.inputs.pointee.states[15].value = highest + 1
        #expect(!derived.inputs.pointee.hasValidState())
    }
}

/// The derived inputs of a program that names one, at source 0.
private final class OneDerivedInput {
    let inputs: UnsafePointer<DerivedInputs>
    private let block: UnsafeMutablePointer<DerivedInputs>
    private let input = UnsafeMutablePointer<DerivedInput>.allocate(capacity: 1)
    private let order = UnsafeMutablePointer<UInt16>.allocate(capacity: 1)
    private let halves = UnsafeMutablePointer<Concerns.Span>.allocate(capacity: 128)
    private let list = UnsafeMutablePointer<DerivedInputs.Half>.allocate(capacity: 1)
    private let parameters = UnsafeMutablePointer<DerivedInputs.ParameterInput>.allocate(capacity: 1)
    private let states = UnsafeMutablePointer<DerivedInputs.State>.allocate(capacity: 16)
    private let newest = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)

    init(_ derived: DerivedInput = DerivedInput(kind: .pair, msb: 1, lsb: 33)) {
        input.initialize(to: derived)
        order.initialize(to: 0)
        halves.initialize(repeating: Concerns.Span(start: 0, count: 0), count: 128)
        states.initialize(repeating: DerivedInputs.State(), count: 16)
        newest.initialize(to: 0)
        var rows = InlineArray<54, UInt8>(repeating: Concerns.none)
        rows[0] = 0
        block = .allocate(capacity: 1)
        block.initialize(
            to: DerivedInputs(
                inputs: input, count: 1, order: order, rows: rows, halves: halves, list: list, parameters: parameters,
                parameterCount: 0, states: states, newest: newest))
        inputs = UnsafePointer(block)
    }

    deinit {
        block.deallocate()
        input.deallocate()
        order.deallocate()
        halves.deallocate()
        list.deallocate()
        parameters.deallocate()
        states.deallocate()
        newest.deallocate()
    }
}
