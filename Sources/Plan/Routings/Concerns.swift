import MIDI

/// The routings that a message concerns, by source, kind and channel. The cost of a message depends on the routings
/// that it concerns, not on the number of routings in the preset.
///
/// A routing is missing from the lists of messages that its channel restriction or filters never let pass. A bypass by
/// hand turns all restrictions off (R4), so while any routing is bypassed, the list `everything` of the source is used
/// instead.
package struct Concerns {
    /// The row of each source in `places`, or `none`. Sources with equal rows share one.
    package var rows: InlineArray<38, UInt8>
    /// The index of the first span of each source.
    package var starts: UnsafePointer<UInt16>
    /// For each row and slot, the index of the span among those of the source; `Concerns.rowLength` entries per row.
    package var places: UnsafePointer<UInt8>
    package var spans: UnsafePointer<Span>
    package var list: UnsafePointer<Concern>

    package static let none: UInt8 = 0xFF
    /// The number of slots in a row: 7 kinds with 16 channels each, the kinds without a channel, and `everything`.
    package static let rowLength = channelKinds * 16 + (MessageKind.count - channelKinds) + 1
    /// The number of kinds that have a channel.
    package static let channelKinds = 7
    /// The slot of the list with all routings that name the source.
    package static let everything = rowLength - 1

    package struct Span {
        package var start: UInt16
        package var count: UInt16
        package init(start: UInt16, count: UInt16) {
            self.start = start
            self.count = count
        }
    }

    package init(
        rows: InlineArray<38, UInt8>, starts: UnsafePointer<UInt16>, places: UnsafePointer<UInt8>,
        spans: UnsafePointer<Span>, list: UnsafePointer<Concern>
    ) {
        self.rows = rows
        self.starts = starts
        self.places = places
        self.spans = spans
        self.list = list
    }

    /// Returns the slot of a kind of message. `channel`, 0...15, is ignored for kinds without a channel.
    @inlinable
    package static func slot(kind: MessageKind, channel: UInt8) -> Int {
        let kind = Int(kind.rawValue)
        return kind < 7 ? kind * 16 + Int(channel) : 7 * 16 + kind - 7
    }

    /// Returns the routings that messages of a source and slot concern.

    @inline(__always)
    package func routings(source: UInt8, slot: Int) -> UnsafeBufferPointer<Concern> {
        let row = rows[Int(source)]
        if row == Concerns.none { return UnsafeBufferPointer(start: nil, count: 0) }
        let place = places[Int(row) * Concerns.rowLength + slot]
        let span = spans[Int(starts[Int(source)]) + Int(place)]
        return UnsafeBufferPointer(start: list + Int(span.start), count: Int(span.count))
    }
}

/// A routing that messages of a source may concern.
package struct Concern {
    // As wide as `channels`, so that both fields are read and passed on as one word.
    @usableFromInline let number: UInt16
    /// The channels of the source that the routing listens to, bit 0 is channel 1. All, except for an `input keyboard`
    /// that has its own channel. This is not the channel restriction of the routing: bypass does not lift it.
    package let channels: UInt16

    package init(routing: RoutingIndex, channels: UInt16) {
        number = UInt16(routing.rawValue)
        self.channels = channels
    }

    @inlinable @inline(__always)
    package var routing: RoutingIndex { RoutingIndex(Int(number)) }
}
