/// A port with MIDI-CI.
struct PortState {
    let port: Int
    var traits: CIPort
    var muid: MUID
    /// Whole messages to send, oldest first.
    var outputs: [[UInt8]] = []
    /// The second in which inquiries are counted, and the number of inquiries that arrived in it.
    var second: UInt64 = 0
    var inquiries = 0
    /// When to send a Discovery, in ns; `UInt64.max` for never.
    var discoverAt = UInt64.max
    /// When the last Discovery was sent, in ns, and the MUIDs that have answered it.
    var discovered: UInt64?
    var answered: [MUID] = []
    /// When the MUID last changed because of a collision, in ns.
    var collided: UInt64?
}
