import Network

/// What network control asks of the loop; tests use another loop.
struct SessionLoop {
    /// The loop reads and writes the socket of an open session from now on.
    var join: (_ slot: Int, _ socket: Int32, _ session: OpenedSession) -> Void
    /// The loop ends the notes of a session and gives its socket back.
    var leave: (_ slot: Int) -> Void
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
}
