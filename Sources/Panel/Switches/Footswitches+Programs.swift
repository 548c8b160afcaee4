// F1: programs press footswitches, without a lock-out. A footswitch is down while its contact is closed or a program
// holds it.
extension Footswitches {
    /// Presses a footswitch for programs, or releases it. Gestures that are due by then are emitted first.
    ///
    /// - Parameters:
    ///   - isHeld: whether any program holds the footswitch.
    ///   - at: the time in ns.
    package mutating func hold(_ index: Int, _ isHeld: Bool, at: UInt64, _ emit: Emit) {
        precondition(index < count, "no such switch")
        advance(to: at, emit)
        let bit: UInt16 = 1 << UInt16(index)
        heldByPrograms = isHeld ? heldByPrograms | bit : heldByPrograms & ~bit
        // The contact may bounce, so the end of its lock-out decides about the release.
        if !isHeld && switches[index].settlesAt != never { return }
        if isWanted(index) == switches[index].isDown { return }
        follow(index, at, emit)
        findDeadline()
    }

    /// Whether a footswitch is down, without the bounces of its contact.
    @inline(__always)
    package func isDown(_ index: Int) -> Bool { switches[index].isDown }

    /// Whether the contact of a footswitch is closed, including bounces, or a program holds it.
    // Inlined, because a call would copy the whole value.
    @inline(__always)
    func isWanted(_ index: Int) -> Bool { switches[index].level || heldByPrograms & 1 << UInt16(index) != 0 }

    /// Makes a footswitch what it should be.
    mutating func follow(_ index: Int, _ at: UInt64, _ emit: Emit) {
        let isPressed = isWanted(index)
        switches[index].isDown = isPressed
        if isPressed { press(index, at, emit) } else { release(index, at, emit) }
    }
}
