import CPlatform
import Compact
import Host

/// Runs `treadle export` as the child of the box, one at a time (I3), for the menu's `Export`.
final class ExportControl {
    /// Readable when `serve` has something to read; -1 while no child runs.
    private(set) var descriptor: Int32 = -1
    private var input: Int32 = -1
    private var child: Int32 = -1
    private var said: [UInt8] = []
    private var answer: (String) -> Void = { _ in }
    private let executable: String

    /// - Parameter executable: the program to run; tests pass another.
    init(executable: String = "/proc/self/exe") { self.executable = executable }

    /// Starts an export. Returns false while another export runs.
    ///
    /// - Parameter answer: receives the result for the display, at most 16 characters, once, on the control thread.
    func start(then answer: @escaping (String) -> Void) -> Bool {
        if child >= 0 { return false }
        let words = ["treadle", "export"]
        var copies: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        copies.append(nil)
        defer { for copy in copies { free(copy) } }
        let result = treadle_child_start(executable, copies, &input, &descriptor)
        if result < 0 {
            Console.error("treadle: export: \(String(cString: treadle_error_message(result)))\n")
            answer("EXPORT FAILED")
            return true
        }
        child = result
        said.removeAll()
        self.answer = answer
        return true
    }

    /// Reads the child's output, and calls the answer when the child has ended.
    func serve() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while descriptor >= 0 {
            let count = treadle_read(descriptor, &bytes, bytes.count)
            if count == -Int(EINTR) { continue }
            if count == -Int(EAGAIN) { return }
            if count > 0 {
                if said.count < 256 { said += bytes[..<count] }
                continue
            }
            close(input)
            close(descriptor)
            treadle_child_end(child, 0)
            (child, descriptor, input) = (-1, -1, -1)
            let answer = self.answer
            self.answer = { _ in }
            answer(ExportControl.words(of: String(decoding: said, as: UTF8.self)))
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
