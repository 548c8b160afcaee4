/// The capacities and times of `Discovery`.
enum DiscoveryLimits {
    /// Services of other boxes, one for each interface and IP version. Further services are dropped, which `dropped`
    /// counts.
    static let services = 256
    /// Bytes of a session or host name. A line with a longer name is malformed.
    static let name = 1000
    /// Bytes of a line from the child. A longer one is malformed, and skipped to its end.
    static let line = 8192
    /// Bytes read from the child by one call of `hear`. The rest stays readable.
    static let read = 16_384
    /// First and longest pause before a child that ended is started again, in ns. The pause doubles each time.
    static let shortestPause: UInt64 = 1_000_000_000
    static let longestPause: UInt64 = 30_000_000_000
    /// A child that ran longer, in ns, has no fault that returns at once: the pause starts at the shortest again.
    static let goodLife: UInt64 = 60_000_000_000
    /// The time between two pings of the child, and the longest wait for its answer, in ns. Together with
    /// `shortestPause`, a hanging child is replaced within 10 s (N10).
    static let pingTime: UInt64 = 2_000_000_000
    static let answerTime: UInt64 = 5_000_000_000
    /// How long a new child may take to find the services of the previous child again, in ns. Services that are not
    /// found by then are lost.
    static let searchTime: UInt64 = 10_000_000_000
    /// How long `stop` waits for the child to withdraw the service, in ns.
    static let goodbyeTime: UInt64 = 1_000_000_000
}
