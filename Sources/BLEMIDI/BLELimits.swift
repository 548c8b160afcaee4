/// The capacities and times of Bluetooth MIDI.
///
/// Each comment gives the unit, the reason for the number and what happens when full.
package enum BLELimits {
    /// Bytes of the smallest and the largest ATT MTU. What a peer agrees to beyond them is taken as these.
    package static let mtu = 23...517
    /// Bytes of the ATT MTU that the box offers.
    package static let offeredMTU = 247
    /// Bytes of an ATT MTU that the packet does not have: the operation and the handle.
    package static let overhead = 3
    /// Bytes of the longest packet, because no attribute is longer (Bluetooth Core, Vol 3, Part F, 3.2.9).
    package static let packet = 512
    /// Milliseconds between the first and the last time stamp of a packet: its stamps repeat after 128.
    static let span: UInt64 = 127
    /// Nanoseconds for which a real-time message waits for the end of a SysEx, so that most SysEx stay whole and the
    /// clock stays playable.
    package static let patience: UInt64 = 10_000_000
    /// Real-time messages that wait for the end of a SysEx: the clock of any tempo and some more. When full, the oldest
    /// no longer waits.
    static let realTime = 8
    /// Messages that wait for their time, as many as those of a peer on the network (N8). When full, the oldest is
    /// routed at once.
    package static let buffered = 1024
    /// Parts of the time over which the clock looks back, and nanoseconds of each: 8 s together.
    static let parts = 16
    static let part: UInt64 = 500_000_000
    /// Nanoseconds by which a time stamp may differ from the clock. Beyond that the clock begins anew.
    static let jump: Int64 = 250_000_000
    /// Messages after which a peer's time stamps are judged, and the nanoseconds that these must span at least: the
    /// notes of a chord have one time stamp and may arrive over some connection intervals.
    static let judged = 8
    static let judgedTime: UInt64 = 200_000_000
    /// Answers to one peer within a second (B14): far more than any peer asks. With more its link is ended.
    static let answers = 500
    static let second: UInt64 = 1_000_000_000
}
