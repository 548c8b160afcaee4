import CPlatform
import Host
import Panel

/// Runs `treadle backup --stick` or `treadle restore --stick` as the child of the box, one at a time (I12).
final class StickControl {
    private(set) var outcome = DisplayState.StartNotice.Stick.none
    /// Readable when `serve` has something to read; -1 while no child runs.
    private(set) var descriptor: Int32 = -1
    private var input: Int32 = -1
    private var child: Int32 = -1
    private var restores = false
    /// Whether the child has printed anything: one that finds no stick prints nothing and succeeds.
    private var hasSpoken = false
    private let executable: String

    /// - Parameter executable: the program to run; tests pass another.
    init(executable: String = "/proc/self/exe") { self.executable = executable }

    deinit { _ = end(killing: true) }

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
        var bytes = [UInt8](repeating: 0, count: 4096)
        while descriptor >= 0 {
            let count = treadle_read(descriptor, &bytes, bytes.count)
            if count == -Int(EINTR) { continue }
            if count == -Int(EAGAIN) { return false }
            if count > 0 {
                hasSpoken = true
                Console.out(String(decoding: bytes[..<Int(count)], as: UTF8.self))
                continue
            }
            let status = end(killing: false)
            outcome = status != 0 ? .failed : !hasSpoken ? .none : restores ? .restored : .backedUp
            return outcome != .none
        }
        return false
    }

    private func start(_ command: String, _ folder: String, _ waits: Bool) -> Bool {
        if child >= 0 { return false }
        let words = ["treadle", command, "--stick"] + (waits ? ["--wait"] : []) + ["--", folder]
        var copies: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        copies.append(nil)
        defer { for copy in copies { free(copy) } }
        let result = treadle_child_start(executable, copies, &input, &descriptor)
        if result < 0 {
            Console.error("treadle: \(command): \(String(cString: treadle_error_message(result)))\n")
            return false
        }
        (child, restores, hasSpoken) = (result, command == "restore", false)
        return true
    }

    /// - Returns: the exit status; -1 if a signal has ended the child.
    private func end(killing: Bool) -> Int32 {
        if child < 0 { return 0 }
        close(input)
        close(descriptor)
        let status = treadle_child_status(child, killing ? 1 : 0)
        (child, descriptor, input) = (-1, -1, -1)
        return status
    }
}
