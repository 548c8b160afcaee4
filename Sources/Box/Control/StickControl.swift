import Host
import Panel

/// Runs `treadle backup --stick` or `treadle restore --stick` as the child of the box, one at a time (I12).
final class StickControl {
    private(set) var outcome = DisplayState.StartNotice.Stick.none
    /// Readable when `serve` has something to read; -1 while no child runs.
    var descriptor: Int32 { child.output }
    private var child: ChildProcess
    private var restores = false
    /// Whether the child has printed anything: one that finds no stick prints nothing and succeeds.
    private var hasSpoken = false

    /// - Parameter executable: the program to run; tests pass another.
    init(executable: String = "/proc/self/exe") { child = ChildProcess(executable: executable) }

    deinit { child.end(killing: true) }

    /// Writes a backup of a folder to the stick. Returns false while a child runs.
    ///
    /// - Parameter waits: whether to wait for a stick, as after power-up. Without a stick nothing is done.
    @discardableResult
    func backUp(_ folder: String, waits: Bool) -> Bool { start("backup", folder, waits) }

    /// Restores the newest good backup of the stick into a folder. Returns false while a child runs.
    @discardableResult
    func restore(_ folder: String, waits: Bool) -> Bool { start("restore", folder, waits) }

    /// Reads the child's output. Returns whether the child has ended with an outcome to show.
    func serve() -> Bool {
        while child.isRunning {
            switch child.read() {
            case .nothing: return false
            case .bytes(let bytes):
                hasSpoken = true
                Console.out(String(decoding: bytes, as: UTF8.self))
            case .ended:
                let status = child.end(killing: false)
                outcome = status != 0 ? .failed : !hasSpoken ? .none : restores ? .restored : .backedUp
                return outcome != .none
            }
        }
        return false
    }

    private func start(_ command: String, _ folder: String, _ waits: Bool) -> Bool {
        if child.isRunning { return false }
        let words = ["treadle", command, "--stick"] + (waits ? ["--wait"] : []) + ["--", folder]
        if let reason = child.start(words) {
            Console.error("treadle: \(command): \(reason)\n")
            return false
        }
        (restores, hasSpoken) = (command == "restore", false)
        return true
    }
}
