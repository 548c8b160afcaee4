import MIDI

/// For each source, kind and channel, which routings a message concerns, so that it costs what it touches and not
/// what the preset contains.
///
/// A routing that restricts channels or filters a kind does not even stand in the lists of what it never passes. By
/// hand a routing may be bypassed, and then all its restrictions are off (R4): while one is, the list of everything
/// that names the source is taken instead.
public struct Concerns {
    /// Row of each source, or `none`: many have the same.
    public var rows: InlineArray<35, UInt8>
    /// Where the spans of each source begin, and which of them each slot has, `Concerns.rowLength` a row.
    public var starts: UnsafePointer<UInt16>
    public var places: UnsafePointer<UInt8>
    public var spans: UnsafePointer<Span>
    public var list: UnsafePointer<Concern>

    public static let none: UInt8 = 0xFF
    /// 7 kinds by 16 channels, the kinds without a channel, and last the list of everything.
    public static let rowLength = channelKinds * 16 + (MessageKind.count - channelKinds) + 1
    public static let channelKinds = 7
    public static let everything = rowLength - 1

    public struct Span {
        public var start: UInt16
        public var count: UInt16
        public init(start: UInt16, count: UInt16) {
            self.start = start
            self.count = count
        }
    }

    public init(
        rows: InlineArray<35, UInt8>, starts: UnsafePointer<UInt16>, places: UnsafePointer<UInt8>,
        spans: UnsafePointer<Span>, list: UnsafePointer<Concern>
    ) {
        self.rows = rows
        self.starts = starts
        self.places = places
        self.spans = spans
        self.list = list
    }

    /// Where in a row the messages of a kind stand; `channel` 0...15 counts only for kinds that have one.
    @inlinable
    public static func slot(kind: MessageKind, channel: UInt8) -> Int {
        let kind = Int(kind.rawValue)
        return kind < 7 ? kind * 16 + Int(channel) : 7 * 16 + kind - 7
    }

    @inline(__always)
    package func routings(source: UInt8, slot: Int) -> UnsafeBufferPointer<Concern> {
        let row = rows[Int(source)]
        if row == Concerns.none { return UnsafeBufferPointer(start: nil, count: 0) }
        let place = places[Int(row) * Concerns.rowLength + slot]
        let span = spans[Int(starts[Int(source)]) + Int(place)]
        return UnsafeBufferPointer(start: list + Int(span.start), count: Int(span.count))
    }
}

/// One routing that a source's messages may concern.
public struct Concern {
    public var routing: UInt16
    /// Channels of that source the routing listens to at all, bit 0 is channel 1: all, but for `input keyboard`
    /// with a channel of its own. No restriction of the routing's; bypass leaves it.
    public var channels: UInt16
    public init(routing: UInt16, channels: UInt16) {
        self.routing = routing
        self.channels = channels
    }
}
