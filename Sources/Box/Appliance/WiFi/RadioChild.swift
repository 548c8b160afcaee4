import CPlatform
import Host

/// A program that the box keeps running while it is wanted, such as wpa_supplicant (L9). A program that ends is started
/// again after 1 s to 30 s (L7). Nothing here waits for it, except `end`.
struct RadioChild {
    /// What `serve` has found or done.
    enum Change { case nothing, started, ended }

    /// The time in ns that a program has to end after SIGTERM.
    static let endTime: UInt64 = 1_000_000_000
    /// The longest wait in ms at the end of the box.
    private static let lastTime: Int32 = 500

    private let kind: Int32
    /// The path of the program and its arguments; empty: the program is not wanted.
    private(set) var words: [String] = []
    /// The process number; negative while the program does not run.
    private(set) var child: Int32 = -1
    /// When the program that was asked to end is killed, in ns; nil if it was not asked.
    private var killsAt: UInt64?
    private var startedAt: UInt64 = 0
    private var pause = AddressClient.shortestPause
    /// When the program may start, in ns.
    private(set) var startsAt: UInt64 = 0

    /// - Parameter kind: how the program is confined (TREADLE_CONFINED_…).
    init(kind: Int) { self.kind = Int32(kind) }

    /// Says which program has to run. One with other arguments replaces the running one.
    ///
    /// - Parameter words: the path of the program and its arguments; empty: none.
    mutating func want(_ words: [String], at now: UInt64) {
        if words == self.words { return }
        self.words = words
        (startsAt, pause) = (0, AddressClient.shortestPause)
        stop(at: now)
    }

    /// Starts the wanted program anew, at once.
    mutating func restart(at now: UInt64) {
        startsAt = 0
        stop(at: now)
    }

    /// Asks the running program to end.
    private mutating func stop(at now: UInt64) {
        if child < 0 || killsAt != nil { return }
        _ = kill(child, SIGTERM)
        killsAt = now + RadioChild.endTime
    }

    /// Starts the program if that is due, and checks whether it has ended. Called at least twice a second.
    mutating func serve(at now: UInt64) -> Change {
        if child >= 0 {
            if treadle_helper_has_ended(child) != 0 {
                hasEnded(at: now)
                return .ended
            }
            if let killsAt, now >= killsAt { _ = kill(child, SIGKILL) }
            return .nothing
        }
        if words.isEmpty || now < startsAt { return .nothing }
        child = ChildProcess.withArguments(words) { treadle_helper_start($0, kind) }
        startedAt = now
        if child >= 0 { return .started }
        say(String(cString: treadle_error_message(child)))
        hasEnded(at: now)
        return .nothing
    }

    /// Ends the program at the end of the box.
    mutating func end() {
        if child >= 0 { _ = treadle_helper_end(child, RadioChild.lastTime) }
        (child, killsAt, words) = (-1, nil, [])
    }

    private mutating func hasEnded(at now: UInt64) {
        child = -1
        if killsAt != nil {
            killsAt = nil
            return
        }
        say("has ended; it starts again")
        if now - startedAt > AddressClient.longestPause { pause = AddressClient.shortestPause }
        startsAt = now + pause
        pause = min(2 * pause, AddressClient.longestPause)
    }

    private func say(_ what: String) { Console.error("treadle: wi-fi: \(words.first ?? "a program"): \(what)\n") }
}
