/// Decides when the trial of an update has succeeded (I5): the ports that were open before the update have been open
/// for 30 s. The loop has then run as long, else process 1 would have restarted the old version.
struct TrialWatch {
    /// How long the ports must have been open, in ns.
    static let time: UInt64 = 30_000_000_000

    private let wanted: [String]
    private var since: UInt64?

    init(ports: [String]) { wanted = ports }

    /// Called at least twice a second.
    ///
    /// - Parameters:
    ///   - isOpen: whether the port with an alias is open.
    ///   - now: nanoseconds of a monotonic clock.
    mutating func hasSucceeded(at now: UInt64, _ isOpen: (String) -> Bool) -> Bool {
        if !wanted.allSatisfy(isOpen) {
            since = nil
            return false
        }
        let since = since ?? now
        self.since = since
        return now - since >= TrialWatch.time
    }
}
