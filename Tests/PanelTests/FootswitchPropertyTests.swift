import Panel
import TestSupport
import Testing

@Suite struct FootswitchPropertyTests {
    /// F1, F2: for any edges and presses of programs, every control goes down and up in turn and in the order of time,
    /// and at rest each footswitch is down while its contact is closed or a program holds it.
    @Test func everyControlAlternatesAndEndsAsItsContact() {
        let base = UInt64.random(in: 0...UInt64.max)
        for round: UInt64 in 0..<200 {
            let seed = base &+ round
            let failure = play(seed: seed)
            #expect(failure == nil, "seed \(seed): \(failure ?? "")")
        }
    }

    private func play(seed: UInt64) -> String? {
        var random = SplitMix(state: seed)
        var switches = Footswitches()
        for _ in 0..<4 {
            _ = switches.addSwitch(
                debounce: UInt64.random(in: 0...20, using: &random) * 1_000_000,
                long: UInt64.random(in: 1...500, using: &random) * 1_000_000,
                double: UInt64.random(in: 1...400, using: &random) * 1_000_000)
        }
        for (a, b) in [(0, 1), (1, 2), (2, 0)] { _ = switches.addChord(a, b) }
        switches.singles = UInt16.random(in: 0..<16, using: &random)

        var state = [Bool](repeating: false, count: PanelLimits.controls)
        var last: UInt64 = 0
        var failure: String?
        let check: (UInt8, Bool, UInt64) -> Void = { control, down, at in
            if state[Int(control)] == down { failure = "\(control) twice \(down) at \(at)" }
            if at < last { failure = "\(control) at \(at) after \(last)" }
            state[Int(control)] = down
            last = at
        }
        var contacts = [Bool](repeating: false, count: 4)
        var held = contacts
        var now: UInt64 = 1
        for _ in 0..<400 {
            now += UInt64.random(in: 0...60_000_000, using: &random) >> UInt64.random(in: 0...12, using: &random)
            let index = Int.random(in: 0..<4, using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0: switches.advance(to: now, check)
            case 1:
                contacts[index] = Bool.random(using: &random)
                switches.level(index, closed: contacts[index])
            case 2, 3:
                held[index] = Bool.random(using: &random)
                switches.hold(index, held[index], at: now, check)
            default:
                contacts[index].toggle()
                switches.edge(index, closed: contacts[index], at: now, check)
            }
        }
        switches.advance(to: now + 1_000_000_000, check)
        // The second footswitch of a chord is down without its contact, so release everything before comparing.
        let alone = contacts[3] || held[3]
        if state[Int(Footswitches.contact(3))] != alone { failure = failure ?? "contact 3 is not \(alone)" }
        for index in 0..<4 where !contacts[index] && !held[index] && state[5 * index..<5 * index + 5].contains(true) {
            failure = failure ?? "\(index) is still down"
        }
        for index in 0..<4 { switches.hold(index, false, at: now + 2_000_000_000, check) }
        for index in 0..<4 where contacts[index] {
            switches.edge(index, closed: false, at: now + 2_000_000_000, check)
        }
        switches.advance(to: now + 3_000_000_000, check)
        if state.contains(true) { failure = failure ?? "something hangs" }
        if switches.nextDeadline != never { failure = failure ?? "something is due" }
        return failure
    }
}
