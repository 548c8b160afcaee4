import Configuration
import StageSupport
import TestSupport
import Testing

/// A tree of conditions that is asked anew at each message, to hold the engine's counts against.
final class PlainCondition {
    let controller: Int
    let least: Int
    let isLatch: Bool
    let requires: Bool
    let inner: PlainGroup?
    var value = 0

    init(_ random: inout SplitMix, depth: Int) {
        controller = 20 + random.below(4)
        isLatch = random.chance(40)
        least = isLatch ? 1 : random.pick([20, 64, 100])
        requires = random.chance(50)
        inner = depth < 4 && random.chance(60) ? PlainGroup(&random, depth: depth + 1) : nil
    }

    var text: String {
        var text = "from: pad, controller: cc \(controller), when: \">= \(least)\", require: \(requires)"
        if isLatch { text += ", mode: latch" }
        if let inner { text += ", conditions: \(inner.text)" }
        return "{ \(text) }"
    }

    /// Inner ones first; frozen while they fail (C4).
    func hear(_ controller: Int, from previous: Int, to value: Int) {
        inner?.hear(controller, from: previous, to: value)
        if controller != self.controller || inner?.isTrue == false { return }
        if !isLatch { self.value = value } else if previous < 64 && 64 <= value { self.value = 127 - self.value }
    }

    /// C2: loading asks nothing but the last values, by controller from 20.
    func restart(_ last: [Int]) {
        inner?.restart(last)
        value = isLatch ? 0 : last[controller - 20]
    }

    var isTrue: Bool { value >= least && (!requires || inner?.isTrue != false) }
}

final class PlainGroup {
    let match: String
    let of: [PlainCondition]

    init(_ random: inout SplitMix, depth: Int) {
        match = random.pick(["all", "any", "one"])
        var of: [PlainCondition] = []
        for _ in 0...random.below(2) { of.append(PlainCondition(&random, depth: depth)) }
        self.of = of
    }

    var text: String { "{ match: \(match), of: [\(of.map { $0.text }.joined(separator: ", "))] }" }

    func hear(_ controller: Int, from previous: Int, to value: Int) {
        for condition in of { condition.hear(controller, from: previous, to: value) }
    }

    func restart(_ last: [Int]) {
        for condition in of { condition.restart(last) }
    }

    /// C5.
    var isTrue: Bool {
        let count = of.filter { $0.isTrue }.count
        return match == "all" ? count == of.count : match == "any" ? count > 0 : count == 1
    }
}

/// C1, C2, C3, C4, C5: the bits that the engine keeps are what asking every condition would say.
@Suite struct ConditionPropertyTests {
    @Test(arguments: UInt64(1)...100)
    func whatIsCountedIsWhatIsTrue(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let group = PlainGroup(&random, depth: 1)
        let text = """
            treadle: 1
            ports: { keys: { match: k, direction: in }, pad: { match: p, direction: in }, out: { match: o, direction: \
            out } }
            clock: { send-when-stopped: false }
            presets: [{ name: A, routings: [{ from: [keys], to: [out], restrict: { conditions: \(group.text) } }] }]

            """
        var values = [0, 0, 0, 0]
        var happenings: [TimedHappening] = []
        var expected: [[UInt8]] = []
        for step in 0..<100 {
            let (index, value) = (random.below(4), random.pick([0, 19, 20, 63, 64, 99, 100, 127]))
            let at = UInt64(step) * 1_000_000
            if random.chance(10) {
                happenings.append(TimedHappening(at: at, what: .action(.load(0))))
                group.restart(values)
            }
            happenings.append(TimedHappening(at: at, what: .bytes(port: 1, [0xB0, UInt8(20 + index), UInt8(value)])))
            happenings.append(TimedHappening(at: at, what: .bytes(port: 0, [0xB0, 7, UInt8(step)])))
            group.hear(20 + index, from: values[index], to: value)
            values[index] = value
            if group.isTrue { expected.append([0xB0, 7, UInt8(step)]) }
        }
        let configuration = try #require(try? Configuration.load(text: text).get(), "seed \(seed):\n\(text)")
        let sent = Stage(configuration).run(happenings)
        #expect(sent.map { $0.bytes } == expected, "seed \(seed):\n\(text)")
    }
}
