import Plan

extension Inputs {
    /// The value of a controller in a set of channels, bit 0 is channel 1: that of the channel on which it moved last,
    /// if this is one of them, else of the lowest one whose value is known (C2). The slot must not be a key.
    func newest(_ source: UInt8, _ slot: Int, of channels: UInt16) -> Int32 {
        let newest = newestChannel(source, slot)
        if channels & 1 << UInt16(newest) != 0 { return value(source, newest, slot) }
        var rest = channels
        while rest != 0 {
            let channel = UInt8(rest.trailingZeroBitCount)
            rest &= rest - 1
            if isKnown(source, channel, slot) { return value(source, channel, slot) }
        }
        return value(source, UInt8(channels.trailingZeroBitCount), slot)
    }

    /// The channel on which a controller moved last, or a number above 15 if it never did. The slot must not be a key.
    private func newestChannel(_ source: UInt8, _ slot: Int) -> UInt8 {
        if slot < ControlInput.derived { return lastValues.newestChannel(source, slot) }
        return derived?.pointee.newest(source, slot)?.pointee ?? UInt8.max
    }
}
