import CPlatform
import Host

/// `treadle recorder [--smf] [--clip ALIAS] [-o FILE] [--socket PATH]`: writes the messages that the running box
/// received and sent in the last minutes.
enum RecorderCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let socket = arguments.option("--socket")
        let output = arguments.option("-o")
        let isFile = arguments.flag("--smf")
        let alias = arguments.option("--clip")
        try arguments.finish()
        if isFile && alias != nil { throw Arguments.Problem(message: "--smf and --clip exclude each other") }
        if isFile && output == nil { throw Arguments.Problem(message: "recorder --smf needs -o FILE") }
        if alias != nil && output == nil { throw Arguments.Problem(message: "recorder --clip needs -o FILE") }

        guard let box = BoxConnection(ControlPath.find(socket)) else { return .unusable }
        var request = isFile ? "recorder smf" : "recorder"
        if let alias {
            guard let port = box.port(alias) else { return .usage }
            request = "recorder clip \(port)"
        }
        var bytes: [UInt8] = []
        let isComplete = ask(box, request) { part in
            if output == nil { return Console.out(part) }
            bytes += part
            return true
        }
        if !isComplete { return .unusable }
        guard let output else { return .done }
        return SavedFile.write(bytes, to: output)
    }

    /// Reads the recording from the box and passes it to `take`, part by part, until `take` returns false. Returns
    /// false, after a message, if the recording is not complete.
    private static func ask(_ box: BoxConnection, _ request: String, _ take: ([UInt8]) -> Bool) -> Bool {
        let isFile = request != "recorder"
        var progress = Progress()
        defer { progress.end() }
        _ = box.write(request)
        while let line = box.readLine() {
            let (word, rest) = BoxConnection.split(line)
            if word == "ok" { return true }
            if word == "error" {
                progress.end()
                Console.error("treadle: \(rest)\n")
                return false
            }
            let part = isFile ? bytes(rest) : Array("\(rest)\n".utf8)
            progress.add(part.count)
            if !take(part) { return false }
        }
        progress.end()
        Console.error("treadle: the box has ended\n")
        return false
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.utf8.compactMap { Digits.value(ofHex: $0) }
        return (0..<digits.count / 2).map { digits[2 * $0] << 4 | digits[2 * $0 + 1] }
    }

    /// Shows the size of the received part, on a terminal that does not show the recording itself.
    private struct Progress {
        private let isShown = isatty(2) == 1 && isatty(1) == 0
        private var count = 0
        private var shown = 0

        mutating func add(_ bytes: Int) {
            count += bytes
            if !isShown || count - shown < 100_000 { return }
            shown = count
            Console.error("\r\(count / 1000) KB\u{1B}[K")
        }

        mutating func end() {
            if shown > 0 { Console.error("\r\u{1B}[K") }
            shown = 0
        }
    }
}
