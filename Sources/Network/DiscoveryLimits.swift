/// The capacities and times of `Discovery`.
enum DiscoveryLimits {
    /// Services of other boxes, one for each interface and IP version. Further ones are not offered; `dropped` counts.
    static let services = 256
    /// Bytes of a session or host name. A line with a longer one is malformed.
    static let name = 1000
    /// Bytes of a line from the child. A longer one is malformed, and skipped to its end.
    static let line = 8192
    /// Bytes read from the child by one call of `hear`. The rest stays readable.
    static let read = 16_384
    /// First and longest pause before a child that ended is started again, in ns. The pause doubles each time.
    static let shortestPause: UInt64 = 1_000_000_000
    static let longestPause: UInt64 = 30_000_000_000
    /// A child that lived longer has no fault that comes back at once: the pause begins at the shortest again. In ns.
    static let goodLife: UInt64 = 60_000_000_000
    /// Time between two questions whether the child lives, and the longest wait for its answer, in ns. A child that
    /// stands is so replaced within 10 s (N10), with `shortestPause`.
    static let pingTime: UInt64 = 2_000_000_000
    static let answerTime: UInt64 = 5_000_000_000
    /// How long a new child may take to find again what the one before it found, in ns. What is not found by then is
    /// lost.
    static let searchTime: UInt64 = 10_000_000_000
    /// How long `stop` waits for the goodbye, in ns.
    static let goodbyeTime: UInt64 = 1_000_000_000
}
