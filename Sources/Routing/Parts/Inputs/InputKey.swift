/// A controller of one channel of one source: the input that moves a path.
struct InputKey: Equatable {
    var source: UInt8 = 0
    var channel: UInt8 = 0
    /// The slot of the input: `ControlInput.slot`, or the slot of a derived input.
    var slot: UInt16 = 0

    @inline(__always)
    init(_ source: UInt8, _ move: ControllerMove) {
        (self.source, channel, slot) = (source, move.channel, UInt16(truncatingIfNeeded: move.slot))
    }

    init(_ source: UInt8, _ channel: UInt8, _ slot: UInt16) {
        (self.source, self.channel, self.slot) = (source, channel, slot)
    }
}
