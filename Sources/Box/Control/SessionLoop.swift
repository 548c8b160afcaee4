import Network

/// What network control asks of the loop; tests use another loop.
struct SessionLoop {
    /// The loop reads and writes the socket of an open session from now on.
    var join: (_ slot: Int, _ socket: Int32, _ session: OpenedSession) -> Void
    /// The loop ends the notes of a session and gives its socket back.
    var leave: (_ slot: Int) -> Void
    /// The link to a peer is down, or up again (H9).
    var link: (_ slot: Int, _ isUp: Bool) -> Void
    /// A peer's RS came on the control port (N6).
    var feedback: (_ slot: Int, _ sequence: UInt32) -> Void
}

/// What the loop has measured of a session (N12).
struct SessionMeasures: Equatable {
    /// Nanoseconds; 0: not measured yet.
    var roundTrip: UInt64 = 0
    /// Packets that were lost, whose commands a journal repaired, and those that it did not.
    var repaired: UInt32 = 0
    var unrepaired: UInt32 = 0
    /// SysEx that were lost, and datagrams that were too large to be read.
    var lostSysEx: UInt32 = 0
    var tooLarge: UInt32 = 0

    /// What was lost since earlier measures of the session.
    func losses(since other: SessionMeasures) -> SessionMeasures {
        SessionMeasures(
            unrepaired: unrepaired &- other.unrepaired, lostSysEx: lostSysEx &- other.lostSysEx,
            tooLarge: tooLarge &- other.tooLarge)
    }

    var hasLosses: Bool { unrepaired > 0 || lostSysEx > 0 || tooLarge > 0 }
}
