import MIDI

/// The outcome of the repair of a gap in a peer's packets (N7).
package enum RepairResult: Equatable {
    /// The state equals the sender's again, after this number of messages.
    case repaired(messages: Int)
    /// The journal's checkpoint is younger than the first missing packet: the caller releases what the peer holds.
    case uncovered
    /// The journal is not well formed; nothing was delivered.
    case malformed
}

/// The state of one peer's stream as far as it has arrived, and its repair from journals (N7).
///
/// A large value, used in place in memory that its owner allocates. Repair compares states and needs no S bits: it
/// delivers the differences, however many packets were lost.
package struct ReceivingJournal {
    var channels = InlineArray<16, HeardChannel>(repeating: HeardChannel())
    var system = HeardSystem()
    /// SysEx of the session that were lost in gaps and that no journal restored.
    package private(set) var lostSysEx: UInt32 = 0

    package init() {}

    /// Forgets everything: a new session.
    package mutating func begin() {
        forgetChannels()
        system = HeardSystem()
        lostSysEx = 0
    }

    /// Sets the packet of the commands that are recorded from now on.
    package mutating func begin(packet sequence: UInt16) { system.packet = sequence }

    /// Whether a SysEx has begun and not ended. Otherwise the caller drops segments that continue one.
    package var isInSysEx: Bool {
        // Mutating, as all of this type: otherwise a debug build copies the whole value to the stack.
        mutating get { system.isInSysEx }
    }

    /// Records a command that arrived, in the order of the stream.
    package mutating func record(_ message: Message) {
        switch message.type {
        case MessageType.midi1Channel where Status.isChannel(message.status):
            channels[Int(message.channel)].record(message)
        case MessageType.system, MessageType.sysEx:
            if system.record(message) { forgetChannels() }
        default:
            break
        }
    }

    /// Repairs a gap: calls `deliver` with each message that leads to the sender's state before this packet.
    ///
    /// - Parameters:
    ///   - journal: begins with the journal of the packet that ended the gap; what follows it is not read.
    ///   - expected: the sequence number of the first missing packet.
    package mutating func repair(
        _ journal: UnsafeRawBufferPointer, expected: UInt16, deliver: (Message) -> Void
    ) -> RepairResult {
        // Nothing is delivered from a journal that turns out to be malformed further on (N9).
        if ReceivingJournal.check(journal) == nil { return .malformed }
        let checkpoint = UInt16(journal[1]) << 8 | UInt16(journal[2])
        if Int16(bitPattern: expected &- checkpoint) < 0 { return .uncovered }
        var messages = 0
        repairSections(of: journal, from: checkpoint) { message in
            messages += 1
            deliver(message)
        }
        return .repaired(messages: messages)
    }

    private mutating func repairSections(
        of journal: UnsafeRawBufferPointer, from checkpoint: UInt16, deliver: (Message) -> Void
    ) {
        var sysEx = UnsafeRawBufferPointer(start: nil, count: 0)
        _ = JournalSection.walk(journal) { section in
            switch section {
            case .system(let chapters):
                sysEx = chapters.sysEx
                repair(chapters, from: checkpoint, deliver: deliver)
            case .channel(let chapters):
                // A SysEx that no log continues was cut by the gap.
                if isInSysEx && sysEx.isEmpty { loseSysEx(deliver: deliver) }
                channels[Int(chapters.channel)].repair(chapters, deliver: deliver)
            }
        }
        if isInSysEx && sysEx.isEmpty { loseSysEx(deliver: deliver) }
        repairOpenSysEx(sysEx, deliver)
    }

    /// Releases everything the peer holds (N7, H9), and forgets the state.
    package mutating func releaseAll(deliver: (Message) -> Void) {
        if isInSysEx { loseSysEx(deliver: deliver) }
        for channel in UInt8(0)..<16 { channels[Int(channel)].release(channel: channel, deliver: deliver) }
        system.forget()
        system.doubtNumber()
    }

    /// Returns the length in bytes of the journal at the start of `bytes`; nil if it is malformed (N9).
    ///
    /// Checks all lengths, counts and fields by RFC 6295. Reserved bits and S bits may have any value.
    package static func check(_ bytes: UnsafeRawBufferPointer) -> Int? {
        JournalSection.walk(bytes) { _ in }
    }

    /// Records a message as if it had arrived, and delivers it.
    mutating func emit(_ message: Message, _ deliver: (Message) -> Void) {
        record(message)
        deliver(message)
    }

    /// Ends an open SysEx whose rest will not arrive. The part that arrived is dropped.
    mutating func cutSysEx(deliver: (Message) -> Void) {
        system.cut()
        deliver(.cutSysEx)
    }

    /// Ends an open SysEx whose rest was lost.
    mutating func loseSysEx(deliver: (Message) -> Void) {
        lostSysEx &+= 1
        cutSysEx(deliver: deliver)
    }

    /// Counts a lost SysEx of which no part arrived.
    mutating func countLostSysEx() { lostSysEx &+= 1 }

    private mutating func forgetChannels() {
        for channel in 0..<16 { channels[channel].reset() }
    }
}
