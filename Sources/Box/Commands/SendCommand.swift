import Configuration

/// `treadle send ALIAS MESSAGE… [--socket PATH]`: out of a port of the running box.
enum SendCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> TreadleCommand.Exit {
        let socket = try arguments.option("--socket")
        guard let alias = try arguments.next() else {
            throw Arguments.Problem(message: "send needs an ALIAS and a MESSAGE")
        }
        var words: [String] = []
        while let word = try arguments.next() { words.append(word) }

        guard let box = BoxConnection(ControlPath.find(socket)) else { return .unusable }
        guard let port = box.port(alias) else { return .usage }
        let messages: SentMessages
        do throws(SentMessages.Problem) {
            messages = try SentMessages(words, MessageText(middleC: box.middleC, language: box.language))
        } catch {
            throw Arguments.Problem(message: error.message)
        }
        guard let lines = box.give(.send, port, messages.bytes[...]) else { return gone() }
        for _ in 0..<lines {
            guard let answer = box.readLine() else { return gone() }
            if answer != "ok" {
                Console.error("treadle: \(BoxConnection.split(answer).rest)\n")
                return .unusable
            }
        }
        return .done
    }

    private static func gone() -> TreadleCommand.Exit {
        Console.error("treadle: the box has ended\n")
        return .unusable
    }
}
