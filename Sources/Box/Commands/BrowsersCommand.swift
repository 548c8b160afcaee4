import Host

/// `treadle code`, `treadle browsers [forget N]` and `treadle token [NAME] [--read]`: who may use the page (W4, W7).
/// The running box asks the page's process.
enum BrowsersCommand {
    static func code(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let socket = arguments.option("--socket")
        try arguments.finish()
        return ask("code", socket) { line in
            let (code, seconds) = BoxConnection.split(line)
            return seconds.isEmpty ? code : "\(code), for one browser within \(seconds) s"
        }
    }

    static func browsers(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let socket = arguments.option("--socket")
        guard let verb = arguments.next() else { return ask("browsers", socket) }
        guard verb == "forget", let number = arguments.next(), let place = UInt32(number) else {
            throw Arguments.Problem(message: "browsers takes nothing, or forget and the number of a browser")
        }
        try arguments.finish()
        return ask("forget \(place)", socket)
    }

    static func token(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let (socket, isReading) = (arguments.option("--socket"), arguments.flag("--read"))
        guard let name = arguments.next() else { return ask("tokens", socket) }
        try arguments.finish()
        return ask("token \(try DriveCommand.word(name))" + (isReading ? " read" : ""), socket)
    }

    /// Asks the page's process, and prints each line of the answer.
    private static func ask(
        _ words: String, _ socket: String?, _ text: (String) -> String = { $0 }
    ) -> ExitStatus {
        guard let box = BoxConnection(ControlPath.find(socket)) else { return .unusable }
        guard let problem = DriveCommand.ask(box, "web " + words, { Console.out(text($0) + "\n") }) else {
            return .unusable
        }
        if problem.isEmpty { return .done }
        Console.error("treadle: \(problem)\n")
        return .unusable
    }
}
