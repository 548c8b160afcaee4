import Program

/// Every capacity of the loop. All of it is taken before the loop runs.
///
/// Each line says the unit, why the number, what happens when full, and which counter tells.
enum LoopLimits {
    /// Messages from connected programs that the loop has not taken yet: the longest SysEx, and some more. When full,
    /// the program waits.
    static let injections = 16384
    /// Places that must be free in the outbox before the loop takes injections: those of the longest SysEx. Else the
    /// injections wait.
    static let injectionRoom = injections + Limits.waitingReserve
    /// Places in the outbox below which a source of SysEx is paused (S8): some reads' worth above the reserve.
    static let pauseRoom = 2 * Limits.waitingReserve
    /// Messages shown to monitors that have not read them yet: what a full wire of notes becomes in 64 routings in a
    /// tenth of a second. When full, further messages are counted and reported as `messages not shown`.
    static let watched = 16384
    /// Commands of the control thread. When full they wait there, in order.
    static let commands = 256
    /// Samples of the tilt. When full the newest is dropped: the loop does not run.
    static let motions = 256
    /// Bytes of one read: a burst of many fingers and then some. A port that floods the box gets its next turn when all
    /// others have had theirs, and what is due by the clock has been done.
    static let readBytes = 32
    /// Bytes of one read while something is due soon: two or three messages, whose way to all ports takes no longer
    /// than a tick may wait.
    static let shortReadBytes = 8
    /// Bytes of one wake for one port: a packet of notes and then some. More is written in several turns.
    static let outputBytes = 512
    /// Bytes that may wait for a wire before it gets another message, besides real-time bytes: with that message and what
    /// the kernel has they are less than 10 ms (S9). Then the router keeps what follows.
    static let wireBytes = 16
    /// Numbers of ports that the kernel gives a sequencer client.
    static let sequencerPorts = 256
}
