/// The capacities and times of Bluetooth on the control thread. Times are nanoseconds.
enum RadioLimits {
    /// Bytes of a bond's record: the keys that the kernel has for one device are far fewer. A longer one is not kept.
    static let record = 500
    /// Peers that `treadle ports` lists. When full, the oldest that is not connected is left out.
    static let peers = 16
    /// Pairings that wait for the player's answer. A further one is refused.
    static let questions = 4
    /// How long new devices may pair after the player has allowed it, and how long the player has to answer (B4).
    static let pairingTime: UInt64 = 120_000_000_000
    static let questionTime: UInt64 = 30_000_000_000
    /// How long the process may take to tell of the end of a link that has hung up in the loop.
    static let hungUpTime: UInt64 = 500_000_000
    /// The pause between two messages about refused pairings.
    static let refusalPause: UInt64 = 1_000_000_000
    /// How long a peer that has gone is still listed.
    static let goneTime: UInt64 = 60_000_000_000

    /// Lines for the process that it has not read yet. When full, the process counts as hanging.
    static let waitingLines = 64
    /// Lines of the process that are read before other work has its turn.
    static let linesPerTurn = 32
    /// The time between two requests for a sign of life, and the longest wait for an answer.
    static let askTime: UInt64 = 5_000_000_000
    static let answerTime: UInt64 = 15_000_000_000
    /// The first and the longest pause before a process that has ended is started again. The pause doubles each time.
    static let shortestPause: UInt64 = 1_000_000_000
    static let longestPause: UInt64 = 30_000_000_000
    /// How long a process that was asked to end may take to disconnect all peers and to switch the radio off.
    static let endTime: UInt64 = 1_000_000_000

    /// A connection interval above this is marked as slow, in microseconds (B6).
    static let slowInterval: UInt32 = 30_000
}
