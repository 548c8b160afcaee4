import CPlatform
import Configuration
import Host
import Plan

/// `treadle monitor [ALIAS…]`: prints the messages that the running box receives and sends, until Ctrl-C.
enum MonitorCommand {
    static func run(_ arguments: inout Arguments) throws(Arguments.Problem) -> ExitStatus {
        let socket = arguments.option("--socket")
        var text = MonitorText()
        var queue = MonitorQueue()
        let (hex, decimal) = (arguments.flag("--hex"), arguments.flag("--decimal"))
        if hex && decimal { throw Arguments.Problem(message: "--hex and --decimal exclude each other") }
        let isJSON = arguments.flag("--json")
        if isJSON && (hex || decimal) {
            throw Arguments.Problem(message: "--json has words and bytes; leave out the other")
        }
        text.showsFields = arguments.flag("--packets")
        if hex { text.form = .hex }
        if decimal { text.form = .decimal }
        queue.notesAndControllers = arguments.flag("--notes-and-controllers")
        queue.clock = arguments.flag("--clock")
        let window = try arguments.time("--chord-window")
        while let alias = arguments.next() { queue.aliases.append(alias) }

        guard let box = BoxConnection(ControlPath.find(socket)) else { return .unusable }
        for alias in queue.aliases where !Source.words.contains(alias) {
            if box.port(alias) == nil { return .usage }
        }
        (text.language, text.middleC) = (box.language, box.middleC)
        // Chords are grouped only as words, never as bytes or fields.
        queue.window = text.form == .words && !isJSON && !text.showsFields ? window ?? box.chordWindow : 0
        return follow(box, &queue, text, isJSON: isJSON)
    }

    /// The events that end a wait.
    private enum Wake {
        case box, signal, timer
    }

    private static func follow(
        _ box: BoxConnection, _ queue: inout MonitorQueue, _ text: MonitorText, isJSON: Bool
    ) -> ExitStatus {
        var text = text
        /// Prints groups of lines. Returns false if standard output failed.
        func show(_ groups: [MonitorQueue.Group], since start: UInt64) -> Bool {
            var out = ""
            for group in groups {
                out += (isJSON ? text.json(group, since: start) : text.timed(group, since: start)) + "\n"
            }
            return Console.out(out)
        }

        let signals = treadle_signal_descriptor()
        let timer = treadle_timer_create()
        let start = treadle_now()
        var waited = PollSet<Wake>()
        waited.add(.box, box.descriptor)
        waited.add(.signal, signals)
        waited.add(.timer, timer)
        _ = box.write("watch")
        while true {
            _ = treadle_timer_set(timer, queue.nextAt ?? UInt64.max)
            let ready = waited.wait()
            if ready.contains(.signal) && treadle_signal_next(signals) != 0 { return .done }
            if ready.contains(.box) && !box.receive() {
                _ = show(queue.take(at: UInt64.max), since: start)
                Console.error("treadle: the box has ended\n")
                return .unusable
            }
            while let line = box.nextLine() { handle(line, &queue, &text, isJSON) }
            if !show(queue.take(at: treadle_now()), since: start) { return .unusable }
        }
    }

    private static func handle(
        _ line: String, _ queue: inout MonitorQueue, _ text: inout MonitorText, _ isJSON: Bool
    ) {
        let (word, rest) = BoxConnection.split(line)
        if word == "missed" {
            Console.out(isJSON ? "{\"missed\":\(rest)}\n" : "\(rest) messages not shown\n")
        } else if !text.acceptPeer(line), let line = MonitorLine(line) {
            queue.add(line)
        }
    }
}
