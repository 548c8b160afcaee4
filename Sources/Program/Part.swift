/// A part of a preset: what it mutes and bypasses beside the routings that are stored so (P9).
public struct Part {
    public var name: Name
    public var states: SavedStates

    public init(name: Name, states: SavedStates) { (self.name, self.states) = (name, states) }
}

extension Preset {
    /// The part of an index; nil in a preset without that many.
    public func part(_ index: UInt8) -> UnsafePointer<Part>? {
        Int32(index) < partCount ? parts.map { $0 + Int(index) } : nil
    }
}
