import MIDI

// Repairs the controllers from chapter C (RFC 6295, A.3).
extension HeardChannel {
    /// The bit of the ALT field that distinguishes the count tool from the toggle tool.
    fileprivate static let isCount: UInt8 = 0x40

    /// Delivers the controllers that differ from the chapter.
    ///
    /// - Returns: whether a command that ends all notes is listed and the journal leaves open whether it arrived.
    ///   Chapter N then names all sounding notes, because they began after that command.
    mutating func repairControllers(
        _ chapter: LogChapter, _ channel: UInt8, _ deliver: (Message) -> Void
    ) -> Bool {
        var endsOthers = false
        // If a Reset All Controllers has arrived, so have all commands before it.
        var log = indexOfKnownReset(chapter)
        while log < chapter.logs {
            let (number, value) = (chapter.number(log), chapter.value(log))
            if !chapter.flag(log) {
                if let toggles = chapter.toggles(of: number, at: log + 1) {
                    repairToggles(number, toggles, value, channel, deliver)
                }
                endsOthers = repairValue(number, value, chapter, log, channel, deliver) || endsOthers
            } else if value & HeardChannel.isCount != 0 {
                log += repairCount(number, value & 0x3F, chapter, log, channel, deliver)
            } else {
                // A toggle log follows the value log of the same command (A.3.3).
                let hasValue = log > 0 && chapter.number(log - 1) == number && !chapter.flag(log - 1)
                repairToggles(number, value, hasValue ? chapter.value(log - 1) : nil, channel, deliver)
            }
            log += 1
        }
        return endsOthers
    }

    /// The index of a log whose count of Reset All Controllers equals ours; 0 if there is none.
    private mutating func indexOfKnownReset(_ chapter: LogChapter) -> Int {
        let reset = ModeController.resetAllControllers
        for log in 0..<chapter.logs where chapter.number(log) == reset && chapter.flag(log) {
            if chapter.value(log) == HeardChannel.isCount | commandCounts[Int(reset)] { return log }
        }
        return 0
    }

    // Repairs from a log of the value tool. Returns whether its command ends all notes and may have been lost.
    private mutating func repairValue(
        _ number: UInt8, _ value: UInt8, _ chapter: LogChapter, _ log: Int, _ channel: UInt8,
        _ deliver: (Message) -> Void
    ) -> Bool {
        let heard = controllers[Int(number)]
        if number == ModeController.resetAllControllers {
            send(number, value, channel, deliver)
            return false
        }
        if 32..<64 ~= number, LogChapter.names(number - 32, in: chapter, after: log) {
            repairEarlierLSB(number, value, channel, deliver)
        } else if heard != value || number < 32 && isMSBMissing(number, chapter, log) {
            send(number, value, channel, deliver)
        } else {
            return ModeController.endsNotes(number)
        }
        return false
    }

    // Repairs an LSB whose MSB came later: the MSB may have cleared the LSB.
    private mutating func repairEarlierLSB(
        _ number: UInt8, _ value: UInt8, _ channel: UInt8, _ deliver: (Message) -> Void
    ) {
        if controllers[Int(number)] & 0x7F == value { return }
        send(number, value, channel, deliver)
        controllers[Int(number) - 32] |= HeardChannel.isStale
    }

    // Whether the sender's MSB came after the LSB, but no MSB has arrived here since the LSB.
    private mutating func isMSBMissing(_ number: UInt8, _ chapter: LogChapter, _ log: Int) -> Bool {
        controllers[Int(number) + 32] & HeardChannel.isStale == 0
            && !LogChapter.names(number + 32, in: chapter, after: log)
    }

    // Repairs from a log of the count tool and, if one follows, the value log of the same command. Returns the number
    // of further logs it used: 0 or 1.
    private mutating func repairCount(
        _ number: UInt8, _ count: UInt8, _ chapter: LogChapter, _ log: Int, _ channel: UInt8,
        _ deliver: (Message) -> Void
    ) -> Int {
        let next = log + 1
        let hasValue = next < chapter.logs && chapter.number(next) == number && !chapter.flag(next)
        if commandCounts[Int(number)] != count {
            send(number, hasValue ? chapter.value(next) : 0, channel, deliver)
            commandCounts[Int(number)] = count
            return hasValue ? 1 : 0
        }
        // The value of an action is no state, so a value log that follows it needs no comparison.
        return hasValue && ModeController.isAction(number) ? 1 : 0
    }

    // Repairs from a log of the toggle tool: an odd count means on. If a value log names the controller too, the
    // controller ends at that value.
    private mutating func repairToggles(
        _ number: UInt8, _ toggles: UInt8, _ value: UInt8?, _ channel: UInt8, _ deliver: (Message) -> Void
    ) {
        if toggleCounts[Int(number)] == toggles { return }
        let end: UInt8 = value ?? (toggles & 1 != 0 ? 127 : 0)
        let (isOn, wasOn) = (end & 0x40 != 0, controllers[Int(number)] & 0x40 != 0)
        let count = commandCounts[Int(number)]
        if isOn == wasOn { send(number, isOn ? 0 : 127, channel, deliver) }
        send(number, end, channel, deliver)
        // If the sender uses the count tool, the count already includes these commands.
        (toggleCounts[Int(number)], commandCounts[Int(number)]) = (toggles, count)
    }

    private mutating func send(
        _ number: UInt8, _ value: UInt8, _ channel: UInt8, _ deliver: (Message) -> Void
    ) {
        // In chapter C, a data controller is a general-purpose one (A.3.4): it must not change a parameter.
        if ParameterTransaction.isData(number), selection.state != .none { deselect(channel, deliver) }
        emit(.controlChange(channel: channel, controller: number, value: value), deliver)
        // The lost command that ends all notes also ended the pressures before it (A.8, A.9).
        if ModeController.endsNotes(number) { releasePressures(channel, deliver) }
    }
}

extension LogChapter {
    /// The count of toggles in the log at an index; nil if that is not a toggle log of the controller.
    fileprivate func toggles(of number: UInt8, at log: Int) -> UInt8? {
        guard log < logs, self.number(log) == number, flag(log), value(log) & HeardChannel.isCount == 0 else {
            return nil
        }
        return value(log)
    }

    /// Whether a log after the log at an index names the controller.
    static func names(_ number: UInt8, in chapter: LogChapter, after log: Int) -> Bool {
        for later in log + 1..<max(log + 1, chapter.logs) where chapter.number(later) == number { return true }
        return false
    }
}
