import MIDI
import Plan

/// The effect of an input message on one controller: its slot, its previous value and its new value.
struct ControllerMove {
    /// The slot of the input: `ControlInput.slot`, or the slot of a derived input.
    var slot = 0
    /// The last known value of the controller (R14).
    var previous: Int32 = 0
    var value: Int32 = 0
    /// Whether there is a new value. False: the message only belongs to the controller, such as the MSB of a pair that
    /// waits for its LSB (R15).
    var fires = true
    /// The channel of the controller at its source, 0...15; 0 for a controller without a channel.
    var channel: UInt8 = 0
    /// Whether the input is a free message (R17), which any kind of message can be.
    var isMessage = false
    /// Whether the message has a channel.
    var hasChannel = true
    /// Whether the channel is part of the free message, so that the channel restriction applies to it.
    var isRestricted = false
    /// The next remap for this move, while the remaps of a routing are applied in order.
    var next = Remap.none

    /// The same move at 7 bits: the MSBs of both values (R15).
    var coarse: ControllerMove {
        var coarse = self
        coarse.previous >>= 7
        coarse.value >>= 7
        return coarse
    }

    /// Whether the input is a note used as a controller (R9).
    @inline(__always)
    var isNote: Bool { ControlInput.isNote(UInt16(truncatingIfNeeded: slot)) }
}

extension Message {
    /// The channel of a channel message; 0 for any other message, such as the box's own controllers.
    @inline(__always)
    var inputChannel: UInt8 { type == MessageType.midi1Channel ? channel : 0 }

    /// The channel of a channel message, 0...15; nil for any other message.
    @inline(__always)
    var ownChannel: UInt8? { type == MessageType.midi1Channel ? channel : nil }

    /// Whether the message presses or releases a key.
    @inline(__always)
    var isNote: Bool { word0 & 0xF0E0_0000 == 0x2080_0000 }

    /// Whether the message passes a routing unless a remap replaces it: Bn, Cn, Dn, En.
    @inline(__always)
    var isController: Bool { type == MessageType.midi1Channel && status >= Status.controlChange }

    /// Whether the message is one of the box's own controllers, which never leave the box (R20).
    @inline(__always)
    var isOwn: Bool { word0 >> 25 == 0x30 }
}
