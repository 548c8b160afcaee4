import CPlatform
import Configuration
import MIDI
import Routing

/// Costs measured on this machine, each as a ratio to a plain copy of the same bytes in the same run, so that a slow or
/// busy machine does not change what they say.
enum Bench {
    struct Row {
        var name: String
        /// Nanoseconds for one message, or for what the name says.
        var cost: Double
    }

    /// Messages of one measurement: long enough that the clock does not matter, short enough to be repeated.
    private static let messages = 20_000
    /// Repetitions; the quickest counts, since everything else is somebody else's work.
    private static let rounds = 15

    static func run() -> [Row] {
        var rows = [Row(name: "plain copy of 3 bytes", cost: copy()), Row(name: "parser alone", cost: parse())]
        rows.append(Row(name: "writer alone", cost: write()))
        for subject in BenchSubject.all {
            guard let engine = BenchEngine(subject.box) else { continue }
            rows.append(Row(name: subject.name, cost: engine.cost(of: subject.bytes, messages: 2)))
        }
        if let engine = BenchEngine(BenchSubject.switching) {
            rows.append(Row(name: "preset switch with 500 held notes", cost: engine.costOfSwitch()))
        }
        return rows
    }

    /// Nanoseconds of one pass of `body`, which does `count` things.
    static func measure(_ count: Int, _ body: () -> Void) -> Double {
        var best = UInt64.max
        for _ in 0..<rounds {
            let start = treadle_now()
            body()
            best = min(best, treadle_now() - start)
        }
        return Double(best) / Double(count)
    }

    private static let note: [UInt8] = [0x90, 0x3C, 0x64]

    private static func stream() -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<messages { bytes += note }
        return bytes
    }

    private static func copy() -> Double {
        let from = stream()
        let to = UnsafeMutablePointer<UInt8>.allocate(capacity: from.count)
        defer { to.deallocate() }
        let cost = measure(messages) {
            for index in 0..<from.count { treadle_store(to + index, from[index]) }
        }
        return cost
    }

    private static func parse() -> Double {
        let bytes = stream()
        var parser = StreamParser()
        var sum: UInt32 = 0
        let cost = measure(messages) { for byte in bytes { parser.feed(byte) { sum &+= $0.word0 } } }
        treadle_use(sum)
        return cost
    }

    private static func write() -> Double {
        var writer = StreamWriter()
        let message = Message(status: 0x90, 60, 100)
        var sum: UInt32 = 0
        let cost = measure(messages) {
            for _ in 0..<messages { writer.write(message, at: 0) { sum &+= UInt32($0) } }
        }
        treadle_use(sum)
        return cost
    }
}
