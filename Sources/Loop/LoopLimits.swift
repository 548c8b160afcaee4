import Plan

/// The capacities of the loop. All memory is allocated before the loop runs.
///
/// Each comment gives the unit, the reason for the number, what happens when full, and the counter.
package enum LoopLimits {
    /// Messages from clients that the loop has not taken yet: enough for the longest SysEx and some more.
    /// When full, the client waits.
    static let injections = 16384
    /// Slots that must be free in the outbox before the loop takes injections: enough for the longest SysEx. Otherwise
    /// the injections wait.
    static let injectionRoom = injections + Limits.waitingReserve
    /// Messages and pieces of SysEx, six bytes each, that the loop takes from clients at once: 192 bytes, so that
    /// nothing waits for a long SysEx. The rest is taken `injectionPause` later.
    package static let injectionPortion = 32
    /// Nanoseconds between two portions: 768 KB/s, more than any wire and most USB instruments take.
    package static let injectionPause: UInt64 = 250_000
    /// Free slots in the outbox below which a source of SysEx is paused (S8): enough for some reads above the reserve.
    static let pauseRoom = 2 * Limits.waitingReserve
    /// Pieces of MIDI-CI messages, six bytes each, that the control thread has not read yet: six of the longest
    /// messages, 80 KB of memory. When full, they wait in the router, which drops whole messages and counts them.
    static let inquiries = 4096
    /// Trace records that monitors have not read yet: those of a full wire of notes through 64 routings in a tenth of a
    /// second. When full, further records are counted and reported as `messages not shown`.
    static let watched = 16384
    /// Ends of turns that the control thread has not read yet: those of two seconds with 2000 messages a second. When
    /// full, the messages of further turns are not measured.
    static let turnEnds = 4096
    /// Commands of the control thread. When full, commands wait in the control thread, in order.
    static let commands = 256
    /// Samples of the tilt. When full, the newest is dropped: the ring fills only if the loop does not run.
    static let motions = 256
    /// Readings of the pedals. When full, the newest is dropped: the ring fills only if the loop does not run.
    static let pedals = 256
    /// Bytes of one read: more than a burst of ten fingers. A port that floods the box is read again after all other
    /// ports and after due output.
    static let readBytes = 32
    /// Bytes of one read while a deadline is near: two or three messages, which are routed in less time than a tick may
    /// wait.
    static let shortReadBytes = 8
    /// Bytes of one read of UMPs: a burst of ten fingers, 80 bytes, or eight of the longest UMPs. A client's
    /// UMPs are read 16 at once.
    static let umpBytes = 128
    /// Bytes of one read of UMPs while a deadline is near: two MIDI 2.0 messages.
    static let shortUMPBytes = 16
    /// Bytes written to one port in one wake: more than a USB packet of notes. More is written in several turns.
    static let outputBytes = 512
    /// Bytes, not counting real-time bytes, that may wait for a wire when another message is accepted. Together with
    /// that message and the kernel's bytes they take less than 10 ms to send (S9). Above this, the router keeps further
    /// messages.
    static let wireBytes = 16
    /// Port numbers that the kernel can assign to a sequencer client.
    static let sequencerPorts = 256
    /// Peers of the network (N3). A further one is refused.
    package static let peers = 8
    /// Pieces of 6 bytes of a SysEx of a peer: 64 KiB. A longer one is dropped whole and counted.
    static let peerSysEx = 10_923
    /// E3: nanoseconds without a sign of life of the control thread after which the loop gives it `controlGrace` more,
    /// and then ends all notes and the box. Longer than a slow card takes for a file; together with the grace and the
    /// end (E5) shorter than the watchdog waits (I6).
    package static let controlTime: UInt64 = 8_000_000_000
    package static let controlGrace: UInt64 = 2_000_000_000
    /// Bluetooth peers (B1). A further one is refused.
    package static let links = 4
    /// Bluetooth peers that have gone and are released when they come back (B13). The one that went first makes room.
    static let departedPeers = 8
    /// Packets of a link that the loop has filled and the kernel has not taken: those of the one message or wake that
    /// found the kernel full. When full, packets are dropped and counted.
    static let linkFrames = 16
    /// B10: nanoseconds in which a link that has packets to send takes none, after which it is ended.
    static let linkStall: UInt64 = 5_000_000_000
    /// Nanoseconds for which the peers of a shared port wait for one of them. Afterwards the others go on without it.
    static let linkPatience: UInt64 = 250_000_000
    /// H9: nanoseconds before the loss of a link in which what was sent counts as unheard: as long as the supervision
    /// timeouts that phones choose. The box itself chooses 2 s (B6).
    static let linkUnheard: UInt64 = 6_000_000_000
    /// Consecutive answers that nothing listens at a peer's port, after which the peer's session ends.
    static let refusals = 3
}
