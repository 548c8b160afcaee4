/// `treadle bench`: what messages cost on this machine, in one table.
enum BenchCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> TreadleCommand.Exit {
        try arguments.finish()
        let rows = Bench.run()
        let plain = rows[0].cost
        Console.out("ns        x copy    what (x copy: how many times a plain copy of the same bytes)\n")
        for row in rows {
            Console.out("\(padded(row.cost))\(padded(row.cost / plain))\(row.name)\n")
        }
        return .done
    }

    /// One decimal, ten columns.
    private static func padded(_ value: Double) -> String {
        let tenths = Int(value * 10 + 0.5)
        var text = "\(tenths / 10).\(tenths % 10)"
        while text.utf8.count < 10 { text += " " }
        return text
    }
}
