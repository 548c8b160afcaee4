import Program

// The groups of a port are sources of their own, but conditions, assignments and the followed clock hear the port (U6).
extension Router {
    /// The first place of the port of a source, or the source itself where it is none.
    @inline(__always)
    mutating func port(of source: UInt8) -> UInt8 {
        source < Limits.ports ? program.pointee.ports[Int(source)].first.rawValue : source
    }

    /// Lets moves start from the last values of the whole port: those that its conditions and assignments know.
    ///
    /// Keys are left out: conditions remember them themselves, and a key that is down twice is pressed twice.
    @inline(never)
    mutating func startFromPort(_ moves: ControllerMoves, of source: UInt8) {
        let row = program.pointee.ports[Int(source)].commonValues
        for index in 0..<moves.count where !ControlInput.isKey(moves[index].slot) {
            moves[index].previous = inputs.value(row, moves[index].channel, moves[index].slot)
        }
    }

    /// Lets moves start from the last values of their own group (R14).
    @inline(never)
    mutating func startFromGroup(_ moves: ControllerMoves, of source: UInt8) {
        for index in 0..<moves.count {
            moves[index].previous = inputs.value(source, moves[index].channel, moves[index].slot)
        }
    }

    /// Sets what a message moved as the last values of the whole port, after moves have started from those before.
    @inline(never)
    mutating func setCommonValues(_ moves: ControllerMoves, of source: UInt8) {
        startFromPort(moves, of: source)
        let row = program.pointee.ports[Int(source)].commonValues
        for index in 0..<moves.count where moves[index].fires && !ControlInput.isKey(moves[index].slot) {
            inputs.set(row, moves[index].channel, moves[index].slot, to: moves[index].value)
        }
    }
}
