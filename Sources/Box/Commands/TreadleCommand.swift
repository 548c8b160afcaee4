import CPlatform
import Configuration
import Host
import Upkeep

/// The commands of the program (docs/reference/COMMANDS.md).
package enum TreadleCommand {
    /// When the manual page was last changed.
    static let date = "2026-11-29"

    /// The commit that the program was built from.
    private static var build: String {
        guard let commit = treadle_commit() else { return "development build" }
        return "commit \(String(cString: commit))"
    }

    private static var architecture: String {
        #if arch(x86_64)
            "x86_64"
        #else
            "aarch64"
        #endif
    }

    /// Runs the command in the program's arguments and returns its exit status.
    package static func main() -> Int32 {
        var count: Int32 = 0
        let raw = treadle_arguments(&count)
        var words: [String] = []
        for index in 0..<Int(count) { words.append(String(cString: raw![index]!)) }
        treadle_fill_standard_descriptors()
        if Supervisor.isWanted(words, process: getpid()) { return Supervisor.run() }
        return Console.settle(run(Array(words.dropFirst()))).rawValue
    }

    private static func run(_ words: [String]) -> ExitStatus {
        guard let name = words.first.map({ CommandTable.name($0) }) else {
            Console.out(HelpText.overview)
            return .done
        }
        // Words after `--` are operands.
        let options = words.prefix { $0 != "--" }
        if options.contains("--help") || options.contains("-h") { return help(name) }
        if options.contains("--version") || options.contains("-V") {
            let keys = UpdateKeys.ofImage.lines.map { "update key \($0)\n" }.joined()
            Console.out("treadle \(Treadle.version), \(build), \(architecture)\n" + keys)
            return .done
        }
        do throws(Arguments.Problem) {
            if Arguments.isOption(name) { throw Arguments.Problem.option(name, nil) }
            guard let command = CommandTable.command(name) else { throw Arguments.Problem.command(name) }
            var arguments = try Arguments(Array(words.dropFirst()), of: command, as: name)
            return try command.run(&arguments)
        } catch {
            let command = name == "help" ? nil : CommandTable.command(name).map { _ in " \(name)" }
            Console.error("treadle: \(error.message)\nTry 'treadle\(command ?? "") --help'.\n")
            return .usage
        }
    }

    /// Prints the help of a command, or the list of commands.
    private static func help(_ name: String) -> ExitStatus {
        Console.out(CommandTable.command(name).map { HelpText.text(of: $0) } ?? HelpText.overview)
        return .done
    }
}
