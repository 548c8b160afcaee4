import CPlatform

/// Measures what messages cost on this machine. Each cost is also a ratio to a plain copy of the same bytes in the same
/// run: the ratio does not depend on how fast or busy the machine is.
enum Bench {
    struct Row {
        let task: BenchTask
        /// Nanoseconds for one message, or for one of the other `things` of the task.
        let cost: Double
        /// The cost as a multiple of a plain copy of the same bytes; nil for a task without bytes.
        let ratio: Double?
    }

    /// Repetitions of a measurement. The fastest counts: other programs slowed the rest.
    private static let rounds = 15
    /// Shortest time of one repetition in nanoseconds: long against the clock's error, short enough to repeat often.
    private static let least: UInt64 = 2_000_000

    /// Measures all tasks, except those that cannot be prepared.
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
