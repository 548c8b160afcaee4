import Configuration
import Plan
import StageSupport

/// What the tests of mute and bypass play on.
enum MutePairs {
    /// Whether the routing is muted and bypassed.
    struct Pair: Equatable, CustomStringConvertible {
        var muted: Bool
        var bypassed: Bool

        static let all = [Pair(false, false), Pair(true, false), Pair(false, true), Pair(true, true)]

        init(_ muted: Bool, _ bypassed: Bool) { (self.muted, self.bypassed) = (muted, bypassed) }

        var isOpen: Bool { !muted && !bypassed }
        var description: String { (muted ? "muted" : "heard") + (bypassed ? " bypassed" : "") }
        var part: String { (muted ? ", mute: [Way]" : "") + (bypassed ? ", bypass: [Way]" : "") }
        var settings: String { "mute: \(muted)\n    bypass: \(bypassed)" }
    }

    // What the routing plays: notes of `note-value`, `key` and a latched `key`, of a free message, of on-load.
    static let note: UInt8 = 60
    static let key: UInt8 = 48
    static let latched: UInt8 = 50
    static let written: UInt8 = 64
    static let onLoad: UInt8 = 84
    static let ending: Set<UInt8> = [note, written, onLoad]
    static let everything: Set<UInt8> = [note, key, latched, written, onLoad]

    /// - Parameter stored: how the file stores the routing.
    static func text(parts: [Pair], stored: Pair = Pair(false, false), second: Pair = Pair(false, false))
        -> String
    {
        let list = parts.enumerated().map { "{ name: \"\($0.offset)\"\($0.element.part) }" }.joined(separator: ", ")
        func preset(_ name: String, _ number: Int, _ way: Pair, delay: Int) -> String {
            """
            - name: \(name)
              number: \(number)
            \(name == "P" && !parts.isEmpty ? "  parts: [\(list)]\n" : "")  routings:
              - name: Way
                from: [keys]
                to: [out]
                \(way.settings)
                restrict: { conditions: { of: [{ from: keys, controller: cc 21, when: "<= 63" }] } }
                controllers:
                  filter: true
                  remap:
                  - { from: cc 1, to: note-value }
                  - { from: cc 2, to: key C3 }
                  - { from: cc 3, to: key D3, mode: latch }
                  - { from: cc 4, to: 'message "90 40 64"' }
                  - from: cc 5
                    to: pitch-bend 7-bit
                    hold: { of: [{ from: keys, controller: cc 20, when: ">= 64" }] }
            \(delay > 0 ? "    on-load: [{ send: key C6 = 100, delay: \(delay) ms }]\n" : "")
            """
        }
        return """
            treadle: 1
            ports: { keys: { match: k, direction: in }, out: { match: o, direction: out } }
            start-preset: 1
            presets:

            """ + preset("P", 1, stored, delay: 50) + preset("Q", 2, second, delay: 0)
    }

    /// A box, what sounds at its output, and where its bend stands.
    struct Player {
        let stage: Stage
        let way: UInt16
        var now: UInt64 = 0
        private var seen = 0
        var sounding: Set<UInt8> = []
        var bend: UInt8 = 64

        init(_ text: String) throws {
            let configuration = try Configuration.load(text: text).get()
            way = UInt16(configuration.routingNames.firstIndex(of: "Way") ?? 0)
            stage = Stage(configuration)
        }

        mutating func step(_ what: Happening = .action(.none), milliseconds: UInt64 = 1) {
            now += milliseconds * 1_000_000
            stage.run(TimedHappening(at: now, what: what))
            listen()
        }

        mutating func move(_ controller: UInt8, _ value: UInt8) { step(.bytes(port: 0, [0xB0, controller, value])) }

        mutating func set(_ pair: Pair, muteFirst: Bool = true) {
            let actions: [Action] = [.mute(way, pair.muted ? .on : .off), .bypass(way, pair.bypassed ? .on : .off)]
            for action in muteFirst ? actions : actions.reversed() { step(.action(action)) }
        }

        mutating func listen() {
            let sent = stage.run([])
            for message in sent[seen...] {
                switch message.bytes.first {
                case 0x90: sounding.insert(message.bytes[1])
                case 0x80: sounding.remove(message.bytes[1])
                case 0xE0: bend = message.bytes[2]
                default: break
                }
            }
            seen = sent.count
        }

        /// Plays everything that the routing lets through; the centre of the bend waits behind the hold.
        mutating func play() {
            move(5, 127)
            move(20, 127)
            for controller in UInt8(1)...4 { move(controller, controller == 1 ? MutePairs.note : 127) }
            move(5, 64)
            step(milliseconds: 60)
        }
    }
}
