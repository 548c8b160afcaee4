import MIDI

// Repair of the system chapters (RFC 6295, appendix B).
extension ReceivingJournal {
    /// Delivers messages for what the chapters describe and did not arrive. Resets come first, because they end
    /// everything before them; so do whole SysEx, which may be resets. `repairOpenSysEx` is called after the channels.
    ///
    /// - Parameter checkpoint: the first packet that the journal covers.
    mutating func repair(_ chapters: SystemChapters, from checkpoint: UInt16, deliver: (Message) -> Void) {
        let simple = SimpleChapter(chapters.simple)
        if let resets = simple.resets, resets != system.resets {
            if isInSysEx { loseSysEx(deliver: deliver) }
            emit(Message(status: Status.reset), deliver)
            system.resets = resets
            // The journal does not list the SysEx before the reset.
            system.doubtNumber()
        }
        repairSysEx(chapters.sysEx, from: checkpoint, deliver)
        if let count = simple.tuneRequests, count != system.tuneRequests {
            emit(Message(status: Status.tuneRequest), deliver)
            system.tuneRequests = count
        }
        if let song = simple.song, song != system.song {
            emit(Message(status: Status.songSelect, song), deliver)
        }
        if !chapters.sensing.isEmpty, chapters.sensing[0] & 0x7F != system.sensings {
            emit(Message(status: Status.activeSensing), deliver)
            system.sensings = chapters.sensing[0] & 0x7F
        }
        if !chapters.sequencer.isEmpty { repair(SequencerState(chapter: chapters.sequencer), deliver) }
        if !chapters.timeCode.isEmpty { repairTimeCode(chapters.timeCode, deliver) }
    }

    // Repairs the sequencer from chapter Q (RFC 6295, B.3): delivers the missing clocks, or the song position if too
    // many clocks are missing.
    private mutating func repair(_ target: SequencerState, _ deliver: (Message) -> Void) {
        let missing = (target.next &- system.sequencer.next) & (SequencerState.positions - 1)
        if missing <= UInt32(RTPMIDILimits.clocks), missing == 0 || system.sequencer.isRunning {
            play(missing, deliver)
        } else {
            locate(target, deliver)
        }
        if target.isRunning && !system.sequencer.isRunning {
            let isStart = target.next == 0 && !target.isContinued
            emit(Message(status: isStart ? Status.start : Status.continue), deliver)
        } else if !target.isRunning && system.sequencer.isRunning {
            emit(Message(status: Status.stop), deliver)
        }
    }

    private mutating func locate(_ target: SequencerState, _ deliver: (Message) -> Void) {
        if system.sequencer.isRunning { emit(Message(status: Status.stop), deliver) }
        let isContinued = target.next == 0 && target.isContinued
        if target.isRunning && target.next <= UInt32(RTPMIDILimits.clocks) && !isContinued {
            emit(Message(status: Status.start), deliver)
            play(target.next, deliver)
            return
        }
        // Positions beyond 16,383 beats of six clocks have no Song Position Pointer.
        let beats = min(16383, target.next / 6)
        let clocks = target.next / 6 == beats ? target.next % 6 : 0
        emit(Message(status: Status.songPosition, UInt8(beats & 0x7F), UInt8(beats >> 7)), deliver)
        if clocks > 0 {
            emit(Message(status: Status.continue), deliver)
            play(clocks, deliver)
        }
    }

    private mutating func play(_ clocks: UInt32, _ deliver: (Message) -> Void) {
        for _ in 0..<clocks { emit(Message(status: Status.timingClock), deliver) }
    }

    // Repairs MIDI Time Code from chapter F (RFC 6295, B.4).
    private mutating func repairTimeCode(_ chapter: UnsafeRawBufferPointer, _ deliver: (Message) -> Void) {
        let bits = chapter[0]
        if bits & TimeCodeBits.complete != 0 {
            let frame = chapter.word(at: 1)
            let isOfQuarters = bits & TimeCodeBits.quarters != 0
            if frame != system.timeCode.frame || isOfQuarters != system.timeCode.isFrameOfQuarters {
                if isOfQuarters {
                    repairQuarters(frame, isReverse: bits & TimeCodeBits.reverse != 0, deliver)
                } else {
                    emitFullFrame(frame, deliver)
                }
            }
            // Chapter X counts Full Frames and does not list them (B.5.3): some of them may have been lost. Quarter
            // frames are no SysEx.
            if !isOfQuarters { system.doubtNumber() }
        }
        if bits & TimeCodeBits.partial != 0 {
            repairPartial(chapter.word(at: chapter.count - 4), bits, deliver)
        } else {
            breakSeries(deliver)
        }
    }

    private mutating func repairQuarters(_ frame: UInt32, isReverse: Bool, _ deliver: (Message) -> Void) {
        let nibbles = isReverse ? frame : TimeCodeFrame(nibbles: frame).moved(by: -2).nibbles
        breakSeries(deliver)
        for step in UInt8(0)..<8 {
            emitQuarter(isReverse ? 7 - step : step, of: nibbles, deliver)
        }
    }

    // Delivers the quarter frames up to the sender's point, or the whole series if ours differs.
    private mutating func repairPartial(_ nibbles: UInt32, _ bits: UInt8, _ deliver: (Message) -> Void) {
        let (isReverse, point) = (bits & TimeCodeBits.reverse != 0, bits & 7)
        let first: UInt8 = isReverse ? 7 : 0
        let length = isReverse ? 7 - point : point
        let known = system.timeCode.known(of: nibbles, isReverse: isReverse, length: length + 1)
        if known == 0 { breakSeries(deliver) }
        for step in known..<max(known, length + 1) {
            emitQuarter(isReverse ? first - step : step, of: nibbles, deliver)
        }
    }

    private mutating func emitQuarter(_ type: UInt8, of nibbles: UInt32, _ deliver: (Message) -> Void) {
        let nibble = UInt8(truncatingIfNeeded: nibbles >> UInt32(28 - 4 * type)) & 0x0F
        emit(Message(status: Status.timeCode, type << 4 | nibble), deliver)
    }

    // Ends the series with a quarter frame out of order, so that the next one cannot complete a frame that nobody sent.
    private mutating func breakSeries(_ deliver: (Message) -> Void) {
        if system.timeCode.series == .none { return }
        emitQuarter(system.timeCode.point < 4 ? 5 : 2, of: 0, deliver)
    }

    private mutating func emitFullFrame(_ time: UInt32, _ deliver: (Message) -> Void) {
        func byte(_ index: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: time >> (24 - 8 * index)) & 0x7F }
        // Chapter F does not name the device, hence all devices. Chapter X may have counted the frame already.
        let number = system.sysExNumber
        emit(Message(sysEx: .start, [0x7F, 0x7F, 1, 1, byte(0), byte(1)], count: 6), deliver)
        emit(Message(sysEx: .end, [byte(2), byte(3), 0, 0, 0, 0], count: 2), deliver)
        system.uncountFullFrame(number)
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func word(at index: Int) -> UInt32 {
        UInt32(self[index]) << 24 | UInt32(self[index + 1]) << 16 | UInt32(self[index + 2]) << 8
            | UInt32(self[index + 3])
    }
}
