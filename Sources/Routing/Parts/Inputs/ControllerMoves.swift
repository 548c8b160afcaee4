import Plan

/// All controller moves of one message: its own controller, and the inputs derived from it. A pressed note moves
/// `note-value`, `note-velocity` and a `key`, a released note only the `key` (R9).
///
/// The moves are stored in a frame of the router's `MoveStack`.
struct ControllerMoves {
    private let moves: UnsafeMutablePointer<ControllerMove>
    private(set) var count = 0
    /// Whether the message passes a routing unless a remap replaces it. False: it only represents a value that was
    /// waited for.
    var passes = true
    /// Routings in which the message is withheld for now, one bit each (R16).
    var withheld: UInt64 = 0
    /// Whether any of the moves is a free message (R17).
    private(set) var hasMessages = false

    fileprivate init(at memory: UnsafeMutablePointer<ControllerMove>) { moves = memory }

    @inline(__always)
    mutating func add(_ move: ControllerMove) {
        moves[count] = move
        if move.isMessage { hasMessages = true }
        count += 1
    }

    subscript(index: Int) -> ControllerMove {
        @inline(__always) unsafeAddress { UnsafePointer(moves + index) }
        @inline(__always) nonmutating unsafeMutableAddress { moves + index }
    }

    /// Returns the remap that comes first in its routing among the next remaps of all moves, and the index of its move.
    /// Advances that move past the remap. Nil: no remap is left.
    @inline(__always)
    func nextInOrder(_ remaps: UnsafePointer<Remap>) -> (place: Int, remap: UInt16)? {
        if count == 0 { return nil }
        var first = 0
        for index in 1..<count where moves[index].next < moves[first].next { first = index }
        let remap = moves[first].next
        if remap == Remap.none { return nil }
        moves[first].next = remaps[Int(remap)].next
        return (first, remap)
    }
}

/// Scratch stack of controller moves, one frame per message being routed: an action of one message may route another.
struct MoveStack {
    private let moves: UnsafeMutablePointer<ControllerMove>
    private var used = 0

    static let byteCount = Limits.moves * MemoryLayout<ControllerMove>.stride + 16

    init(_ memory: inout Memory) { moves = memory.take(Limits.moves, repeating: ControllerMove()) }

    var isEmpty: Bool { used == 0 }

    /// Returns an empty frame above all pushed ones.
    @inline(__always)
    func frame() -> ControllerMoves { ControllerMoves(at: moves + used) }

    /// Reserves the moves of a frame until `pop`.
    @inline(__always)
    mutating func push(_ frame: ControllerMoves) { used += frame.count }

    @inline(__always)
    mutating func pop(_ frame: ControllerMoves) { used -= frame.count }
}
