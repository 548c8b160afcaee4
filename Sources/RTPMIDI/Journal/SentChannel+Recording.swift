import MIDI

extension SentChannel {
    /// Records a channel message of a packet.
    ///
    /// - Returns: the packet of a parameter that the table dropped; nil if it dropped none.
    mutating func record(_ message: Message, in packet: UInt32) -> UInt32? {
        last = Single(0, in: packet)
        switch Status.withoutChannel(message.status) {
        case Status.noteOn where message.data2 > 0:
            notes.put(message.data1, message.data2, in: packet)
            noteCounts[Int(message.data1)] = min(127, noteCounts[Int(message.data1)] + 1)
        case Status.noteOff, Status.noteOn:
            notes.put(message.data1, 0, extra: message.releaseVelocity, in: packet)
            noteCounts[Int(message.data1)] -= noteCounts[Int(message.data1)] > 0 ? 1 : 0
            lastNoteOff = Single(0, in: packet)
        case Status.polyPressure:
            keyPressures.put(message.data1, message.data2, in: packet)
        case Status.controlChange:
            return record(controller: message.data1, message.data2, in: packet)
        case Status.programChange:
            program = bank.program(message.data1)
            programChange = Single(bank.isBeforeReset ? 0x80 : 0, in: packet)
        case Status.channelPressure:
            pressure = Single(UInt16(message.data1), in: packet)
        default:
            bend = Single(message.bend, in: packet)
        }
        return nil
    }

    private mutating func record(controller: UInt8, _ value: UInt8, in packet: UInt32) -> UInt32? {
        if ParameterTransaction.isSelector(controller) {
            selection.select(controller, value)
            transaction = Single(0, in: packet)
            return selection.state == .open ? parameters.touch(selection.number, in: packet) : nil
        }
        if ParameterTransaction.isData(controller), selection.enterData() {
            transaction = Single(0, in: packet)
            let dropped = parameters.touch(selection.number, in: packet)
            parameters.enter(controller, value)
            return dropped
        }
        controllers.put(controller, value, extra: (controllers[controller].extra + 1) & 0x3F, in: packet)
        bank.select(controller, value)
        if controller == ModeController.resetAllControllers { resetControllers() }
        if ModeController.endsNotes(controller) { endNotes() }
        return nil
    }

    // Bends and pressures before Reset All Controllers are not C-active (A.5, A.8, A.9).
    private mutating func resetControllers() {
        bend.isActive = false
        pressure.isActive = false
        keyPressures.removeAll()
        bank.resetControllers()
        selection.resetControllers()
        transaction.isActive = false
        parameters.resetControllers()
    }

    // Notes and channel pressure before All Notes Off are not N-active (A.6, A.8). Poly pressure gets its X bit (A.9).
    private mutating func endNotes() {
        notes.removeAll()
        noteCounts = InlineArray(repeating: 0)
        pressure.isActive = false
        var key = keyPressures.newest
        while key != RecentNumbers.none {
            keyPressures[key].extra = 0x80
            key = keyPressures[key].older
        }
    }

    /// Forgets all commands, which a Reset State command has made inactive (A.1).
    mutating func reset() {
        if !last.isActive { return }
        // In place, because a second channel takes 4 KB of the stack.
        (last, lastNoteOff, pressure, bend) = (Single(), Single(), Single(), Single())
        notes.reset()
        noteCounts = InlineArray(repeating: 0)
        controllers.reset()
        keyPressures.reset()
        (bank, program, programChange) = (SelectedBank(), BankedProgram(), Single())
        (selection, transaction) = (ParameterTransaction(), Single())
        parameters.removeAll()
    }
}
