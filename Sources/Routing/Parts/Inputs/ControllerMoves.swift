import Program

/// Everything one message does to controllers: to its own controller, and to those derived from it. A pressed note moves
/// `note-value`, `note-velocity` and a `key`, a released note only the `key` (R9).
///
/// The moves lie in a frame of the router's `MoveStack`.
struct ControllerMoves {
    private let moves: UnsafeMutablePointer<ControllerMove>
    private(set) var count = 0
    /// Whether the message passes where no remap takes it. False: it stands for a value that was waited for.
    var passes = true
    /// Routings in which it does not pass yet, a bit each (R16).
    var withheld: UInt64 = 0
    /// Whether any of them is a free message (R17).
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

    /// The place of the move whose next remap comes first in its routing, and that remap; advances the move past it. Nil:
    /// no remap is left.
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

/// Scratch stack of controller moves, one frame for each message being routed: an action of a message may route another.
struct MoveStack {
    private let moves: UnsafeMutablePointer<ControllerMove>
    private var used = 0

    static let byteCount = Limits.moves * MemoryLayout<ControllerMove>.stride + 16

    init(_ memory: inout Memory) { moves = memory.take(Limits.moves, repeating: ControllerMove()) }

    var isEmpty: Bool { used == 0 }

    /// An empty frame above all pushed ones.
    @inline(__always)
    func frame() -> ControllerMoves { ControllerMoves(at: moves + used) }

    /// Keeps the moves of a frame until `pop`.
    @inline(__always)
    mutating func push(_ frame: ControllerMoves) { used += frame.count }

    @inline(__always)
    mutating func pop(_ frame: ControllerMoves) { used -= frame.count }
}
