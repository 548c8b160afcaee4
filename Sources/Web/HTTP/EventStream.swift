/// A stream of events to a browser (`text/event-stream`), between who makes events and the transport, which sends them.
package final class EventStream {
    package let visitor: WebVisitor
    /// Bytes that the browser has not been sent yet.
    package private(set) var waiting: [UInt8] = []
    /// Whether no event follows: the transport closes the connection when `waiting` is sent.
    package private(set) var isEnding = false
    /// Whether the connection has ended. The transport sets it.
    package var isGone = false
    /// Wakes the transport. The transport sets it.
    package var wake: (() -> Void)?

    package init(visitor: WebVisitor) { self.visitor = visitor }

    /// Whether an event of some bytes would go beyond the limit (W8).
    package func isFull(for count: Int) -> Bool { waiting.count + count > EventStream.limit }

    /// Bytes that may wait for a browser (W8): 64 KiB.
    package static let limit = 65536

    package func send(_ bytes: [UInt8]) {
        waiting += bytes
        wake?()
    }

    package func end() {
        isEnding = true
        wake?()
    }

    /// Removes and returns at most `count` bytes, for the transport.
    package func take(_ count: Int) -> [UInt8] {
        let bytes = Array(waiting.prefix(count))
        waiting.removeFirst(bytes.count)
        return bytes
    }
}
