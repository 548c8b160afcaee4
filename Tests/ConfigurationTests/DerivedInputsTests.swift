import MIDI
import Plan
import Testing

@testable import Configuration

/// The compiled inputs of 14-bit pairs and parameters.
struct DerivedInputsTests {
    private func routing(_ remaps: String, from: String = "keys") -> String {
        "{from: [\(from)], to: [out], controllers: {remap: [\(remaps)]}}"
    }

    private func inputs(_ configuration: CompiledConfiguration) throws -> [DerivedInput] {
        let derived = try #require(configuration.plan.pointee.derived).pointee
        return (0..<derived.count).map { derived.inputs[$0] }
    }

    @Test func outputsAreNoDerivedInputs() throws {
        #expect(try loaded(box(routing("{from: cc 1, to: cc 2 14-bit}"))).plan.pointee.derived == nil)
    }

    @Test func oneInputHasOneSlotWhereverItIsNamed() throws {
        let remaps = "{from: cc 11 14-bit, to: cc 1}, {from: cc 11/43, to: cc 2}, {from: cc 43/11, to: cc 3}"
        let conditions = "restrict: {conditions: {of: [{from: pad, controller: rpn 0/1 14-bit}]}}"
        let configuration = try loaded(
            box(
                "\(routing(remaps)), {from: [keys], to: [out], \(conditions)}",
                head: "assignments: [{from: keys, controller: rpn 0/1, set: tempo}]"))
        let parameter = Parameter(isRegistered: true, msb: 0, lsb: 1, isFine: false)
        var fine = parameter
        fine.isFine = true
        let found = try inputs(configuration)
        #expect(found.count == 4)
        for input in [
            DerivedInput(kind: .pair, msb: 11, lsb: 43), DerivedInput(kind: .pair, msb: 43, lsb: 11),
            DerivedInput(parameter), DerivedInput(fine),
        ] { #expect(found.contains(input)) }
        let pair = try #require(found.firstIndex(of: DerivedInput(kind: .pair, msb: 11, lsb: 43)))
        #expect(
            configuration.remaps(ControlInput.derived + pair).map { $0.output } == [
                .controlChange(1), .controlChange(2),
            ])
    }

    /// R27: a Control Change with `settle` has one slot for each time, wherever it is written.
    @Test func oneTimeOfSettleHasOneSlot() throws {
        let remaps =
            "{from: cc 64, to: cc 1, settle: 20 ms}, {from: cc 64, to: cc 2, settle: 0.02 s}, {from: cc 64, to: cc 3}"
        let conditions = "restrict: {conditions: {of: [{from: pad, controller: [cc 64, cc 66], settle: 30 ms}]}}"
        let assignment = "{from: keys, controller: cc 64, settle: 20 ms, do: {127: panic}}"
        let configuration = try loaded(
            box(
                "\(routing(remaps)), {from: [keys], to: [out], \(conditions)}", head: "assignments: [\(assignment)]"))
        let found = try inputs(configuration)
        #expect(found.count == 3)
        for (controller, microseconds) in [(64, 20000), (64, 30000), (66, 30000)] as [(UInt8, UInt32)] {
            #expect(found.contains(DerivedInput(settled: controller, microseconds: microseconds)))
        }
        let settled = try #require(found.firstIndex(of: DerivedInput(settled: 64, microseconds: 20000)))
        let slot = ControlInput.derived + settled
        #expect(configuration.remaps(slot).map { $0.output } == [.controlChange(1), .controlChange(2)])
        let plan = configuration.plan.pointee
        #expect(Int(plan.assignments[0].slot) == slot)
        let slots = try #require(plan.derived?.pointee.settled)
        #expect(slots[64].count == 2 && slots[66].count == 1 && slots[65].isEmpty)
        #expect(found[settled].settleTime == 20_000_000)
    }

    /// Only sources with a listener to a derived input get a row.
    @Test(
        arguments: [
            ("{from: cc 1/2, to: cc 3}", "keys", "", [0]),
            ("{from: cc 1/2, to: cc 3}", "keys, pad", "", [0, 1]),
            (
                "{from: cc 1, to: cc 3, mode: increment, decrement: cc 2}", "keys",
                "assignments: [{from: pad, controller: rpn 1/2, do: {1: panic}}]", [1]
            ),
        ] as [(String, String, String, [Int])])
    func onlySourcesWithAListenerHaveARow(_ remaps: String, _ from: String, _ head: String, _ sources: [Int]) throws {
        let configuration = try loaded(box(routing(remaps, from: from), head: head))
        let rows = try #require(configuration.plan.pointee.derived).pointee.rows
        #expect((0..<35).filter { rows[$0] != Concerns.none } == sources)
    }

    @Test func parametersAreSortedByNumberWithBothPrecisions() throws {
        let configuration = try loaded(
            box(
                routing(
                    "{from: nrpn 0/0, to: cc 1}, {from: rpn 5/9 14-bit, to: cc 2}, {from: rpn 0/1, to: cc 3}, "
                        + "{from: rpn 5/9, to: cc 4}")))
        let derived = try #require(configuration.plan.pointee.derived).pointee
        let numbers = (0..<derived.parameterCount).map { derived.parameters[$0].number }
        #expect(numbers == [1, 5 << 7 | 9, 1 << 14])
        #expect(derived.parameters[0].fine == Remap.none && derived.parameters[1].coarse != derived.parameters[1].fine)
    }

    /// R16: a first half waits if a remap uses a parameter with its MSB.
    @Test func routingsHoldTheMSBsOfTheirParameters() throws {
        let routing = try loaded(
            box(
                routing(
                    "{from: rpn 64/1, to: cc 1, mode: increment, decrement: nrpn 127/0}, {from: nrpn 1/2, filter: true}"
                ))
        ).routing()
        #expect((0..<4).map { routing.parameters?[$0] } == [0, 1, 1 << 1, 1 << 63])
    }

    /// R8: the filter drops controllers without remap; halves and data of a remapped controller pass.
    @Test func filteredRoutingsReceiveTheirRemappedInputs() throws {
        for input in ["cc 1/2", "rpn 0/1"] {
            let controllers = "controllers: {filter: true, remap: [{from: \(input), to: cc 3}]}"
            let configuration = try loaded(box("{from: [keys], to: [out], \(controllers)}"))
            #expect(configuration.concerned(0, .controlChange) == [0])
            #expect(configuration.concerned(0, .pitchBend) == [])
        }
    }

    @Test(arguments: [
        Marked(.remap, "from: §rpn 0/128, to: cc 1", "rpn MSB/LSB"),
        Marked(.remap, "from: §nrpn 0/1 7-bit, to: cc 1", "14-bit where it has an LSB"),
        Marked(.remap, "from: cc 1, to: §nrpn 1", "nrpn MSB/LSB"),
        Marked(.remap, "from: rpn 0/1, to: cc 1, mode: increment, decrement: §rpn 0/2 14-bit", "the same type"),
        Marked(.remap, "from: rpn 0/1, to: cc 1, mode: increment, decrement: §rpn 0/1", "another controller"),
        Marked(.remap, "from: cc 1/2, to: cc 1, mode: increment, decrement: §cc 1/2", "another controller"),
        Marked(.remap, "from: cc 1/2, to: cc 1, linear: {in: §0..16384}", "within 0..16383"),
        Marked(.remap, "from: rpn 0/1, to: cc 1, mode: latch, trigger: §128", "0..127"),
        Marked(.onLoad, "send: §rpn 0/1 = 128", "rpn 0/1 = 0..127"),
        Marked(.onLoad, "send: §nrpn 1/8 14-bit = 16384", "nrpn 1/8 14-bit = 0..16383"),
        Marked(.condition, "from: footswitches, controller: §rpn 0/1", "from this condition's source"),
        Marked(.assignment, "from: keys, controller: nrpn 1/8, do: {§128: panic}", "0..127"),
    ])
    func faultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }
}
