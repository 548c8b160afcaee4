import Configuration
import StageSupport
import TestSupport
import Testing

/// What somebody who hears Control Changes has selected on one channel, as the MIDI 1.0 specification has it.
private struct Selected: Equatable {
    var isRegistered = true
    var msb: UInt8?
    var lsb: UInt8?

    mutating func hear(_ controller: UInt8, _ value: UInt8) {
        guard 98...101 ~= controller else { return }
        // A change of kind forgets both halves.
        if isRegistered != (controller >= 100) { self = Selected(isRegistered: controller >= 100) }
        if controller % 2 == 1 { msb = value } else { lsb = value }
    }

    var isWhole: Bool { msb != nil && lsb != nil }
    var text: String { "\(isRegistered ? "rpn" : "nrpn") \(msb ?? 255)/\(lsb ?? 255)" }
}

/// Random selections and data through a routing that drops some parameters, and a pair: what is left tells what was
/// taken.
@Suite struct ParameterPropertyTests {
    private static let names = ["rpn 0/1", "rpn 0/2", "rpn 5/1", "nrpn 0/1", "nrpn 1/8"]

    private func box(wanting names: [String]) -> String {
        let remaps = (names + ["cc 20/52"]).map { "{ from: \($0), filter: true }" }.joined(separator: ", ")
        return """
            treadle: 1
            ports: { keys: { match: k, direction: in }, all: { match: a, direction: out }, rest: { match: r, \
            direction: out } }
            presets:
            - name: A
              routings:
              - { from: [keys], to: [all] }
              - { from: [keys], to: [rest], controllers: { remap: [\(remaps)] } }

            """
    }

    private func evening(_ random: inout SplitMix) -> [TimedHappening] {
        var now: UInt64 = 0
        let script = (0..<200).map { _ in
            now += UInt64(random.below(random.chance(20) ? 7_000_000 : 100_000))
            let controller: UInt8 = random.pick([101, 100, 99, 98, 101, 100, 6, 38, 96, 97, 7, 20, 52])
            let bytes = [0xB0 | UInt8(random.below(2)), controller, random.pick([0, 1, 2, 5, 8])]
            return TimedHappening(at: now, what: .bytes(port: 0, bytes))
        }
        return script + [TimedHappening(at: now + 10_000_000, what: .action(.none))]
    }

    /// The messages that went to a port, in order.
    private func sent(to port: UInt8, _ sent: [Stage.Sent], channel: UInt8) -> [[UInt8]] {
        sent.filter { $0.port == port && $0.bytes[0] & 15 == channel }.map { $0.bytes }
    }

    private func isHalf(_ message: [UInt8]) -> Bool { 98...101 ~= message[1] }

    @Test(arguments: SplitMix.seeds)
    func whatNobodyWantsPassesInOrderAndMeansTheSame(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let names = ParameterPropertyTests.names.filter { _ in random.chance(40) }
        let precision = random.pick(["", " 14-bit"])
        let configuration = try Configuration.load(text: box(wanting: names.map { $0 + precision })).get()
        let script = evening(&random)
        let everything = Stage(configuration).run(script)
        for channel in UInt8(0)..<2 {
            let heard = sent(to: 1, everything, channel: channel)
            let rest = sent(to: 2, everything, channel: channel)

            // Of what is no selection, all passes in order but the data of what is wanted and the pair.
            var sender = Selected()
            var meant: [Selected] = []
            var left: [[UInt8]] = []
            for message in heard {
                sender.hear(message[1], message[2])
                let isData = [6, 38, 96, 97].contains(message[1])
                if isHalf(message) || message[1] == 20 || message[1] == 52 { continue }
                if isData && names.contains(sender.text) { continue }
                left.append(message)
                meant.append(sender)
            }
            #expect(rest.filter { !isHalf($0) } == left, "TREADLE_SEED=\(seed)")

            // A receiver has selected what the sender meant wherever data passes.
            var receiver = Selected()
            var index = 0
            for message in rest {
                receiver.hear(message[1], message[2])
                if isHalf(message) { continue }
                if message[1] != 7 && index < meant.count && meant[index].isWhole {
                    #expect(receiver == meant[index], "TREADLE_SEED=\(seed)")
                }
                index += 1
            }

            // No half is sent that did not come, nor more often than it came.
            var halves = heard.filter { isHalf($0) }
            for message in rest.filter({ isHalf($0) }) {
                let place = halves.firstIndex(of: message)
                #expect(place != nil, "TREADLE_SEED=\(seed)")
                if let place { halves.remove(at: place) }
            }
        }
    }
}
