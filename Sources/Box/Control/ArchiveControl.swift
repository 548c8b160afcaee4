import Host

/// Runs `treadle backup` or `treadle restore` as the child of the box for the page, one at a time (W15): an archive may
/// be large and a card slow.
final class ArchiveControl {
    enum Outcome: Equatable {
        case done
        /// The archive is at fault.
        case refused(String)
        case failed(String)
    }

    /// Readable when `serve` has something to read; -1 while no child runs.
    var descriptor: Int32 { child.output }
    private var child: ChildProcess
    private var said: [UInt8] = []
    private var answer: (Outcome) -> Void = { _ in }
    /// Bytes of the child's output that are kept: the last line says why it has failed.
    private static let mostSaid = 65536

    /// - Parameter executable: the program to run; tests pass another.
    init(executable: String = "/proc/self/exe") { child = ChildProcess(executable: executable) }

    deinit { child.end(killing: true) }

    /// Starts a command. Returns why it cannot be started, or nil.
    ///
    /// - Parameters:
    ///   - command: `backup` or `restore`.
    ///   - answer: receives the outcome, once, on the control thread.
    func start(
        _ command: String, _ archive: String, _ folder: String, then answer: @escaping (Outcome) -> Void
    ) -> String? {
        if child.isRunning { return "a backup or a restoring runs already" }
        if let reason = child.start(["treadle", command, "--report", "--", archive, folder]) { return reason }
        said = []
        self.answer = answer
        return nil
    }

    /// Reads the child's output, and calls the answer when the child has ended.
    func serve() {
        while child.isRunning {
            switch child.read() {
            case .nothing: return
            case .bytes(let bytes):
                if said.count + bytes.count <= ArchiveControl.mostSaid { said += bytes }
            case .ended:
                let status = child.end(killing: false)
                let answer = self.answer
                self.answer = { _ in }
                answer(ArchiveControl.outcome(status, said))
            }
        }
    }

    /// The outcome, from the exit status and the last line `refused WHY`.
    static func outcome(_ status: Int32, _ said: [UInt8]) -> Outcome {
        if status == ExitStatus.done.rawValue { return .done }
        let last = said.split(separator: UInt8(ascii: "\n")).last ?? []
        let why =
            last.starts(with: "refused ".utf8)
            ? String(decoding: last.dropFirst(8), as: UTF8.self) : "it has ended unexpectedly"
        return status == ExitStatus.badInput.rawValue ? .refused(why) : .failed(why)
    }
}
