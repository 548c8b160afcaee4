/// What two peers have agreed on before their session begins (N3).
package struct SessionSetup: BitwiseCopyable, Sendable {
    package var ownSSRC: UInt32
    package var remoteSSRC: UInt32
    /// The initiator token of the data port. A repeated invitation is answered with the token that it contains.
    package var token: UInt32
    /// The initiator starts the clock synchronization (N4).
    package var isInitiator: Bool
    /// False for peers that play phantom notes from journals (N6).
    package var sendsJournal: Bool
    /// Nanoseconds from the time stamp of a command to its routing; 0: commands are routed as they arrive (N8).
    package var buffer: UInt64
    package var name: SessionName

    package init(
        ownSSRC: UInt32, remoteSSRC: UInt32, token: UInt32, isInitiator: Bool, sendsJournal: Bool = true,
        buffer: UInt64 = 0, name: SessionName = SessionName()
    ) {
        (self.ownSSRC, self.remoteSSRC, self.token) = (ownSSRC, remoteSSRC, token)
        (self.isInitiator, self.sendsJournal, self.buffer, self.name) = (isInitiator, sendsJournal, buffer, name)
    }
}

/// The counters of a session, which begin at 0 with the session and wrap.
package struct SessionCounters: BitwiseCopyable, Equatable, Sendable {
    /// Nanoseconds of the round trip that the clock uses; 0: not measured yet.
    package var roundTrip: UInt64 = 0
    /// Lost packets whose whole effect the journal of a later packet has repaired (N7).
    package var repaired: UInt32 = 0
    /// Lost packets that no journal covers (N7).
    package var unrepaired: UInt32 = 0
    /// SysEx that were lost in gaps and that no journal restored, such as long ones, which journals list as cancelled
    /// (N6).
    package var lostSysEx: UInt32 = 0
    /// Datagrams of more than `SessionLimits.datagram` bytes (N9).
    package var tooLarge: UInt32 = 0
    /// Packets that arrived twice, or after newer packets (N7).
    package var duplicates: UInt32 = 0
    /// Datagrams of the peer that are no well-formed packets (N9).
    package var malformed: UInt32 = 0
    /// Datagrams with the SSRC of another session (N9).
    package var foreign: UInt32 = 0
    /// Packets that the kernel refused. The journal repairs their loss.
    package var unsent: UInt32 = 0

    package init() {}
}

extension SessionCounters {
    /// Whether the session has lost anything since it had the counters `other`.
    package func hasLosses(since other: SessionCounters) -> Bool {
        unrepaired != other.unrepaired || lostSysEx != other.lostSysEx || tooLarge != other.tooLarge
    }
}

extension Session {
    /// Counts a datagram that the kernel refused.
    package mutating func countUnsent() { counters.unsent &+= 1 }
}
