import Configuration
import StageSupport
import TestSupport
import Testing

/// Random boxes whose ports have several groups, and random evenings on all groups at once (U6). `TREADLE_SEED=n`
/// repeats one.
@Suite struct GroupsPropertyTests {
    /// H1, U6: a place is held and released by itself, whatever is done to the others of its port.
    @Test(arguments: SplitMix.seeds)
    func nothingHangsAtAnyGroup(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let groups = (0..<3).map { _ in random.pick(["", ", group: 2", ", groups: 2", ", groups: 4"]) }
        let box = RandomBox(&random, groups: groups)
        let configuration = try #require(try? Configuration.load(text: box.text).get(), "seed \(seed):\n\(box.text)")
        let script = RandomScript(&random, routingNames: configuration.routingNames.count)
        let happenings = script.happenings.flatMap { Self.atEachGroup($0, of: configuration.box.groups) }
        let sent = Stage(configuration).run(happenings)

        var listeners: [UInt8: Listener] = [:]
        for sent in sent {
            let port = try #require(configuration.box.groups.port(of: Int(sent.port)), "TREADLE_SEED=\(seed)")
            let new = Listener(isInterleaved: configuration.box.ports[port].isNetwork)
            if sent.bytes.isEmpty { listeners[sent.port, default: new].unplugged() }
            for byte in sent.bytes { listeners[sent.port, default: new].hear(byte) }
        }
        for (place, listener) in listeners {
            #expect(listener.problems.isEmpty, "TREADLE_SEED=\(seed) place \(place)")
            let port = configuration.box.groups.port(of: Int(place)) ?? 0
            if script.connected.contains(UInt8(port)) {
                #expect(listener.hanging.isEmpty, "TREADLE_SEED=\(seed) place \(place)")
            }
        }

        // While somebody listens everything takes the long paths, with the same output.
        let heard = Stage(configuration)
        heard.listen()
        #expect(sent == heard.run(happenings), "TREADLE_SEED=\(seed)")
    }

    /// What happens to a port happens to all its places.
    private static func atEachGroup(_ happening: TimedHappening, of groups: PortGroups) -> [TimedHappening] {
        func each(_ port: UInt8, _ what: (UInt8) -> Happening) -> [TimedHappening] {
            groups.places(of: Int(port)).map { TimedHappening(at: happening.at, what: what(UInt8($0))) }
        }
        return switch happening.what {
        case .bytes(let port, let bytes): each(port) { .bytes(port: $0, bytes) }
        case .plugInput(let port, let isThere): each(port) { .plugInput($0, isThere) }
        case .plugOutput(let port, let isThere): each(port) { .plugOutput($0, isThere) }
        case .block(let port, let isBlocked): each(port) { .block($0, isBlocked) }
        default: [happening]
        }
    }
}
