import MIDI

// Repair of one channel (N7): messages that lead from the state that arrived to the state that the journal describes.
extension HeardChannel {
    /// Delivers messages for what the chapters describe and did not arrive. Notes end first and begin last, so that a
    /// pedal that came later does not hold an ended note (RFC 6295, A.6.2).
    mutating func repair(_ chapters: ChannelChapters, deliver: (Message) -> Void) {
        let channel = chapters.channel
        let (notes, extras) = (NoteChapter(chapters.notes), LogChapter(chapters.extras))
        endNotes(notes, extras, channel, deliver)
        if !chapters.program.isEmpty { repairProgram(chapters.program, channel, deliver) }
        let endsOthers = repairControllers(LogChapter(chapters.controllers), channel, deliver)
        if !chapters.parameters.isEmpty { repairParameters(chapters.parameters, channel, deliver) }
        if !chapters.wheel.isEmpty { repairWheel(chapters.wheel, channel, deliver) }
        if endsOthers { endOthers(than: notes, channel, deliver) }
        beginNotes(notes, extras, channel, deliver)
        if !chapters.pressure.isEmpty {
            let value = chapters.pressure[0] & 0x7F
            if pressure != value { emit(.channelPressure(channel: channel, value: value), deliver) }
        } else if endsOthers, pressure & 0x7F != 0 {
            emit(.channelPressure(channel: channel, value: 0), deliver)
        }
        repairKeyPressures(LogChapter(chapters.keyPressures), channel, deliver)
    }

    /// Records a message as if it had arrived, and delivers it.
    mutating func emit(_ message: Message, _ deliver: (Message) -> Void) {
        record(message)
        deliver(message)
    }

    // Repairs the program and its bank from chapter P (RFC 6295, A.2).
    private mutating func repairProgram(
        _ chapter: UnsafeRawBufferPointer, _ channel: UInt8, _ deliver: (Message) -> Void
    ) {
        var target = BankedProgram(program: chapter[0] & 0x7F, hasBank: chapter[1] & 0x80 != 0)
        if target.hasBank { (target.msb, target.lsb) = (chapter[1] & 0x7F, chapter[2] & 0x7F) }
        if target == program { return }
        if target.hasBank {
            emit(.controlChange(channel: channel, controller: ControllerNumber.bankMSB, value: target.msb), deliver)
            emit(.controlChange(channel: channel, controller: ControllerNumber.bankLSB, value: target.lsb), deliver)
        }
        emit(.programChange(channel: channel, program: target.program), deliver)
        program = target
    }

    // Repairs the pitch bend from chapter W (RFC 6295, A.5).
    private mutating func repairWheel(
        _ chapter: UnsafeRawBufferPointer, _ channel: UInt8, _ deliver: (Message) -> Void
    ) {
        let value = UInt16(chapter[0] & 0x7F) | UInt16(chapter[1] & 0x7F) << 7
        if bend != value { emit(.pitchBend(channel: channel, value: value), deliver) }
    }

    // Repairs poly pressure from chapter A (RFC 6295, A.9). Entries flagged as older than an All Notes Off are skipped.
    private mutating func repairKeyPressures(
        _ chapter: LogChapter, _ channel: UInt8, _ deliver: (Message) -> Void
    ) {
        for log in 0..<chapter.logs where !chapter.flag(log) {
            let (key, value) = (chapter.number(log), chapter.value(log))
            if keyPressures[Int(key)] != value {
                emit(.polyPressure(channel: channel, key: key, value: value), deliver)
            }
        }
    }

    /// Releases notes, pedals, bend and pressures (N7, H9), and forgets the state.
    mutating func release(channel: UInt8, deliver: (Message) -> Void) {
        if !isTouched { return }
        for key in UInt8(0)..<128 {
            while noteCounts[Int(key)] > 0 { emit(.noteOff(channel: channel, key: key), deliver) }
        }
        for pedal in UInt8(64)...69 where controllers[Int(pedal)] & 0x7F != 0 {
            emit(.controlChange(channel: channel, controller: pedal, value: 0), deliver)
        }
        if bend != HeardChannel.centre { emit(.pitchBend(channel: channel, value: HeardChannel.centre), deliver) }
        releasePressures(channel, deliver)
        reset()
    }

    mutating func releasePressures(_ channel: UInt8, _ deliver: (Message) -> Void) {
        if pressure & 0x7F != 0 { emit(.channelPressure(channel: channel, value: 0), deliver) }
        for key in UInt8(0)..<128 where keyPressures[Int(key)] & 0x7F != 0 {
            emit(.polyPressure(channel: channel, key: key, value: 0), deliver)
        }
    }
}
