import CPlatform
import Configuration
import Host

/// Keeps dhcpcd running, the program that gives an appliance its IPv4 address (N13). dhcpcd brings the interfaces up,
/// follows their cables, and withdraws its addresses when it ends. IPv6 is done by the kernel.
struct AddressClient {
    /// The pause in ns from the end of the program to its next start. It doubles at each end, up to `longestPause`,
    /// until the program has run longer than `longestPause`.
    static let shortestPause: UInt64 = 1_000_000_000
    static let longestPause: UInt64 = 30_000_000_000
    /// The longest wait in ms for the program to withdraw its addresses.
    private static let endTime: Int32 = 500

    private let words: [String]
    /// Process number; negative while the program does not run.
    private(set) var child: Int32 = -1
    private var startedAt: UInt64 = 0
    private var pause = AddressClient.shortestPause
    /// When to start the program, in nanoseconds.
    private(set) var startsAt: UInt64 = 0

    /// - Parameter words: the path of the program and its arguments.
    init(_ words: [String]) { self.words = words }

    /// Returns the command for a setting of the address; nil if no program is needed.
    ///
    /// The search for a link-local address starts together with DHCP (`--reboot 0`): one after the other would take
    /// longer than 5 s. `Board/tools/dhcpcd.patch` contains the rest of the timing.
    ///
    /// - Parameter leavesRadio: whether wireless interfaces are left to `WiFiControl`.
    static func command(for address: ApplianceAddress, leavesRadio: Bool = false) -> [String]? {
        var words = ["/bin/dhcpcd", "--nobackground", "--quiet", "--config", "/dev/null", "--script", "/dev/null"]
        if leavesRadio { words += ["--denyinterfaces", "wlan*"] }
        switch address {
        case .dhcp: return words + ["--reboot", "0", "--nodelay"]
        case .static(let address): return words + ["--static", "ip_address=\(address.text)"]
        case .off: return nil
        }
    }

    /// Starts the program if that is due, and checks whether it has ended. Called at least twice a second.
    mutating func serve(at now: UInt64) {
        if child >= 0 && treadle_helper_has_ended(child) != 0 { hasEnded(at: now) }
        if child >= 0 || now < startsAt { return }
        child = start()
        startedAt = now
        if child >= 0 { return }
        say(String(cString: treadle_error_message(child)))
        hasEnded(at: now)
    }

    /// Ends the program, which withdraws its addresses.
    mutating func end() {
        if child >= 0 { _ = treadle_helper_end(child, AddressClient.endTime) }
        child = -1
    }

    private mutating func hasEnded(at now: UInt64) {
        if child >= 0 { say("has ended; it starts again") }
        child = -1
        if now - startedAt > AddressClient.longestPause { pause = AddressClient.shortestPause }
        startsAt = now + pause
        pause = min(2 * pause, AddressClient.longestPause)
    }

    private func say(_ what: String) { Console.error("treadle: network: \(words[0]): \(what)\n") }

    private func start() -> Int32 {
        ChildProcess.withArguments(words) { treadle_helper_start($0, Int32(TREADLE_CONFINED_DHCP)) }
    }
}
