import MIDI
import Plan
import Testing

@testable import Configuration

struct RoutingTableTests {
    @Test func channelMemoryAppliesToTheOnlyDestination() throws {
        let it = try loaded(
            box(
                """
                {from: [keys], to: [module]}, {from: [keys], to: [module, out]},
                {from: [keys], to: [module], channel: keep}, {from: [keys], to: [module], channel: 7}
                """))
        #expect((0..<4).map { it.routing($0).channel } == [2, 0xFF, 0xFF, 6])
        #expect(it.routing(1).destinationCount == 2)
        #expect(it.routing(1).destinations[1] == 3)
    }

    @Test func filtersSetABitForEachKind() throws {
        let it = try loaded(
            box(
                """
                {from: [keys], to: [out], notes: {filter: true}, pressure: {filter: false}},
                {from: [keys], to: [out], controllers: {filter: true}, clock: {filter: true, divide: 1}},
                {from: [keys], to: [out], system: {filter: {start-stop: true, sysex: true}, start-as-continue: true}}
                """))
        func bits(_ kinds: [MessageKind]) -> UInt32 { kinds.reduce(0) { $0 | 1 << UInt32($1.rawValue) } }
        #expect(it.routing(0).filtered == bits([.noteOn, .noteOff]))
        #expect(
            it.routing(1).filtered
                == bits([.controlChange, .programChange, .channelPressure, .pitchBend, .timingClock]))
        #expect(it.routing(2).filtered == bits([.start, .continue, .stop, .sysEx]))
        #expect(it.routing(2).startAsContinue)
    }

    @Test func remapsOfOneInputAreChainedInListedOrder() throws {
        let it = try loaded(
            box(
                """
                {from: [keys], to: [out], controllers: {remap: [
                  {from: cc modulation, to: cc 74}, {from: pitch-bend, to: cc 11 14-bit, channel: 5},
                  {from: cc 1, to: pitch-bend, linear: {in: 10..20, out: 100..0}}, {from: cc 1, filter: true},
                  {from: pitch-bend 7-bit, to: channel-pressure}, {from: program, to: cc 7/40}]}}
                """))
        let wheel = it.remaps(1)
        #expect(wheel.map { $0.output } == [.controlChange(74), .pitchBend, .nothing])
        #expect(wheel[0].map == LinearMap(low: 0, high: 127, from: 0, to: 127))
        #expect(wheel[1].map == LinearMap(low: 10, high: 20, from: 100, to: 0))
        let bend = it.remaps(ControlInput.pitchBend)
        #expect(bend.map { $0.output } == [.controlChangePair(msb: 11, lsb: 43), .channelPressure])
        #expect(bend.map { $0.coarseInput } == [false, true])
        #expect(bend[0].map == LinearMap(low: 0, high: 16383, from: 0, to: 16383))
        #expect(bend[0].channel == 4 && bend[1].channel == Routing.keepsChannel)
        #expect(it.remaps(ControlInput.program).map { $0.output } == [.controlChangePair(msb: 7, lsb: 40)])
        #expect(it.remaps(2).isEmpty)
    }

    @Test func pitchBendAtSevenBitsIsTheMSB() throws {
        // R15: the centre stays the centre.
        let it = try loaded(
            box(
                """
                {from: [keys], to: [out], controllers: {remap: [
                  {from: pitch-bend, to: pitch-bend 7-bit}, {from: pitch-bend 7-bit, to: pitch-bend}]}}
                """))
        let remaps = it.remaps(ControlInput.pitchBend)
        #expect(remaps.map { $0.coarseInput } == [true, true])
        #expect(remaps.map { $0.output } == [.pitchBendCoarse, .pitchBendCoarse])
        #expect(remaps.allSatisfy { $0.map == LinearMap() })
    }

    /// R9: `note-value` and `note-velocity` receive the notes within the ranges of the routing; `key` ignores the
    /// ranges.
    @Test func notesAreInputsAndOutputs() throws {
        let it = try loaded(
            box(
                """
                {from: [keys], to: [out], restrict: {notes: C3..C4, velocities: 5..100}, controllers: {remap: [
                  {from: note-value, to: cc 1}, {from: note-velocity, to: key C1, channel: 2},
                  {from: key C1, to: note-value, mode: increment, decrement: key D1},
                  {from: cc 1, to: key 127, linear: {out: 0..100}}]}}
                """))
        for slot in [ControlInput.noteValue, ControlInput.noteVelocity] {
            let remap = it.remaps(slot)[0]
            #expect(remap.lowestNote == 48 && remap.highestNote == 60)
            #expect(remap.lowestVelocity == 5 && remap.highestVelocity == 100)
        }
        #expect(it.remaps(ControlInput.noteVelocity).map { $0.output } == [.key(24)])
        let (up, down) = (it.remaps(ControlInput.key + 24), it.remaps(ControlInput.key + 26))
        #expect(up.map { $0.output } == [.noteValue] && down.map { $0.output } == [.noteValue])
        #expect(up[0].lowestNote == 0 && up[0].highestNote == 127 && !up[0].stepsBack && down[0].stepsBack)
        #expect(up[0].state == down[0].state)
        #expect(it.remaps(1).map { $0.output } == [.key(127)])
        #expect(it.remaps(1)[0].map == LinearMap(low: 0, high: 127, from: 0, to: 100))
    }

    @Test func gesturesHaveTheNumbersOfThePanel() throws {
        let it = try loaded(
            box(
                """
                {from: [footswitches, motion], to: [out], controllers: {remap: [
                  {from: switch B, to: cc 1}, {from: switch B short, to: cc 8}, {from: switch B long, to: cc 2}, \
                {from: switch C double, to: cc 3},
                  {from: switch C+A, to: cc 4}, {from: switch A+B, to: cc 5}, {from: switch A+C, to: cc 6},
                  {from: motion z, to: cc 7}]}}
                """))
        for (id, outputs) in [(5, [1]), (6, [8]), (7, [2]), (13, [3]), (80, [4, 6]), (81, [5])] as [(Int, [UInt8])] {
            #expect(it.remaps(ControlInput.contact + id).map { $0.output } == outputs.map { .controlChange($0) })
        }
        #expect(it.box.chords == [.init(first: 0, second: 2), .init(first: 0, second: 1)])
        #expect(it.plan.pointee.shorts == 0b10)
        let tilt = it.remaps(ControlInput.motion + 2)
        #expect(tilt.map { $0.map } == [LinearMap(low: 0, high: 16383, from: 0, to: 127)])
    }
}
