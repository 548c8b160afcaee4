/// A part of a preset: what it mutes and bypasses in addition to the stored states (P9).
package struct Part {
    package var name: Name
    package var states: SavedStates
    /// The messages that are sent when the part begins (P12).
    package var messages = TimedMessages()

    package init(name: Name, states: SavedStates) { (self.name, self.states) = (name, states) }
}

extension Preset {
    /// Returns the part with an index; nil if the preset has no such part.
    package func part(_ index: UInt8) -> UnsafePointer<Part>? {
        Int32(index) < partCount ? parts.map { $0 + Int(index) } : nil
    }
}
