import MIDI
import Testing

@testable import Plan
@testable import Routing

/// Cables from outputs of a rig back to inputs, and players: what is sent arrives again after a while, in the order of
/// time.
final class Cables {
    struct Cable {
        var output: UInt32
        var input: UInt8
        /// Nanoseconds.
        var delay: UInt64
        /// What the equipment in between makes of a message; nil: nothing.
        var change: (Message) -> Message? = { $0 }
    }

    struct Arrival {
        var at: UInt64
        var input: UInt8
        var message: Message
    }

    /// Nothing that is right sends so much.
    private static let flood = 8_000

    let rig: Rig
    private let cables: [Cable]
    /// What other equipment plays because of a message that was sent.
    var answers: (Rig.Sent) -> [Arrival] = { _ in [] }
    private var arrivals: [Arrival] = []
    /// What was sent, in order.
    private(set) var sent: [Rig.Sent] = []
    /// When a path was muted first, in nanoseconds.
    private(set) var mutedAt: UInt64?
    private(set) var time: UInt64 = 0

    init(_ rig: Rig, _ cables: [Cable] = []) {
        (self.rig, self.cables) = (rig, cables)
        _ = rig.take()
    }

    /// A message or UMP arrives at an input.
    func play(_ message: Message, into input: UInt8, at time: UInt64) {
        arrivals.append(Arrival(at: time, input: input, message: message))
    }

    /// Lets time run until nothing is under way, but no longer than to `end`. Feedback that floods ends it early.
    func run(until end: UInt64) {
        arrivals.sort { $0.at < $1.at }
        while sent.count < Cables.flood {
            let next = min(arrivals.first?.at ?? .max, rig.router.pointee.deadline)
            if next > end { break }
            time = max(time, next)
            rig.advance(to: time)
            collect()
            while let arrival = arrivals.first, arrival.at <= time {
                arrivals.removeFirst()
                if arrival.message.isUMPOnly {
                    rig.receive(ump: arrival.message, from: arrival.input, at: time)
                } else {
                    rig.receive(arrival.message, from: arrival.input, at: time)
                }
                collect()
            }
        }
        time = max(time, end)
        rig.advance(to: time)
        collect()
    }

    private func collect() {
        if rig.hasFeedback && mutedAt == nil { mutedAt = time }
        let umps = rig.sentUMPs().map { text in
            let words = text.split(separator: " ", maxSplits: 1)
            return Rig.Sent(port: UInt32(words[0])!, message: ump(String(words[1])), at: time)
        }
        for one in rig.take() + umps {
            sent.append(one)
            for cable in cables where cable.output == one.port {
                guard let back = cable.change(one.message) else { continue }
                insert(Arrival(at: max(one.at, time) + cable.delay, input: cable.input, message: back))
            }
            for answer in answers(one) { insert(answer) }
        }
    }

    private func insert(_ arrival: Arrival) {
        let index = arrivals.firstIndex { $0.at > arrival.at } ?? arrivals.endIndex
        arrivals.insert(arrival, at: index)
    }
}
