import CPlatform
import Configuration
import Host
import MIDI

/// The dialogue of `treadle learn` on the terminal: shows the value while it changes, and reads Return and Ctrl-C.
struct LearnPrompt {
    private var learner: Learner
    private let signals = treadle_signal_descriptor()
    /// Whether standard input is open, so that Return may still be pressed.
    private var hasInput = true
    /// Whether standard output is a terminal, which shows the changing value always on the same line.
    private let isTerminal = isatty(1) == 1
    private var isShown = false
    private(set) var value: String?
    /// Whether Ctrl-C was pressed and a message was printed.
    private(set) var isStopped = false

    init(_ learner: Learner) { self.learner = learner }

    /// Whether a value was learnt, or Ctrl-C was pressed.
    var isDone: Bool { isStopped || value != nil }

    /// The events that end a wait.
    enum Wake: Equatable {
        case signal, input
        /// The running box.
        case box
        /// If no box runs: the sequencer, and an input port by its number.
        case sequencer, port(Int)
    }

    /// The descriptors to wait for, besides those of the box or of the ports.
    var waited: PollSet<Wake> {
        var set = PollSet<Wake>()
        set.add(.signal, signals)
        if hasInput { set.add(.input, 0) }
        return set
    }

    /// The longest wait in ms; -1 for no limit.
    var timeout: Int32 {
        let due = learner.deadline
        if due == Learner.never { return -1 }
        let now = treadle_now()
        return due > now ? Int32(min((due - now) / 1_000_000 + 1, 60_000)) : 0
    }

    func ask() {
        Console.out("\(learner.request) … (Ctrl-C: change nothing)\n")
    }

    /// Handles the events that are ready.
    ///
    /// - Parameter isQuiet: whether no port has input. Only then does the learner's time advance.
    mutating func serve(_ ready: [Wake], isQuiet: Bool) {
        if ready.contains(.signal) && treadle_signal_next(signals) != 0 {
            endLine()
            Console.error("treadle: nothing was learnt\n")
            isStopped = true
            return
        }
        if isQuiet, let text = learner.advance(to: treadle_now()) { finish(text) }
        if ready.contains(.input) && isReturn(), value == nil, let text = learner.take() { finish(text) }
    }

    private mutating func isReturn() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(0, &bytes, bytes.count)
        if count <= 0 { hasInput = false }
        return bytes[..<max(count, 0)].contains(UInt8(ascii: "\n"))
    }

    mutating func hear(_ message: Message, from source: Int, at time: UInt64) {
        if value == nil { tell(learner.hear(message, from: source, at: time)) }
    }

    mutating func hear(own controller: String, value number: Int, at time: UInt64) {
        if value == nil { tell(learner.hear(own: controller, value: number, at: time)) }
    }

    private mutating func tell(_ outcome: Learner.Outcome) {
        switch outcome {
        case .ignored: break
        case .half(let text), .follows(let text):
            if isTerminal {
                Console.progress(text)
                isShown = true
            } else if case .half = outcome {
                Console.out("\(text) …\n")
            }
        case .learnt(let text): finish(text)
        }
    }

    private mutating func finish(_ text: String) {
        endLine()
        value = text
    }

    private mutating func endLine() {
        if isShown { Console.progress("") }
        isShown = false
    }
}
