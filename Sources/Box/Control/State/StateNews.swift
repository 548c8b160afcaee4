import Engine
import Loop
import Routing

/// The newest state of the box, and when to look for a newer one.
final class StateNews {
    /// The newest state, with its revision; null before the first look.
    private(set) var state = JSONValue.null
    /// The number of states so far.
    private(set) var revision = 0
    /// The parts of the newest state that last.
    var parts: StateParts?
    /// What came and went since somebody follows; nil if nobody does.
    private var traffic: PortTraffic?
    /// When to look again, in nanoseconds.
    private(set) var looksAt: UInt64 = 0
    /// When clients were told changes last, in nanoseconds.
    var toldAt: UInt64 = 0
    /// The counters of the state. They change with each tick of a clock, so they are told once a second.
    private(set) var counters = JSONValue.null
    /// When the counters are due again, in nanoseconds.
    private var countsAt: UInt64 = 0
    /// The loop's sleep at the last look (`Recorder.quietSign`); nil if it was working.
    private var sign: UInt?
    /// When the state changes although the loop sleeps, in nanoseconds.
    private var changesAt: UInt64 = 0

    /// Nanoseconds between two states: at most 20 a second.
    static let time: UInt64 = 50_000_000
    private static let countTime: UInt64 = 1_000_000_000

    /// Whether a look is due and may find something.
    func isDue(_ recorder: Recorder, at now: UInt64) -> Bool {
        if now < looksAt { return false }
        looksAt = now + StateNews.time
        let isSame = sign != nil && recorder.quietSign == sign
        return !isSame || now >= changesAt
    }

    /// Renews the counters if they are due. Returns whether they were.
    func renewCounters(at now: UInt64, _ make: () -> JSONValue) -> Bool {
        if now < countsAt { return false }
        countsAt = now + StateNews.countTime
        counters = make()
        return true
    }

    /// Begins a look, before anything of the loop is read.
    func begin(_ recorder: Recorder, at now: UInt64) {
        sign = recorder.quietSign
        looksAt = now + StateNews.time
    }

    /// What has come and gone so far.
    func follow(_ loop: Loop) -> PortTraffic {
        var traffic = traffic ?? PortTraffic(loop.recorder)
        // Otherwise the change would copy it.
        self.traffic = nil
        traffic.follow(loop.recorder, loop.engine.router.runningPlan)
        self.traffic = traffic
        return traffic
    }

    /// Adopts a state without its revision. A state that differs from the one before has the next revision.
    ///
    /// - Parameters:
    ///   - keys: the keys that are down.
    ///   - changesAt: when the state changes although the loop sleeps, in nanoseconds.
    func adopt(_ new: JSONValue, keys: [Int], changesAt: UInt64) {
        traffic?.keep(keys)
        self.changesAt = changesAt
        guard case .object(let members) = new else { return }
        if case .object(let before) = state, before.dropFirst().elementsEqual(members) { return }
        revision += 1
        state = .object([JSONMember(name: "revision", value: .number(revision))] + members)
    }

    /// Forgets what nobody follows any more. The revision goes on.
    func rest() {
        if traffic != nil { (traffic, parts, sign, looksAt, countsAt) = (nil, nil, nil, 0, 0) }
    }
}
