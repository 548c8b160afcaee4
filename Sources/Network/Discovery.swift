import CPlatform
import Compact
import Host

/// Publishes this box by mDNS and finds others (N2) with a child process, which is restarted when it ends (N10).
///
/// The control thread waits for `descriptor` and `deadline`, then calls `hear`. The child ends when the thread that
/// started it ends.
package final class Discovery {
    /// The output of the child, readable when `hear` must be called; -1 while no child runs.
    package var descriptor: Int32 { process.output }
    /// When to call `hear` at the latest, in ns of the caller's clock; `UInt64.max` if only `descriptor` is to be
    /// waited for.
    package var deadline: UInt64 { min(startTime, services.searchEnd, process.isRunning ? life.deadline : .max) }
    /// The number of services that were dropped because there were too many.
    package var dropped: Int { services.dropped }
    /// The number of malformed lines of the child.
    package private(set) var malformed = 0
    /// How often a child has ended.
    package private(set) var ended = 0
    /// How often a child has answered a ping.
    package private(set) var answers = 0
    /// The process number of the child; nil while none runs.
    package var child: Int32? { process.isRunning ? process.number : nil }

    private var process: ChildProcess
    private var name: String
    private let port: UInt16
    /// The TCP port of the page; nil: none is published.
    private var page: UInt16?
    private let interfaces: [String]
    private var services = FoundServices()
    private var nameInUse = ""
    private var lines = LineBuffer()
    /// When to start a child, in ns; `UInt64.max` while one runs.
    private var startTime: UInt64 = 0
    private var startedAt: UInt64 = 0
    private var pause = DiscoveryLimits.shortestPause
    private var life = DiscoveryLife(since: 0)
    /// The reason in the child's last line.
    private var reason: String?

    /// - Parameters:
    ///   - port: the control port; 0: the box has no session, and no others are found.
    ///   - page: the TCP port of the page (W1).
    ///   - interfaces: their names; empty for all except loopback.
    ///   - executable: this program, which has the command `mdns`.
    package init(
        name: String, port: UInt16, page: UInt16? = nil, interfaces: [String], executable: String = "/proc/self/exe"
    ) {
        self.name = name
        (self.port, self.page) = (port, page)
        self.interfaces = interfaces
        process = ChildProcess(executable: executable)
    }

    deinit { process.end(killing: true) }

    /// Starts the child if that is due, and reads its output. Returns what has happened.
    ///
    /// - Parameter now: the time in ns of a monotonic clock.
    package func hear(at now: UInt64) -> [DiscoveryEvent] {
        var events: [DiscoveryEvent] = []
        if !process.isRunning && now >= startTime { start(now, &events) }
        if process.isRunning {
            switch process.read(DiscoveryLimits.read) {
            case .nothing: break
            case .ended:
                readLines(&events)
                hasEnded(now, &events)
            case .bytes(let bytes):
                lines.add(bytes)
                readLines(&events)
            }
        }
        if process.isRunning {
            switch life.look(at: now) {
            case .wait: break
            case .ask: send(Array("ping\n".utf8))
            case .stands:
                reason = "the mDNS process has not answered"
                hasEnded(now, &events)
            }
        }
        for service in services.lostInSearch(now) { events.append(.lost(service)) }
        return events
    }

    /// Publishes the box under another name. The event `nameInUse` reports when this is done.
    package func rename(_ name: String) {
        if name == self.name { return }
        self.name = name
        // If no child runs, the next one starts with the new name.
        tell("rename", name)
    }

    /// Publishes the page at another TCP port; nil: no more (W1).
    package func move(page new: UInt16?) {
        if new == page { return }
        page = new
        tell("page", "\(new ?? 0)")
    }

    /// Requests the addresses of a host. An event `resolved` follows for each. While no child runs, the request is
    /// ignored.
    package func resolve(_ host: String) { tell("resolve", host) }

    /// Sends a line to the child. Ends a child that does not read it.
    private func tell(_ verb: String, _ name: String) {
        send(Array("\(verb) ".utf8) + DiscoveryLine.escaped(name) + [UInt8(ascii: "\n")])
    }

    private func send(_ line: [UInt8]) {
        if process.isRunning && !process.write(line) { kill(process.number, SIGTERM) }
    }

    /// Withdraws the service and ends the child. Waits at most a second.
    package func stop() {
        startTime = UInt64.max
        if !process.isRunning { return }
        process.closeInput()
        let end = treadle_now() + DiscoveryLimits.goodbyeTime
        var hasEnded = false
        var now = treadle_now()
        while !hasEnded && now < end {
            process.waitForOutput(until: end, at: now)
            if case .ended = process.read(DiscoveryLimits.read) { hasEnded = true }
            now = treadle_now()
        }
        forget(killing: !hasEnded)
    }

    private func start(_ now: UInt64, _ events: inout [DiscoveryEvent]) {
        // Options are written with `=`, because a name may look like an option.
        var words = ["treadle", "mdns", "--name=\(name)", "--port=\(port)"]
        if let page { words.append("--page=\(page)") }
        if !interfaces.isEmpty { words.append("--interfaces=\(interfaces.joined(separator: ","))") }
        if let reason = process.start(words) {
            events.append(.failed(reason))
            return wait(now)
        }
        startedAt = now
        startTime = UInt64.max
        life = DiscoveryLife(since: now)
        services.beginSearch(now)
    }

    private func readLines(_ events: inout [DiscoveryEvent]) {
        while let line = lines.next() {
            switch DiscoveryLine(line[...]) {
            case nil: malformed += 1
            case .name(let name):
                if name != nameInUse { events.append(.nameInUse(name)) }
                nameInUse = name
            case .host(let host): events.append(.hostInUse(host))
            case .found(let service, let isIPv6): events += services.found(service, isIPv6)
            case .lost(let name, let interface, let isIPv6):
                if let service = services.lost(name, interface, isIPv6) { events.append(.lost(service)) }
            case .address(let host, let address): events.append(.resolved(host: host, address: address))
            case .dropped(let count): services.droppedByChild = count
            case .alive:
                life.hear()
                answers += 1
            case .failed(let text): reason = text
            }
        }
        malformed += lines.takeTooLong()
    }

    private func hasEnded(_ now: UInt64, _ events: inout [DiscoveryEvent]) {
        if !process.isRunning { return }
        // The child may have closed its output without ending.
        forget(killing: true)
        nameInUse = ""
        ended += 1
        events.append(.failed(reason ?? "the mDNS process has ended"))
        reason = nil
        if now - startedAt >= DiscoveryLimits.goodLife { pause = DiscoveryLimits.shortestPause }
        wait(now)
    }

    /// Schedules the next child after the pause, and doubles the pause.
    private func wait(_ now: UInt64) {
        startTime = now + pause
        pause = min(2 * pause, DiscoveryLimits.longestPause)
    }

    private func forget(killing: Bool) {
        process.end(killing: killing)
        lines.removeAll()
    }
}
