import MIDI
import Program

/// What an input message does to one controller: its slot, and from which value to which it goes.
struct ControllerMove {
    /// `ControlInput.slot`, or that of a derived input.
    var slot = 0
    /// The last one known (R14).
    var previous: Int32 = 0
    var value: Int32 = 0
    /// Whether there is a new value; otherwise the message only belongs to the controller: the MSB of a pair that waits
    /// for its LSB is taken, and makes no value yet (R15).
    var fires = true
    /// The channel it is known by at its source, 0...15; of what has none 0.
    var channel: UInt8 = 0
    /// It is a free message (R17), which any message can be; and what that says of channels.
    var isMessage = false
    var hasChannel = true
    /// The channel is one that stands in the free message, and so must match the channel restriction.
    var isRestricted = false
    /// The next remap of it, while its routing's remaps are gone through.
    var next = Remap.none

    /// Both at 7 bits: the MSBs (R15).
    var coarse: ControllerMove {
        var coarse = self
        coarse.previous >>= 7
        coarse.value >>= 7
        return coarse
    }
}

/// Everything one message does to controllers: to the one it is, and to those derived from it. A note pressed is
/// `note-value`, `note-velocity` and a `key`, a note released a `key` only (R9).
///
/// The moves lie in the router's memory, one message's behind those of the message whose action it came from.
struct ControllerMoves {
    private let moves: UnsafeMutablePointer<ControllerMove>
    private(set) var count = 0
    /// Whether the message itself came, and passes where nothing takes it; otherwise it is a value that was waited for.
    var passes = true
    /// Routings in which it does not pass yet, a bit each (R16).
    var withheld: UInt64 = 0

    init(at memory: UnsafeMutablePointer<ControllerMove>) { moves = memory }

    /// Some of them are free messages (R17).
    private(set) var hasMessages = false

    @inline(__always)
    mutating func add(_ move: ControllerMove) {
        moves[count] = move
        if move.isMessage { hasMessages = true }
        count += 1
    }

    subscript(index: Int) -> ControllerMove {
        @inline(__always) get { moves[index] }
        @inline(__always) nonmutating set { moves[index] = newValue }
    }

    /// Where one lies, for those who look at little of it.
    @inline(__always)
    func at(_ index: Int) -> UnsafeMutablePointer<ControllerMove> { moves + index }

    /// The move whose next remap stands first in its routing, past which it then is; nil: there are no more.
    @inline(__always)
    func nextInOrder(_ remaps: UnsafePointer<Remap>) -> (move: UnsafePointer<ControllerMove>, remap: UInt16)? {
        if count == 0 { return nil }
        var first = moves
        for index in 1..<count where moves[index].next < first.pointee.next { first = moves + index }
        let remap = first.pointee.next
        if remap == Remap.none { return nil }
        first.pointee.next = remaps[Int(remap)].next
        return (UnsafePointer(first), remap)
    }
}

extension Remap {
    /// The internal value after `current` when its input moves; nil where that does not trigger (R11, R12, R13).
    @inline(__always)
    func next(after current: Int32, _ move: UnsafePointer<ControllerMove>, back: Bool) -> Int32? {
        let bits: Int32 = coarseInput ? 7 : 0
        return mode.next(
            after: current, from: move.pointee.previous &>> bits, to: move.pointee.value &>> bits, back: back)
    }
}

extension Message {
    /// The channel a controller is known by at its source; the box's own have none and stand at 0.
    @inline(__always)
    var inputChannel: UInt8 { type == 2 ? channel : 0 }

    /// The channel of a channel message, 0...15.
    @inline(__always)
    var ownChannel: UInt8? { type == 2 ? channel : nil }

    /// Whether it presses or releases a key.
    @inline(__always)
    var isNote: Bool { word0 & 0xF0E0_0000 == 0x2080_0000 }

    /// Whether it is one of those that pass where nothing takes them: Bn, Cn, Dn, En.
    @inline(__always)
    var isController: Bool { type == 2 && status >= 0xB0 }

    /// Whether it is of the box's own controllers, which never leave it (R20).
    @inline(__always)
    var isOwn: Bool { word0 >> 25 == 0x30 }
}
