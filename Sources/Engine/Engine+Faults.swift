import Panel

extension Engine {
    /// Ends the notice of power-up, since a press shows that the player has seen it (E1).
    @inline(__always)
    func readStartNotice() {
        if notices.pointee.start != DisplayState.StartNotice() { dropStartNotice() }
    }

    /// Forgets the faults of power-up because a configuration without faults was loaded (E1).
    package func forgetFaults() {
        faults.pointee.removeAll()
        dropStartNotice()
    }

    @inline(never)
    private func dropStartNotice() {
        notices.pointee.start = DisplayState.StartNotice()
        notices.pointee.changes &+= 1
    }
}
