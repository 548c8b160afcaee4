import Compact
import Host

/// Runs `treadle export` as the child of the box, one at a time (I3), for the menu's `Export`.
final class ExportControl {
    /// Readable when `serve` has something to read; -1 while no child runs.
    var descriptor: Int32 { child.output }
    private var child: ChildProcess
    private var said: [UInt8] = []
    private var answer: (String) -> Void = { _ in }

    /// - Parameter executable: the program to run; tests pass another.
    init(executable: String = "/proc/self/exe") { child = ChildProcess(executable: executable) }

    /// Starts an export. Returns false while another export runs.
    ///
    /// - Parameter answer: receives the result for the display, at most 16 characters, once, on the control thread.
    func start(then answer: @escaping (String) -> Void) -> Bool {
        if child.isRunning { return false }
        if let reason = child.start(["treadle", "export"]) {
            Console.error("treadle: export: \(reason)\n")
            answer("EXPORT FAILED")
            return true
        }
        said.removeAll()
        self.answer = answer
        return true
    }

    /// Reads the child's output, and calls the answer when the child has ended.
    func serve() {
        while child.isRunning {
            switch child.read(256) {
            case .nothing: return
            case .bytes(let bytes):
                if said.count < 256 { said += bytes }
            case .ended:
                child.end(killing: false)
                let answer = self.answer
                self.answer = { _ in }
                answer(ExportControl.words(of: String(decoding: said, as: UTF8.self)))
            }
        }
    }

    /// Extracts the words for the display from the child's output.
    static func words(of said: String) -> String {
        guard let line = said.split(separator: "\n").last else { return "EXPORT FAILED" }
        let words = line.split(separator: " ").map { String($0) }
        switch words.first {
        case "exported": return "EXPORTED"
        case "refused": return words.dropFirst().joined(separator: " ")
        default: return "EXPORT FAILED"
        }
    }
}
