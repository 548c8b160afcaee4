import CPlatform

/// Costs measured on this machine, each also as a ratio to a plain copy of the same bytes in the same run, so that a slow
/// or busy machine does not change what they say.
enum Bench {
    struct Row {
        let task: BenchTask
        /// Nanoseconds for one message, or for what the name says.
        let cost: Double
        /// How many times a plain copy of the same bytes; nil where there are none.
        let ratio: Double?
    }

    /// Repetitions; the quickest counts, since everything else is somebody else's work.
    private static let rounds = 15
    /// How long one takes at least, in nanoseconds: the clock does not matter, and it is soon repeated.
    private static let least: UInt64 = 2_000_000

    /// What could not be made ready is left out.
    static func run() -> [Row] {
        var rows: [Row] = []
        var byte = 0.0
        for task in BenchTasks.all {
            guard let work = task.prepare() else { continue }
            let pass = measure(work)
            if rows.isEmpty { byte = pass / Double(task.bytes.count) }
            let copied = byte * Double(task.bytes.count)
            rows.append(
                Row(task: task, cost: pass / Double(task.things), ratio: task.bytes.isEmpty ? nil : pass / copied))
        }
        return rows
    }

    /// Nanoseconds of one pass.
    private static func measure(_ work: (Int) -> Void) -> Double {
        var passes = 1
        var best = time(passes, work)
        while best < least {
            passes *= 2
            best = time(passes, work)
        }
        for _ in 1..<rounds { best = min(best, time(passes, work)) }
        return Double(best) / Double(passes)
    }

    private static func time(_ passes: Int, _ work: (Int) -> Void) -> UInt64 {
        let start = treadle_now()
        work(passes)
        return treadle_now() - start
    }
}
