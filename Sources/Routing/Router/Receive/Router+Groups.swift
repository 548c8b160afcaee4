import Plan

// The groups of a port are separate sources, but conditions, assignments and the followed clock use the whole port
// (U6).
extension Router {
    /// The first routing place of a source's port, or the source itself if it is not a port.
    @inline(__always)
    mutating func port(of source: UInt8) -> UInt8 {
        source < Limits.ports ? plan.ports[Int(source)].first.rawValue : source
    }

    /// Sets the previous values of moves to those of the whole port, as its conditions and assignments need.
    ///
    /// Keys are left out: conditions remember keys themselves, and a key pressed in two groups is pressed twice.
    @inline(never)
    mutating func startFromPort(_ moves: ControllerMoves, of source: UInt8) {
        let row = plan.ports[Int(source)].commonValues
        for index in 0..<moves.count where !ControlInput.isKey(moves[index].slot) {
            moves[index].previous = inputs.value(row, moves[index].channel, moves[index].slot)
        }
    }

    /// Sets the previous values of moves to those of their own group (R14).
    @inline(never)
    mutating func startFromGroup(_ moves: ControllerMoves, of source: UInt8) {
        for index in 0..<moves.count {
            moves[index].previous = inputs.value(source, moves[index].channel, moves[index].slot)
        }
    }

    /// Stores the new values of a message as last values of the whole port, after setting the moves' previous values.
    @inline(never)
    mutating func setCommonValues(_ moves: ControllerMoves, of source: UInt8) {
        startFromPort(moves, of: source)
        let row = plan.ports[Int(source)].commonValues
        for index in 0..<moves.count where moves[index].fires && !ControlInput.isKey(moves[index].slot) {
            inputs.set(row, moves[index].channel, moves[index].slot, to: moves[index].value)
        }
    }
}
