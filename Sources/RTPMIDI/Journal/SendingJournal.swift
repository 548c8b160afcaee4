import MIDI

/// The journal of the commands that were sent to one peer (N6): each packet carries what the peer needs if it has lost
/// packets of the history.
///
/// A large value, used in place in memory that its owner allocates.
///
/// The checkpoint is the last packet that the peer acknowledged, and at most ``RTPMIDILimits/historyPackets`` old. A
/// journal that would be larger than ``RTPMIDILimits/journalBytes`` covers fewer packets, until it fits: its checkpoint
/// moves on. It still lists the ends of notes, pedals, bends and channel pressures, so that a peer that ignores the
/// checkpoint misses only beginnings.
package struct SendingJournal {
    var channels = InlineArray<16, SentChannel>(repeating: SentChannel())
    var system = SentSystem()
    /// The newest packet of all calls, as an extended sequence number.
    private var newest: UInt32 = 0
    /// The last acknowledged packet; the first packet before the first acknowledgement.
    private var acknowledged: UInt32 = 0
    /// The oldest packet whose commands are all known and fit; later than `acknowledged` if the history was too large.
    private var anchor: UInt32 = 0

    package init() {}

    /// Forgets everything: a new session. `first` is the sequence number of the first packet.
    package mutating func begin(first sequence: UInt16) {
        // In place: a second large value would not fit on the stack of the loop.
        for channel in 0..<16 { channels[channel].reset() }
        system.forgetAll()
        newest = 0x1_0000 | UInt32(sequence)
        (acknowledged, anchor) = (newest, newest)
    }

    /// Writes the journal for packet `sequence`, whose history begins at the checkpoint and ends before it. Call it
    /// before `record` for that packet.
    ///
    /// - Parameter memory: at least ``RTPMIDILimits/journalBytes``.
    /// - Returns: the length in bytes, at least 3: the header.
    package mutating func write(for sequence: UInt16, to memory: UnsafeMutableRawBufferPointer) -> Int {
        let packet = extended(sequence)
        let oldest = min(packet &- acknowledged, UInt32(RTPMIDILimits.historyPackets))
        var window = JournalWindow(packet: packet, depth: min(oldest, packet &- anchor), endsDepth: oldest)
        window.depth = system.sysEx.depth(in: window)
        while true {
            if let count = write(window, to: memory) {
                anchor = packet &- window.depth
                return count
            }
            // With a depth of 0, the journal lists only what has ended, and always fits.
            window.depth /= 2
        }
    }

    /// Records a command of packet `sequence`. Call it for all commands in order.
    package mutating func record(_ message: Message, in sequence: UInt16) {
        let packet = extended(sequence)
        switch message.type {
        case MessageType.midi1Channel where Status.isChannel(message.status):
            if let dropped = channels[Int(message.channel)].record(message, in: packet) { forget(dropped, at: packet) }
        case MessageType.system, MessageType.sysEx:
            if system.record(message, in: packet) {
                for channel in 0..<16 { channels[channel].reset() }
            }
            if let dropped = system.sysEx.takeReplaced() { forget(dropped, at: packet) }
        default:
            break
        }
    }

    /// Records that the peer has received all packets up to and including `sequence`, which the caller knows was sent.
    package mutating func acknowledge(_ sequence: UInt16) {
        let packet = extended(sequence)
        if SendingJournal.isAfter(packet, acknowledged) { acknowledged = packet }
        if SendingJournal.isAfter(packet, anchor) { anchor = packet }
    }

    // A table was full: journals can no longer list the parameter or SysEx of packet `dropped`, so the anchor moves
    // past it.
    private mutating func forget(_ dropped: UInt32, at packet: UInt32) {
        if SendingJournal.isAfter(dropped &+ 1, anchor) { anchor = dropped &+ 1 }
        if SendingJournal.isAfter(anchor, packet) { anchor = packet }
    }

    private mutating func extended(_ sequence: UInt16) -> UInt32 {
        let distance = Int32(Int16(bitPattern: sequence &- UInt16(truncatingIfNeeded: newest)))
        let packet = newest &+ UInt32(bitPattern: distance)
        if distance > 0 { newest = packet }
        return packet
    }

    private static func isAfter(_ packet: UInt32, _ other: UInt32) -> Bool { Int32(bitPattern: packet &- other) > 0 }
}
