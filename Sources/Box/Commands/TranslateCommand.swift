import CPlatform

/// `treadle translate --from F --to F [--group N] [--chunks]`
enum TranslateCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> TreadleCommand.Exit {
        let from = try format(try arguments.option("--from"), "--from")
        let to = try format(try arguments.option("--to"), "--to")
        let group = try arguments.option("--group") ?? "0"
        guard let group = UInt8(group), group < 16 else {
            throw Arguments.Problem(message: "--group is 0..15, not '\(group)'")
        }
        let isOneStream = arguments.flag("--chunks")
        try arguments.finish()
        guard let text = Console.read(nil) else {
            Console.error("treadle: <stdin>: \(String(cString: treadle_error_message(treadle_errno())))\n")
            return .unusable
        }
        return translate(text, Translation(from: from, to: to, group: group), isOneStream: isOneStream)
    }

    private static func format(_ name: String?, _ option: String) throws(Arguments.Problem) -> Translation.Format {
        switch name {
        case "bytes": return .bytes
        case "ump": return .ump
        case "ump2": return .ump2
        case nil: throw Arguments.Problem(message: "translate needs \(option) bytes, ump or ump2")
        case let name?: throw Arguments.Problem(message: "\(option) is bytes, ump or ump2, not '\(name)'")
        }
    }

    private static func translate(
        _ text: [UInt8], _ start: Translation, isOneStream: Bool
    ) -> TreadleCommand.Exit {
        var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // A line feed ends a line; there is none after the last.
        if lines.last?.isEmpty == true { lines.removeLast() }
        var translation = start
        var exit = TreadleCommand.Exit.done
        for (index, line) in lines.enumerated() {
            if !isOneStream { translation = start }
            let before = translation
            if let problem = translation.feed(line) {
                Console.error("<stdin>:\(index + 1):\(problem.column): error: \(problem.message)\n")
                translation = before
                exit = .badInput
                if !isOneStream {
                    Console.out("\n")
                    continue
                }
            }
            if !isOneStream || index == lines.count - 1 { translation.finish() }
            if !Console.out(translation.take() + [UInt8(ascii: "\n")]) { return .unusable }
        }
        return exit
    }
}
