import CPlatform
import Host

/// `treadle status --watch`: follows the state of the running box until Ctrl-C. A terminal shows the whole
/// state; a pipe or file gets the lines that change.
struct StatusWatch {
    private let box: BoxConnection
    private let isJSON: Bool
    private let isTerminal = isatty(1) == 1
    private var words = MonitorText()
    private var state = JSONValue.null
    private var picture: StatusPicture?

    /// The events that end a wait.
    private enum Wake {
        case box, signal
    }

    /// Arrays and objects within each other in the state.
    private static let depth = 16

    init(_ box: BoxConnection, isJSON: Bool) {
        (self.box, self.isJSON) = (box, isJSON)
        (words.language, words.middleC) = (box.language, box.middleC)
    }

    mutating func follow() -> ExitStatus {
        let signals = treadle_signal_descriptor()
        var waited = PollSet<Wake>()
        waited.add(.box, box.descriptor)
        waited.add(.signal, signals)
        _ = box.write("state")
        while true {
            let ready = waited.wait()
            if ready.contains(.signal) && treadle_signal_next(signals) != 0 { return .done }
            if ready.contains(.box) && !box.receive() {
                Console.error("treadle: the box has ended\n")
                return .unusable
            }
            var isNew = false
            while let line = box.nextLine() {
                let (word, rest) = BoxConnection.split(line)
                if word == "error" {
                    Console.error("treadle: \(rest)\n")
                    return .unusable
                }
                if word != "state" && word != "change" { continue }
                isNew = true
                if isJSON {
                    if !Console.out(rest + "\n") { return .unusable }
                } else if let value = JSONReader.value(of: Array(rest.utf8), depth: StatusWatch.depth) {
                    state = word == "state" ? value : state.merged(with: value)
                }
            }
            if isNew && !isJSON && !show() { return .unusable }
        }
    }

    /// Shows the state. Returns false if standard output takes no more.
    private mutating func show() -> Bool {
        let new = StatusPicture(state, words, counts: isTerminal)
        let shown = isTerminal ? new.lines : picture.map { new.changes(since: $0) } ?? new.lines
        picture = new
        if isTerminal { return Console.redraw(StatusWatch.cut(shown.map { $0.text })) }
        return Console.out(shown.map { $0.text + "\n" }.joined())
    }

    /// As much of lines as the terminal shows without moving on.
    private static func cut(_ lines: [String]) -> [String] {
        var (columns, rows): (Int32, Int32) = (0, 0)
        treadle_terminal_size(1, &columns, &rows)
        return lines.prefix(max(Int(rows) - 1, 1)).map { line in
            var (cut, width) = ("", 0)
            for scalar in line.visible.unicodeScalars {
                width += Cell.width(scalar.value)
                if width > Int(columns) { break }
                cut.unicodeScalars.append(scalar)
            }
            return cut
        }
    }
}
