import Configuration
import Host

/// `treadle help [COMMAND]`, `treadle help --man`
enum HelpCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let isManual = arguments.flag("--man")
        let name = arguments.next()
        try arguments.finish()
        if isManual && name != nil { throw Arguments.Problem(message: "--man is the page of all commands") }
        if isManual {
            Console.out(ManualPage.text)
        } else if let name {
            guard let command = CommandTable.command(CommandTable.name(name)) else {
                throw Arguments.Problem.command(name)
            }
            Console.out(HelpText.text(of: command))
        } else {
            Console.out(HelpText.overview)
        }
        return .done
    }
}

/// `treadle completion bash|zsh|fish`
enum CompletionCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let shell = arguments.next()
        try arguments.finish()
        switch shell {
        case "bash": Console.out(Completion.bash)
        case "zsh": Console.out(Completion.zsh)
        case "fish": Console.out(Completion.fish)
        case nil: throw Arguments.Problem(message: "completion needs a shell: bash, zsh or fish")
        case let shell?:
            throw Arguments.Problem(message: "there is no completion for '\(shell)', only for bash, zsh and fish")
        }
        return .done
    }
}
