/// The capacities of the recovery journal (N6). All memory is part of the two journals of a session, and never grows.
///
/// Each comment names the unit, the reason for the number, and what happens when full.
public enum RTPMIDILimits {
    /// Packets that a journal covers at most: more than two seconds of dense playing without an acknowledgement. When
    /// full, the checkpoint moves on.
    public static let historyPackets = 256
    /// Bytes of a journal: a packet of 1,400 bytes still holds some commands or a segment of a SysEx. A journal that
    /// would be larger covers fewer packets (`SendingJournal`).
    public static let journalBytes = 1200
    /// Parameters (RPN and NRPN) of one channel. When full, the sender's checkpoint moves behind the oldest, and the
    /// receiver repairs the oldest once more than needed.
    static let parameters = 32
    /// SysEx that the journal protects at once. When full, the checkpoint moves behind the oldest.
    static let sysEx = 16
    /// Data bytes of one protected SysEx. The journal tells of a longer one how far it is, so that a gap elsewhere does
    /// not cut it. A gap inside it does.
    static let sysExBytes = 256
    /// Data bytes of SysEx in one journal, so that notes keep their room. Beyond, the checkpoint moves on to the newest.
    static let sysExBytesOfJournal = 512
    /// Data Increments or Decrements that one repair delivers for one parameter. More are not repaired.
    static let increments = 127
    /// Timing Clocks that one repair delivers: one beat. A longer way is a Song Position Pointer.
    static let clocks = 24
}
