import MIDI
import Program

/// What an input message does to one controller: its slot, and from which value to which it goes.
struct ControllerMove {
    /// `ControlInput.slot`, or the slot of a derived input.
    var slot = 0
    /// The last known value (R14).
    var previous: Int32 = 0
    var value: Int32 = 0
    /// Whether there is a new value. False: the message only belongs to the controller, as the MSB of a pair that waits for
    /// its LSB (R15).
    var fires = true
    /// The channel of the controller at its source, 0...15; 0 for a controller without a channel.
    var channel: UInt8 = 0
    /// Whether the input is a free message (R17), which any message can be.
    var isMessage = false
    /// Whether the message has a channel.
    var hasChannel = true
    /// Whether the channel stands in the free message, and so must match the channel restriction.
    var isRestricted = false
    /// The next remap of this move, while the remaps of a routing are applied.
    var next = Remap.none

    /// Both values at 7 bits: the MSBs (R15).
    var coarse: ControllerMove {
        var coarse = self
        coarse.previous >>= 7
        coarse.value >>= 7
        return coarse
    }

    /// Whether it is a note as a controller (R9).
    @inline(__always)
    var isNote: Bool { ControlInput.isNote(UInt16(truncatingIfNeeded: slot)) }
}

extension Remap {
    /// The internal value after `current` when its input moves; nil where that does not trigger (R11, R12, R13).
    @inline(__always)
    func next(after current: Int32, _ move: ControllerMove, back: Bool) -> Int32? {
        let bits: Int32 = coarseInput ? 7 : 0
        return mode.next(after: current, from: move.previous &>> bits, to: move.value &>> bits, back: back)
    }
}

extension Message {
    /// The channel of a controller at its source; 0 for the box's own controllers, which have none.
    @inline(__always)
    var inputChannel: UInt8 { type == MessageType.midi1Channel ? channel : 0 }

    /// The channel of a channel message, 0...15.
    @inline(__always)
    var ownChannel: UInt8? { type == MessageType.midi1Channel ? channel : nil }

    /// Whether it presses or releases a key.
    @inline(__always)
    var isNote: Bool { word0 & 0xF0E0_0000 == 0x2080_0000 }

    /// Whether it passes a routing where no remap takes it: Bn, Cn, Dn, En.
    @inline(__always)
    var isController: Bool { type == MessageType.midi1Channel && status >= Status.controlChange }

    /// Whether it is one of the box's own controllers, which never leave the box (R20).
    @inline(__always)
    var isOwn: Bool { word0 >> 25 == 0x30 }
}
