import Compact

/// The messages that wait for the next event of a stream, and how many may still be sent in this second (W8).
struct MessageList {
    private var list: [[UInt8]] = []
    private var missed = 0
    /// The times of the events of the last second, and how many messages each had; the oldest first.
    private var events: [(at: UInt64, count: Int)] = []
    /// How many messages the next event may have. It grows with time, so that a flood comes evenly and not in bursts.
    private var allowance = MessageList.burst
    private var grownAt: UInt64 = 0

    /// Messages of one event after a pause.
    private static let burst = LiveLimits.messages / 4
    /// Nanoseconds in which the allowance grows by one message.
    private static let timeOfOne = 1_000_000_000 / UInt64(LiveLimits.messages)
    private static let second: UInt64 = 1_000_000_000

    /// Whether an event would say nothing.
    var isEmpty: Bool { list.isEmpty && missed == 0 }

    mutating func add(_ message: LiveMessage) {
        if list.count < LiveLimits.messages { list.append(message.json) } else { missed += 1 }
    }

    /// Counts messages that are not shown.
    mutating func miss(_ count: Int) { missed += count }

    /// When the next event may be sent, in nanoseconds: at most 20 in a second.
    var nextAt: UInt64 { events.last.map { $0.at + LiveLimits.eventTime } ?? 0 }

    /// Returns the data of the next event; nil if none is due. Messages beyond the limits of a second are counted.
    mutating func take(at now: UInt64) -> [UInt8]? {
        if isEmpty || now < nextAt { return nil }
        events.removeAll { $0.at + MessageList.second <= now }
        if events.count >= LiveLimits.messageEvents { return nil }
        grow(at: now)
        let left = LiveLimits.messages - events.reduce(0) { $0 + $1.count }
        let shown = min(list.count, allowance, left)
        allowance -= shown
        events.append((now, shown))
        var json = Array("{\"missed\":\(missed + list.count - shown),\"list\":[".utf8)
        for message in list.prefix(shown) {
            if json.last == UInt8(ascii: "]") { json.append(UInt8(ascii: ",")) }
            json += message
        }
        (list, missed) = ([], 0)
        return json + [UInt8(ascii: "]"), UInt8(ascii: "}")]
    }

    /// Counts the messages of an event that could not be sent.
    mutating func giveBack() {
        guard let event = events.popLast() else { return }
        missed += event.count
    }

    private mutating func grow(at now: UInt64) {
        let steps = (now - grownAt) / MessageList.timeOfOne
        grownAt += steps * MessageList.timeOfOne
        allowance = Int(min(UInt64(allowance) + steps, UInt64(MessageList.burst)))
    }
}
