/// The part of the stream that a journal covers. Sequence numbers are extended to 32 bits; an age counts packets.
struct JournalWindow: BitwiseCopyable {
    /// The packet that carries the journal.
    let packet: UInt32
    /// The age of the checkpoint packet, 0...256. Commands of at most this age are in the checkpoint history.
    var depth: UInt32
    /// The age up to which the journal lists the ends of notes, pedals, bends and pressures, at least `depth`.
    let endsDepth: UInt32

    /// The age of a command of a packet: 1 for the last packet. Commands of the packet itself are not in its journal.
    @inline(__always)
    func age(of packet: UInt32) -> UInt32 { self.packet &- packet }

    @inline(__always)
    func covers(_ packet: UInt32) -> Bool { 1...256 ~= age(of: packet) && age(of: packet) <= depth }

    @inline(__always)
    func coversEnd(_ packet: UInt32) -> Bool { 1...256 ~= age(of: packet) && age(of: packet) <= endsDepth }
}
