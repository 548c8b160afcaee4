/// A variable of the box: a named value that actions change, independent of presets (V1).
package struct Variable {
    package var name: Name
    /// A hash of the full name, by which the variable of the same name is found in another plan.
    package var nameHash: UInt64
    /// The lowest and the highest value, each 0...127.
    package var lowest: UInt8
    package var highest: UInt8
    /// The value when the box starts.
    package var start: UInt8

    package init(name: Name, nameHash: UInt64, lowest: UInt8, highest: UInt8, start: UInt8) {
        (self.name, self.nameHash) = (name, nameHash)
        (self.lowest, self.highest, self.start) = (lowest, highest, start)
    }

    package func contains(_ value: UInt8) -> Bool { lowest <= value && value <= highest }

    /// Returns the value that a change makes of `value` (V2). A step past one end leads to the other end.
    package func value(after value: UInt8, _ change: VariableChange) -> UInt8 {
        switch change {
        case .set(let new): return Swift.min(Swift.max(new, lowest), highest)
        case .step(let distance):
            let new = Int16(value) + Int16(distance)
            if new > Int16(highest) { return lowest }
            return new < Int16(lowest) ? highest : UInt8(new)
        case .toggle:
            if value != start { return start }
            return start == highest ? lowest : highest
        }
    }
}

/// How an action changes a variable (V2).
package enum VariableChange: Equatable, BitwiseCopyable, Sendable {
    case set(UInt8)
    case step(Int8)
    /// Sets the start, or from there the end of the range.
    case toggle
}
