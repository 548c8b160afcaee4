/// The capacities of the recovery journal (N6). All memory is part of the two journals of a session, and never grows.
///
/// Each comment names the unit, the reason for the number, and what happens when full.
package enum RTPMIDILimits {
    /// Packets that a journal covers at most: more than two seconds of dense playing without an acknowledgement. When
    /// full, the checkpoint moves on.
    package static let historyPackets = 256
    /// Bytes of a journal: a packet of 1,400 bytes still holds some commands or a segment of a SysEx. A journal that
    /// would be larger covers fewer packets (`SendingJournal`).
    package static let journalBytes = 1200
    /// Parameters (RPN and NRPN) of one channel. When full, the sender's checkpoint moves past the oldest, and the
    /// receiver repairs the oldest once more than needed.
    static let parameters = 32
    /// SysEx that the journal protects at once. When full, the checkpoint moves past the oldest.
    static let sysEx = 16
    /// Data bytes of one protected SysEx. Of a longer SysEx the journal lists only the progress, so that only a gap
    /// inside the SysEx cuts it.
    static let sysExBytes = 256
    /// Data bytes of SysEx in one journal, so that notes have room. Above this, the checkpoint moves past older SysEx.
    static let sysExBytesOfJournal = 512
    /// Data Increments or Decrements that one repair delivers for one parameter. More are not repaired.
    static let increments = 127
    /// The most Timing Clocks that one repair delivers: one beat. A greater distance becomes a Song Position Pointer.
    static let clocks = 24
}
