import Network

/// Requests of network control to the loop. Tests pass other closures.
struct SessionLoop {
    /// Hands the socket of an open session to the loop.
    var join: (_ slot: Int, _ socket: Int32, _ session: OpenedSession) -> Void
    /// Makes the loop end the notes of a session and release its socket.
    var leave: (_ slot: Int) -> Void
    /// Tells the loop that the link to a peer is down, or up again (H9).
    var link: (_ slot: Int, _ isUp: Bool) -> Void
    /// Passes on a peer's RS, which arrived on the control port (N6).
    var feedback: (_ slot: Int, _ sequence: UInt32) -> Void
}

/// The loop's measurements of a session (N12), as counts unless noted.
struct SessionMeasures: Equatable {
    /// Round trip in ns; 0: not measured yet.
    var roundTrip: UInt64 = 0
    /// Lost packets whose commands a journal has repaired, and lost packets without repair.
    var repaired: UInt32 = 0
    var unrepaired: UInt32 = 0
    /// Lost SysEx, and datagrams that were too large to be read.
    var lostSysEx: UInt32 = 0
    var tooLarge: UInt32 = 0

    /// Returns the losses since earlier measurements of the same session.
    func losses(since other: SessionMeasures) -> SessionMeasures {
        SessionMeasures(
            unrepaired: unrepaired &- other.unrepaired, lostSysEx: lostSysEx &- other.lostSysEx,
            tooLarge: tooLarge &- other.tooLarge)
    }

    var hasLosses: Bool { unrepaired > 0 || lostSysEx > 0 || tooLarge > 0 }
}
