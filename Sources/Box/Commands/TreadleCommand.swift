import CPlatform
import Configuration

/// The commands of the program and their exit statuses (docs/reference/COMMANDS.md).
public enum TreadleCommand {
    /// Exit statuses of the program.
    enum Exit: Int32 {
        case done = 0
        /// The input was bad; standard error says where.
        case badInput = 1
        case usage = 2
        /// A device or file could not be used.
        case unusable = 3
    }

    static let version = "0.1.0"

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
    public static func main() -> Int32 {
        var count: Int32 = 0
        let raw = treadle_arguments(&count)
        var words: [String] = []
        for index in 0..<Int(count) { words.append(String(cString: raw![index]!)) }
        treadle_fill_standard_descriptors()
        if Supervisor.isWanted(words, process: getpid()) { return Supervisor.run() }
        return Console.settle(run(Array(words.dropFirst()))).rawValue
    }

    private static func run(_ words: [String]) -> Exit {
        guard let name = words.first else {
            Console.out(help)
            return .done
        }
        if words.contains("--help") || name == "help" {
            Console.out(help)
            return .done
        }
        if words.contains("--version") {
            Console.out("treadle \(version), \(build), \(architecture)\n")
            return .done
        }
        var arguments = Arguments(Array(words.dropFirst()))
        do throws(Arguments.Problem) {
            switch name {
            case "run": return try RunCommand.run(&arguments)
            case "check": return try CheckCommand.run(&arguments)
            case "render": return try RenderCommand.run(&arguments)
            case "translate": return try TranslateCommand.run(&arguments)
            case "ports": return try PortsCommand.run(&arguments)
            case "list": return try ListCommand.run(&arguments)
            case "bench": return try BenchCommand.run(&arguments)
            case "send": return try SendCommand.run(&arguments)
            case "smf": return try SMFCommand.run(&arguments)
            case "monitor": return try MonitorCommand.run(&arguments)
            case "learn": return try LearnCommand.run(&arguments)
            case "recorder": return try RecorderCommand.run(&arguments)
            default: throw Arguments.Problem(message: "there is no command '\(name)'")
            }
        } catch {
            Console.error("treadle: \(error.message)\nTry 'treadle --help'.\n")
            return .usage
        }
    }

    private static let help = """
        Treadle, a pedalboard MIDI box.

        treadle run [DIR or BOX.yaml]        the box: routes until stopped
                --no-realtime                for machines that forbid realtime scheduling
                --simulate                   in a terminal, without hardware: the display drawn, footswitches and tilt
                                             on the keyboard, ports for the other programs of this machine
                --socket PATH                where the commands below find this box
        treadle check [DIR or BOX.yaml]      reads everything, reports every error and warning
        treadle render BOX.yaml [SCRIPT]     runs the box offline on a script of inputs
                --preset N|NAME              which preset to begin with
                --display                    shows the display whenever it changes
                --leds                       shows the LEDs of the footswitches whenever they change
                --why                        says why messages are dropped or retained
                --wire                       ports with a uart send at 31250 baud
        treadle translate --from F --to F    between bytes, ump and ump2, line by line
                --group N                    the group of bytes, 0..15
                --chunks                     the lines are one stream arriving in pieces
        treadle ports [DIR or BOX.yaml]      every port found here, and which alias it answers to
        treadle list CURVE                   a value list, one number a line: softness S, dynamics D, cutoff C,
                                             linear IN..IN OUT..OUT, free A X,Y X,Y B, or 'curve: { softness: 30 }'
        treadle list BOX.yaml PLACE          the list that a place of a configuration stands for: notes of a routing, map or
                                             map-tones in it, velocity, when, such as presets.Verse.routings.1.notes
        treadle list FILE or -               the same of a list or a spreadsheet's columns, checked
                --velocity, --notes          what it is for: controllers else
                --in 7|14, --out 7|14        bits of what comes in and goes out
                --plot                       draws it
                -o FILE                      into a file, which is never half
        treadle monitor [ALIAS…]             what comes and goes in the running box, and why messages are dropped
                --hex, --decimal             bytes instead of words
                --notes-and-controllers      nothing else
                --clock                      timing clock too
                --chord-window 30 ms         notes that begin within it are one chord; 0 ms: never
        treadle send ALIAS MESSAGE…          out of a port of the running box: 'cc 7 = 100', 'note C4 90 for 1 s',
                                             'F0 … F7', 'mmc play', 'program 12 channel 3'
        treadle smf FILE.mid ALIAS           plays a file as if it came in at that port of the running box
                --socket PATH                of which box
        treadle learn BOX.yaml PATH          writes what is played next at that place of the configuration, such as
                                             presets.Verse.routings.1.restrict.notes
        treadle recorder                     what came and went in the running box in the last minutes, as a script for
                                             render
                --smf -o FILE.mid            as a Standard MIDI File
                -o FILE                      into a file
        treadle bench                        what messages cost on this machine
        treadle bench NAME PASSES            only does one of that so often, for a counter of instructions
        treadle --help, --version

        """
}

/// The options and plain arguments after a command.
struct Arguments {
    struct Problem: Error {
        var message: String
    }

    private var words: [String]

    init(_ words: [String]) { self.words = words }

    /// Removes an option without a value. Returns whether it was given.
    mutating func flag(_ name: String) -> Bool {
        guard let index = words.firstIndex(of: name) else { return false }
        words.remove(at: index)
        return true
    }

    /// Removes an option and returns its value; nil if it was not given.
    mutating func option(_ name: String) throws(Problem) -> String? {
        guard let index = words.firstIndex(of: name) else { return nil }
        if index + 1 == words.count { throw Problem(message: "\(name) needs a value") }
        let value = words[index + 1]
        words.removeSubrange(index...(index + 1))
        return value
    }

    /// Removes an option that is a time and returns it in nanoseconds, at most ten seconds. The unit may be a word of
    /// its own.
    mutating func time(_ name: String) throws(Problem) -> UInt64? {
        guard let index = words.firstIndex(of: name) else { return nil }
        guard var text = try option(name) else { return nil }
        if index < words.count, ["us", "ms", "s"].contains(words[index]) { text += " \(words.remove(at: index))" }
        guard let time = TimeText.nanoseconds(text), time <= 10_000_000_000 else {
            throw Problem(message: "\(name) '\(text)': it must be a time up to 10 s with its unit, such as 30 ms")
        }
        return time
    }

    /// Removes the next plain argument and returns it; nil if none is left.
    mutating func next() throws(Problem) -> String? {
        guard let word = words.first else { return nil }
        if Arguments.isOption(word) {
            throw Problem(message: "unknown option '\(word)'")
        }
        words.removeFirst()
        return word
    }

    /// Removes the plain arguments that are left and returns them.
    mutating func rest() throws(Problem) -> [String] {
        var rest: [String] = []
        while let word = try next() { rest.append(word) }
        return rest
    }

    /// Whether a word is an option. `-` is standard input, and `-20` is a number.
    private static func isOption(_ word: String) -> Bool {
        let bytes = Array(word.utf8.prefix(2))
        return bytes.count == 2 && bytes[0] == UInt8(ascii: "-") && !(48...57 ~= bytes[1])
    }

    /// Throws if an argument is left over.
    func finish() throws(Problem) {
        if let word = words.first { throw Problem(message: "unexpected argument '\(word)'") }
    }
}
