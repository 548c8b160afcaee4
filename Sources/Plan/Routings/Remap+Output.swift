import MIDI

extension Remap {
    /// Whether the remap only removes its input: `filter: true`.
    @inline(__always)
    package var sendsNothing: Bool {
        if case .nothing = output { return true }
        return false
    }

    /// Converts an internal value to units of the output (R10, R13).
    @inline(__always)
    package func output(of value: Int32) -> Int32 {
        switch values {
        case .map(let map): map(value)
        case .centered: Int32(Scaling.up(UInt32(truncatingIfNeeded: value), from: 7, to: 14))
        case .table(let table): Int32(table.load(fromByteOffset: Int(value), as: UInt8.self))
        case .wideTable(let table): Int32(table.load(fromByteOffset: 2 * Int(value), as: UInt16.self))
        }
    }

    /// Whether the values of the remap are a table in the plan, or its trigger is one of the plan (R27).
    package var hasTable: Bool {
        if mode.edge == .rearmed { return true }
        switch values {
        case .map, .centered: return false
        case .table, .wideTable: return true
        }
    }
}

extension Remap {
    /// Whether a message is within the note and velocity range of the input (R9). True for messages other than Note On.
    @inline(__always)
    package func sees(_ message: Message) -> Bool {
        if !message.isNoteOn { return true }
        return lowestNote <= message.data1 && message.data1 <= highestNote && lowestVelocity <= message.data2
            && message.data2 <= highestVelocity
    }
}
