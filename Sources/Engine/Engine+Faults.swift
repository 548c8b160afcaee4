import Panel

extension Engine {
    /// Ends the notice of power-up, since a press shows that the player has seen it (E1).
    @inline(__always)
    func readStartNotice() {
        if notices.start != DisplayState.StartNotice() { dropStartNotice() }
    }

    /// Forgets the faults of power-up because a configuration without faults was loaded (E1).
    package func forgetFaults() {
        faults.removeFaultsAtStart()
        dropStartNotice()
    }

    /// Shows the outcome of an update until a footswitch is pressed (I5).
    package func show(_ update: DisplayState.StartNotice.Update) {
        notices.start.update = update
        notices.changes &+= 1
    }

    /// Shows that an edit on the owner's partition has `faults` faults, whose rows follow; nil if the edit has no
    /// faults any more (I3, I9).
    package func show(badEdit faults: UInt32?) {
        if let faults { self.faults.beginEdit(faults: Int(faults)) } else { self.faults.removeEdit() }
        notices.start.badEdit = faults == nil ? 0 : 1
        notices.changes &+= 1
    }

    /// Shows the outcome of a backup on a stick, or of restoring one, until a footswitch is pressed (I12).
    package func show(_ stick: DisplayState.StartNotice.Stick) {
        notices.start.stick = stick
        notices.changes &+= 1
    }

    @inline(never)
    private func dropStartNotice() {
        notices.start = DisplayState.StartNotice()
        notices.changes &+= 1
    }
}
