import MIDI

/// What an action `send` sends: messages already on their channel and in packets.
public struct Sending {
    public var messages: UnsafePointer<Message>
    public var count: Int32
    /// A routing of nothing, for where it goes.
    public var way: UnsafePointer<Routing>
    /// It is a `note-value`, which ends the one before.
    public var replaces: Bool

    public init(messages: UnsafePointer<Message>, count: Int32, way: UnsafePointer<Routing>, replaces: Bool) {
        self.messages = messages
        self.count = count
        self.way = way
        self.replaces = replaces
    }
}
