import Configuration
import Host

/// `treadle translate --from F --to F [--group N] [--chunks] [FILE]`
enum TranslateCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let from = try format(arguments.option("--from"), "--from")
        let to = try format(arguments.option("--to"), "--to")
        let group = arguments.option("--group") ?? "0"
        guard let group = UInt8(group), group < 16 else {
            throw Arguments.Problem(message: "--group is 0..15, not '\(group)'")
        }
        let isOneStream = arguments.flag("--chunks")
        let input = InputFile(arguments.next())
        try arguments.finish()
        guard let text = input.read(most: mostBytes) else { return .unusable }
        if text.count > mostBytes {
            Console.error("\(input.name):1:1: error: over the limit `fileBytes`: at most \(mostBytes) are read\n")
            return .badInput
        }
        return translate(text, input, Translation(from: from, to: to, group: group), isOneStream: isOneStream)
    }

    /// The greatest size of the input in bytes.
    private static let mostBytes = 16 << 20

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
        _ text: [UInt8], _ input: InputFile, _ start: Translation, isOneStream: Bool
    ) -> ExitStatus {
        if text.isEmpty { return .done }
        // A line feed at the end of the text does not begin another line.
        var lines = TextLines(text.last == UInt8(ascii: "\n") ? text.dropLast() : text[...])
        var number = 0
        var translation = start
        var exit = ExitStatus.done
        while let line = lines.next() {
            number += 1
            if !isOneStream { translation = start }
            let before = translation
            if let problem = translation.feed(line) {
                Console.report(
                    Diagnostic(
                        file: input.name, line: number, column: problem.column, message: problem.message,
                        source: SourceLine(line: line, column: problem.column)))
                translation = before
                exit = .badInput
                if !isOneStream {
                    Console.out("\n")
                    continue
                }
            }
            if !isOneStream || lines.isAtEnd { translation.finish() }
            if !Console.out(translation.take() + [UInt8(ascii: "\n")]) { return .unusable }
        }
        return exit
    }
}
