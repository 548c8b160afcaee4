import Configuration
import Host

/// The commands that drive the running box: `treadle load Organ`, `treadle reload`. Each command returns when the box
/// has executed it.
enum DriveCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let socket = arguments.option("--socket")
        let verb = arguments.verb
        var line = verb == "reload" ? verb : "do " + verb
        for operand in try arguments.wanted() { line += " " + (try word(operand)) }
        guard let box = BoxConnection(ControlPath.find(socket)) else { return .unusable }
        guard let problem = ask(box, line, { Console.out($0 + "\n") }) else { return .unusable }
        if problem.isEmpty { return .done }
        Console.error("treadle: \(problem)\n")
        return verb == "reload" ? .badInput : verb == "save" ? .unusable : .usage
    }

    /// Sends a request and prints the errors and warnings before its answer. Returns the reason of a refusal; empty if
    /// the box has accepted the request. Prints a message and returns nil if the box has ended.
    ///
    /// - Parameter take: receives each line of the result.
    static func ask(_ box: BoxConnection, _ request: String, _ take: (String) -> Void) -> String? {
        _ = box.write(request)
        while let line = box.readLine() {
            let (word, rest) = BoxConnection.split(line)
            switch word {
            case "|": take(rest)
            case "!": Console.error(rest + "\n")
            case "ok": return ""
            case "error": return rest
            default: break
            }
        }
        Console.error("treadle: the box has ended\n")
        return nil
    }

    /// Writes an operand as a word of a script: in quotes, unless it has only letters, digits and `+ , - .`.
    static func word(_ operand: String) throws(Arguments.Problem) -> String {
        // The box would execute the text after the line feed as another request.
        if operand.utf8.contains(UInt8(ascii: "\n")) {
            throw Arguments.Problem(message: "'\(operand)' contains a line feed, which no name has")
        }
        let isPlain = operand.utf8.allSatisfy { 48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 || 43...46 ~= $0 }
        if isPlain && !operand.isEmpty { return operand }
        var text = "\""
        for scalar in operand.unicodeScalars {
            if scalar == "\"" { text += "\"" }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }
}
