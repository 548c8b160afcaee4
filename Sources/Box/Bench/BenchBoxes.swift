/// The boxes that are measured.
enum BenchBoxes {
    private static let head = """
        treadle: 1
        ports:
          keys: { match: a, direction: in }
          other: { match: b, direction: in }
          out: { match: c, direction: out }
          out2: { match: d, direction: out }
          out3: { match: e, direction: out }
          out4: { match: f, direction: out }
        clock: { send-when-stopped: false }
        presets:

        """

    /// A box with one preset that has these routings.
    static func box(_ routings: [String]) -> String { head + preset(1, routings) }

    /// A box with one routing from keys to out with this setting, if any.
    static func one(_ setting: String = "") -> String { box([through(setting)]) }

    /// The box of `one()` with three footswitches.
    static let pedalboard = "footswitches: { A: { line: 'a:0' }, B: { line: 'a:1' }, C: { line: 'a:2' } }\n" + one()

    /// The keys that make a port a UMP port.
    private static let umpPort = ", protocol: midi-2.0, group: 1"

    /// A box with one routing from keys to out with this setting, if any. Both are UMP ports, unless `from` or `to` is
    /// empty.
    static func umps(_ setting: String = "", from: String = umpPort, to: String = umpPort) -> String {
        let ports = [
            "  keys: { match: a, direction: in\(from) }", "  out: { match: c, direction: out\(to) }",
        ]
        return "treadle: 1\nports:\n" + ports.joined(separator: "\n")
            + "\nclock: { send-when-stopped: false }\npresets:\n" + preset(1, [through(setting)])
    }

    private static func through(_ setting: String) -> String {
        "{ from: [keys], to: [out]" + (setting.isEmpty ? "" : ", " + setting) + " }"
    }

    static let split = box([
        through("restrict: { notes: C-1..B3 }, notes: { shift: -12 }"),
        through("restrict: { notes: C4..G9 }, notes: { shift: 12 }"),
    ])

    /// A box with `count` routings. The first `concerned` of them pass a note on channel 1 of keys. The others have
    /// another source or channel, or filter notes.
    static func routings(_ count: Int, concerned: Int) -> String {
        var routings: [String] = []
        for index in 0..<count {
            let out = index / 16 == 0 ? "out" : "out\(index / 16 + 1)"
            let channel = "channel: \(index % 16 + 1)"
            switch index < concerned ? 3 : index % 3 {
            case 0: routings.append("{ from: [other], to: [\(out)], \(channel) }")
            case 1: routings.append("{ from: [keys], to: [\(out)], restrict: { channel: 2 }, \(channel) }")
            case 2: routings.append("{ from: [keys], to: [\(out)], notes: { filter: true }, \(channel) }")
            default: routings.append("{ from: [keys], to: [\(out)], \(channel) }")
            }
        }
        return box(routings)
    }

    /// A box with `count` presets, each a split with curves and a remap.
    static func presets(_ count: Int) -> String {
        var text = head
        for number in 0..<count { text += preset(number, stage) }
        return text
    }

    private static let stage: [String] = {
        var routings: [String] = []
        for (range, shift) in [("C-1..B2", -12), ("C3..B3", 0), ("C4..B5", 12), ("C6..G9", 24)] {
            routings.append(
                through(
                    "restrict: { channel: 1, notes: \(range) }, notes: { shift: \(shift) }, "
                        + "velocity: { curve: { softness: 30 } }, "
                        + "controllers: { remap: [{ from: cc 1, to: cc 74, linear: { in: 0..127, out: 20..100 } }] }"))
        }
        return routings
    }()

    private static func preset(_ number: Int, _ routings: [String]) -> String {
        var text = "- name: Preset \(number)\n  number: \(number)\n  routings:\n"
        for routing in routings { text += "  - \(routing)\n" }
        return text
    }
}
