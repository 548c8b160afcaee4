import Compact
import Host
import Upkeep

/// Runs `treadle update` as the child of the box, one at a time, and tracks its progress (I5). The menu's `Update`
/// shows `state` and calls `look`, then `install`.
final class UpdateControl {
    enum Age: String {
        case newer, same, older
        /// Newer, but its trial has failed. Only the search at start reports this.
        case failed
    }

    enum State: Equatable {
        case idle
        /// The file is searched and verified.
        case looking
        case found(UpdateVersion, Age)
        case writing(percent: Int)
        /// The words for the display, at most 16 characters.
        case refused(String)
        /// The search at start has found no file.
        case nothing
        /// The next start is the trial. A box that installed from the menu has to end: process 1 then restarts the
        /// machine.
        case armed
        /// The running version is no longer on trial.
        case committed
    }

    private(set) var state = State.idle
    /// Whether the box has started the last child by itself (`UpdateAtStart`), not for the menu.
    private(set) var isAtStart = false
    /// Why the last update failed, for the menu's `Faults`; nil if nothing is wrong.
    private(set) var fault: String?
    /// Readable when `serve` has something to read; -1 while no child runs.
    var descriptor: Int32 { child.output }
    private var child: ChildProcess
    private var line: [UInt8] = []

    /// - Parameter executable: the program to run; tests pass another.
    init(executable: String = "/proc/self/exe") { child = ChildProcess(executable: executable) }

    deinit { child.end(killing: true) }

    /// Searches an update and verifies all of it. Returns false while a child runs.
    ///
    /// - Parameters:
    ///   - path: the file; nil to search for it.
    ///   - isAtStart: the box searches by itself, so that a missing update is no fault.
    @discardableResult
    func look(at path: String? = nil, isAtStart: Bool = false) -> Bool {
        start(["--check"], .looking, isAtStart, path.map { ["--", $0] } ?? [])
    }

    /// Searches the update again, verifies it and writes it.
    ///
    /// - Parameters:
    ///   - path: the file; nil to search for it.
    ///   - allowsDowngrade: the player has confirmed an older version.
    ///   - isAtStart: the box installs by itself, and is not restarted.
    ///   - ports: aliases of the ports that must be open again for the trial to succeed.
    @discardableResult
    func install(
        from path: String? = nil, allowsDowngrade: Bool = false, isAtStart: Bool = false, ports: [String]
    ) -> Bool {
        // Behind `--`, an alias may look like an option. An empty first operand means to search for the file.
        start(allowsDowngrade ? ["--downgrade"] : [], .writing(percent: 0), isAtStart, ["--", path ?? ""] + ports)
    }

    /// Ends the trial of the running version.
    @discardableResult
    func commit() -> Bool { start(["--commit"], state) }

    /// Reads the child's output. Returns whether `state` has changed.
    func serve() -> Bool {
        let before = state
        while child.isRunning {
            switch child.read() {
            case .nothing: return state != before
            case .bytes(let bytes): read(bytes)
            case .ended:
                child.end(killing: false)
                // The child has ended without a result.
                switch state {
                case .looking, .writing:
                    (state, fault) = (.refused("UPDATE FAILED"), "its installer ended unexpectedly")
                default: break
                }
            }
        }
        return state != before
    }

    private func read(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            if byte != UInt8(ascii: "\n") {
                if line.count < 256 { line.append(byte) }
                continue
            }
            handle(String(decoding: line, as: UTF8.self))
            line.removeAll()
        }
    }

    private func handle(_ line: String) {
        let words = line.split(separator: " ")
        guard let verb = words.first else { return }
        let rest = words.dropFirst().map { String($0) }
        switch verb {
        case "found":
            guard rest.count >= 2, let version = UpdateVersion(rest[0]), let age = Age(rawValue: rest[1]),
                state == .looking
            else { return }
            state = .found(version, age)
        case "progress": state = .writing(percent: rest.first.flatMap { Int($0) } ?? 0)
        case "fault": fault = rest.joined(separator: " ")
        case "refused": state = .refused(rest.joined(separator: " "))
        case "nothing": state = .nothing
        case "armed": state = .armed
        case "committed": state = .committed
        default: break
        }
    }

    private func start(
        _ options: [String], _ next: State, _ isAtStart: Bool = false, _ operands: [String] = []
    ) -> Bool {
        if child.isRunning { return false }
        let words = ["treadle", "update"] + options + (isAtStart ? ["--at-start"] : []) + operands
        self.isAtStart = isAtStart
        if let reason = child.start(words) {
            Console.error("treadle: update: \(reason)\n")
            (state, fault) = (.refused("UPDATE FAILED"), "its installer cannot be started")
            return true
        }
        (state, fault) = (next, nil)
        line.removeAll()
        return true
    }
}
