/// A port with MIDI-CI.
struct PortState {
    let port: Int
    var traits: CIPort
    var muid: MUID
    /// Whole messages to send, oldest first.
    var outputs: [[UInt8]] = []
    /// The second in which inquiries are counted, and how many came in it.
    var second: UInt64 = 0
    var inquiries = 0
    /// When to send a Discovery; `UInt64.max`: not.
    var discoverAt = UInt64.max
    /// When the last Discovery was sent, and who has answered it.
    var discovered: UInt64?
    var answered: [MUID] = []
    /// When the MUID last changed because of a collision.
    var collided: UInt64?
}
