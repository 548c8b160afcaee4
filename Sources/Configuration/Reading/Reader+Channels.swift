extension Reader {
    /// Reads `all`, a channel 1..16, a range of channels, or a list of channels and ranges (R24); returns a mask in
    /// which bit 0 is channel 1.
    func channels(_ entry: YAMLNode.Entry?) -> UInt16? {
        guard let entry else { return nil }
        if entry.value.text == "all" { return 0xFFFF }
        guard case .sequence(let items) = entry.value.content, !items.isEmpty else {
            if let channels = Reader.channelSet(entry.value) { return channels }
            wrong(entry, "a channel 1..16, or all, or several, such as 2..9 or [1, 3..5]")
            return nil
        }
        var all: UInt16 = 0
        for item in items {
            guard let channels = Reader.channelSet(item) else {
                wrong(item, entry.key, "a channel 1..16 or a range of them, such as 3..5, here")
                continue
            }
            if all & channels != 0 {
                let twice = (all & channels).trailingZeroBitCount + 1
                log.warning(item.place, "channel \(twice) is in this list already")
            }
            all |= channels
        }
        return all == 0 ? nil : all
    }

    /// Returns the mask of a set of channels without reporting anything; nil for other values and for channels that
    /// are not there.
    static func listedChannels(_ node: YAMLNode?) -> UInt16? {
        guard let node else { return nil }
        guard case .sequence(let items) = node.content else { return channelSet(node) }
        var all: UInt16 = 0
        for item in items {
            guard let channels = channelSet(item) else { return nil }
            all |= channels
        }
        return all == 0 ? nil : all
    }

    /// Returns the mask of a channel 1..16 or of a range of channels, the lower first; nil for other values.
    private static func channelSet(_ node: YAMLNode) -> UInt16? {
        guard let text = node.text else { return nil }
        if let channel = Decimal.whole(text) { return 1...16 ~= channel ? 1 << UInt16(channel - 1) : nil }
        guard let ends = Reader.ends(text), let low = Decimal.whole(ends.low), let high = Decimal.whole(ends.high),
            1 <= low, low <= high, high <= 16
        else {
            return nil
        }
        return (0xFFFF >> UInt16(15 - high + low)) << UInt16(low - 1)
    }
}
