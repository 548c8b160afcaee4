import MIDI

/// The messages of a `send` action, already on their output channel and split into UMPs.
package struct Sending {
    package var messages: UnsafePointer<Message>
    package var count: Int32
    /// A routing that changes nothing; determines the destinations.
    package var routing: UnsafePointer<Routing>
    /// Whether the message is a `note-value`, which ends the previous note.
    package var replaces: Bool

    package init(messages: UnsafePointer<Message>, count: Int32, routing: UnsafePointer<Routing>, replaces: Bool) {
        self.messages = messages
        self.count = count
        self.routing = routing
        self.replaces = replaces
    }
}
