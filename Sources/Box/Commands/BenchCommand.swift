import CPlatform
import Host

/// `treadle bench`: prints a table of the cost of messages on this machine.
///
/// `treadle bench NAME PASSES` runs one task and prints the number of its messages. Tests/Cost/run counts the
/// instructions meanwhile.
enum BenchCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        if let key = arguments.next() { return try repeatedly(key, &arguments) }
        Console.out("what          ns          x copy    (x copy: how many times a plain copy of the same bytes)\n")
        for row in Bench.run() {
            let ratio = row.ratio.map { tenths($0) } ?? "-"
            let numbers = padded(row.task.key, 14) + padded(tenths(row.cost), 12) + padded(ratio, 10)
            Console.out(numbers + row.task.name + "\n")
        }
        return .done
    }

    private static func repeatedly(
        _ key: String, _ arguments: inout Arguments
    ) throws(Arguments.Problem) -> ExitStatus {
        guard let task = BenchTasks.all.first(where: { $0.key == key }) else {
            throw Arguments.Problem(message: "bench has no task '\(key)'")
        }
        guard let passes = arguments.next().flatMap({ Int($0) }), passes >= 0 else {
            throw Arguments.Problem(message: "bench \(key) needs a number of passes")
        }
        try arguments.finish()
        guard let work = task.prepare() else { return .unusable }
        // The first pass fills caches and page tables and is not counted.
        work(1)
        treadle_counting(1)
        work(passes)
        treadle_counting(0)
        Console.out("\(passes * task.things)\n")
        return .done
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int(value * 10 + 0.5)
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        var text = text
        while text.utf8.count < width { text += " " }
        return text
    }
}
