import Bluetooth
import CPlatform
import Host

/// The child process that has the radio (B15), and the pair of sockets to it: one line a packet. Never waits.
final class RadioProcess {
    /// Readable when `next` returns something; -1 while no process runs.
    private(set) var descriptor: Int32 = -1
    /// The number of the process; -1 while none runs.
    private(set) var child: Int32 = -1
    /// Processes that were killed and are not reaped yet.
    private var ending: [Int32] = []
    /// Lines that the process had no room for, in order.
    private var waiting: [String] = []
    /// The process has ended, or does not read.
    private(set) var isLost = false
    private let executable: String

    /// - Parameter executable: the program to run; tests pass another.
    init(executable: String = "/proc/self/exe") { self.executable = executable }

    deinit { if child >= 0 { end() } }

    /// The descriptor of the socket in the process.
    static let socketOfProcess = 3

    /// Starts the process. Returns nil on success, else the reason.
    func start() -> String? {
        let words = ["treadle", "bluetooth-process", "\(RadioProcess.socketOfProcess)"]
        let result = ChildProcess.withArguments(words) {
            treadle_child_start_with_packets(executable, $0, &descriptor)
        }
        if result < 0 { return String(cString: treadle_error_message(result)) }
        (child, isLost, waiting) = (result, false, [])
        return nil
    }

    /// Sends a line. A longer one than the process takes is left out.
    func send(_ line: String) {
        if descriptor < 0 || line.utf8.count > BluetoothLimits.line { return }
        if waiting.count >= RadioLimits.waitingLines { return isLost = true }
        waiting.append(line)
        sendWaiting()
    }

    /// Sends the lines for which there was no room.
    func sendWaiting() {
        while let line = waiting.first {
            var line = line
            let result = line.withUTF8 { treadle_socket_send(descriptor, $0.baseAddress, $0.count) }
            if result == -Int(EAGAIN) || result == -Int(ENOBUFS) { return }
            if result < 0 { return isLost = true }
            waiting.removeFirst()
        }
    }

    /// Whether lines wait for room.
    var isWaiting: Bool { !waiting.isEmpty }

    /// Returns the next line of the process and the descriptor that came with it, or -1; nil if there is none.
    func next() -> (line: ArraySlice<UInt8>, passed: Int32)? {
        if descriptor < 0 { return nil }
        var (bytes, passed) = ([UInt8](repeating: 0, count: BluetoothLimits.line), Int32(-1))
        let count = treadle_packet_receive(descriptor, &bytes, bytes.count, &passed)
        if count == -Int(EAGAIN) { return nil }
        if count <= 0 {
            if passed >= 0 { close(passed) }
            isLost = true
            return nil
        }
        return (bytes[..<count], passed)
    }

    /// Kills the process. Its end is waited for by `reap`.
    func drop() {
        if descriptor >= 0 { close(descriptor) }
        if child >= 0 {
            kill(child, SIGKILL)
            ending.append(child)
        }
        (descriptor, child, waiting, isLost) = (-1, -1, [], false)
        reap()
    }

    /// Frees the numbers of processes that have ended.
    func reap() { ending.removeAll { treadle_child_has_ended($0) != 0 } }

    /// Asks the process to disconnect all peers, and waits at most `RadioLimits.endTime` for that.
    func end() {
        if child < 0 { return }
        send(RadioOrder.end.text)
        let limit = treadle_now() + RadioLimits.endTime
        while treadle_now() < limit {
            if treadle_child_has_ended(child) != 0 {
                close(descriptor)
                (descriptor, child) = (-1, -1)
                return
            }
            // Unread lines would keep the process from ending.
            while let (_, passed) = next() { if passed >= 0 { close(passed) } }
            treadle_pause_us(2000)
        }
        drop()
    }
}
