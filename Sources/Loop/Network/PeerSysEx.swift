import MIDI

/// A SysEx of a peer, gathered until it is whole.
///
/// In the router, the segments of a SysEx must not mix with those of the port's other peers or with other messages
/// (S8), and a SysEx of which a part is lost is better not begun.
struct PeerSysEx {
    struct Piece: BitwiseCopyable {
        var word0: UInt32 = 0
        var word1: UInt32 = 0

        var message: Message { Message(word0, word1) }
    }

    let pieces: UnsafeMutablePointer<Piece>
    let capacity: Int
    private(set) var count = 0
    /// The SysEx is longer than the memory; its rest is ignored.
    private var isDropped = false

    mutating func clear() { (count, isDropped) = (0, false) }

    enum Step { case gathering, whole, tooLong }

    /// Adds a piece. After `whole`, `pieces` is ready to be routed.
    mutating func add(_ piece: Message) -> Step {
        let status = piece.sysExStatus
        if status == .start || status == .complete { clear() }
        if isDropped { return .gathering }
        if count == capacity {
            isDropped = true
            return .tooLong
        }
        pieces[count] = Piece(word0: piece.word0, word1: piece.word1)
        count += 1
        return status == .end || status == .complete ? .whole : .gathering
    }
}
