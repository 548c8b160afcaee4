import CPlatform
import Foundation
import Testing

@testable import Network

/// What is taken from children that read packets of strangers (N10, N13).
@Suite struct ConfinementTests {
    /// Calls that any user may make, none of which a child has a use for. Each returns 0 or above, or -errno.
    static let calls: [(name: String, call: @Sendable () -> Int)] = [
        ("signals", { result(Int(kill(getpid(), 0))) }),
        ("links", { link("/proc/self/exe", "/nowhere/link") < 0 && errno == ENOENT ? 0 : -Int(errno) }),
        ("events", { closed(treadle_event_create()) }),
        ("timers", { closed(treadle_timer_create()) }),
        (
            "programs",
            {
                var child: pid_t = 0
                let error = posix_spawn(&child, "/bin/true", nil, nil, [nil], environ)
                if error == 0 { treadle_child_end(child, 0) }
                return -Int(error)
            }
        ),
        // What is written to a terminal like this, its shell takes for typed.
        ("terminals", { tcdrain(0) < 0 && errno != EPERM ? 0 : -Int(errno) }),
        (
            "pairs",
            {
                var ends: [Int32] = [-1, -1]
                let made = result(Int(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)))
                for end in ends where end >= 0 { close(end) }
                return made
            }
        ),
    ]

    private static func result(_ value: Int) -> Int { value < 0 ? -Int(errno) : value }

    private static func closed(_ file: Int32) -> Int {
        if file >= 0 { close(file) }
        return Int(file)
    }

    /// What each call returns in a thread that `prepare` was called in, whose result comes first.
    private static func results(after prepare: @escaping @Sendable () -> Int32) -> [Int] {
        final class Work: @unchecked Sendable {
            let prepare: @Sendable () -> Int32
            var results: [Int] = []
            init(_ prepare: @escaping @Sendable () -> Int32) { self.prepare = prepare }
        }
        let work = Work(prepare)
        var thread = pthread_t()
        let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            let work = Unmanaged<Work>.fromOpaque(context!).takeUnretainedValue()
            work.results = [Int(work.prepare())] + ConfinementTests.calls.map { $0.call() }
            // Sockets and text are what it is for.
            let socket = socket(AF_INET6, Int32(SOCK_DGRAM.rawValue), 0)
            work.results.append(ConfinementTests.closed(socket))
            return nil
        }
        let error = treadle_thread_start(&thread, body, Unmanaged.passUnretained(work).toOpaque(), 256 * 1024)
        if error < 0 { return [Int(error)] }
        _ = treadle_thread_join(thread)
        return work.results
    }

    @Test(arguments: 0..<Int32(TREADLE_CONFINED_KINDS))
    func aFilteredThreadMakesNoCallThatItsKindHasNoUseFor(_ kind: Int32) {
        let names = Self.calls.map(\.name)
        let before = Self.results { 0 }
        #expect(before.count == names.count + 2 && before.allSatisfy { $0 >= 0 }, "\(names) gave \(before)")
        let after = Self.results { treadle_filter_calls(kind) }
        // W1: the page gets its sockets from the box, and its library waits with events.
        let isPage = kind == Int32(TREADLE_CONFINED_WEB)
        #expect(after.first == 0 && (after.last ?? 0 >= 0) != isPage, "\(after)")
        let refused = zip(names, after[1...names.count]).filter { $0.1 == -Int(EPERM) }.map { $0.0 }
        #expect(refused == names.filter { !(isPage && $0 == "events") }, "\(after)")
        // The filter is the thread's own.
        #expect(Self.results { 0 }.allSatisfy { $0 >= 0 })
    }

    @Test func usersOfKindsAreDifferentAndNobodyElses() {
        let users = (0..<Int32(TREADLE_CONFINED_KINDS)).map { treadle_confined_kind($0).pointee.user }
        // The numbers that neither Debian nor systemd gives to anybody.
        #expect(Set(users).count == users.count && users.allSatisfy { 65520...65533 ~= $0 })
    }
}
