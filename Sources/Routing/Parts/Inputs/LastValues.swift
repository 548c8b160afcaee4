import MIDI
import Plan

/// The last value of every controller of every source and channel, independent of presets: edges and conditions start
/// from it (R14, C2). `Inputs` stores those of derived inputs.
struct LastValues {
    /// Values by source (or common row of a port with several groups, U6), channel and `ControlInput` slot below the
    /// variables. The bit `unknown` marks a value not set by a message yet: masking it costs only the readers, not the
    /// stores.
    private let values: UnsafeMutablePointer<UInt16>
    /// The channel that moved last, by source and slot: `channel: all` uses the newest value of any channel (C2).
    private let newest: UnsafeMutablePointer<UInt8>
    /// Pressed keys; the value of a key is 0 or 127.
    private let keys: KeyBits
    /// The value that the last message of each variable had (V3). Only the source `variables` has them.
    private let variables: UnsafeMutablePointer<UInt8>

    /// Slots per channel that store a value.
    private static let slots = ControlInput.variable

    private static let unknown: UInt16 = 1 << 15

    static let byteCount =
        Limits.valueRows * slots * (16 * 2 + 1) + KeyBits.byteCount + Limits.variables + 3 * 16

    init(_ memory: inout Memory) {
        values = memory.take(Limits.valueRows * 16 * LastValues.slots, repeating: LastValues.unknown)
        newest = memory.take(Limits.valueRows * LastValues.slots, repeating: 0)
        keys = KeyBits(&memory)
        variables = memory.take(Limits.variables, repeating: 0)
        for row in 0..<Limits.valueRows * 16 {
            values[row * LastValues.slots + ControlInput.pitchBend] = LastValues.unknown | 8192
        }
    }

    @inline(__always)
    func value(_ source: UInt8, _ channel: UInt8, _ slot: Int) -> Int32 {
        if slot < LastValues.slots { return Int32(values[index(source, channel, slot)] & ~LastValues.unknown) }
        if slot < ControlInput.key { return Int32(variables[slot - ControlInput.variable]) }
        return keys[key(source, channel, slot)] ? 127 : 0
    }

    /// Whether a message has set a value. The slot must not be a key.
    func isKnown(_ source: UInt8, _ channel: UInt8, _ slot: Int) -> Bool {
        if slot >= LastValues.slots { return source == Source.variables }
        return values[index(source, channel, slot)] & LastValues.unknown == 0
    }

    /// The newest value on any channel. The slot must not be a key.
    func newest(_ source: UInt8, _ slot: Int) -> Int32 {
        if slot >= LastValues.slots { return value(source, 0, slot) }
        return value(source, newest[Int(source) * LastValues.slots + slot], slot)
    }

    /// The channel on which a controller moved last. The slot must not be a key.
    func newestChannel(_ source: UInt8, _ slot: Int) -> UInt8 {
        slot < LastValues.slots ? newest[Int(source) * LastValues.slots + slot] : 0
    }

    @inline(__always)
    func set(_ source: UInt8, _ channel: UInt8, _ slot: Int, to value: Int32) {
        if slot >= LastValues.slots {
            if slot < ControlInput.key {
                variables[slot - ControlInput.variable] = UInt8(truncatingIfNeeded: value)
            } else {
                keys.set(key(source, channel, slot), value > 0)
            }
            return
        }
        values[index(source, channel, slot)] = UInt16(truncatingIfNeeded: value)
        newest[Int(source) * LastValues.slots + slot] = channel
    }

    /// Sets the inputs of a pressed note (R9). `newest` is not updated: no rule reads it for notes (C2).
    @inline(__always)
    func press(_ note: Message, from source: UInt8) {
        keys.set(KeyBits.index(source, note.channel, note.data1), true)
        values[index(source, note.channel, ControlInput.noteValue)] = UInt16(note.data1)
        values[index(source, note.channel, ControlInput.noteVelocity)] = UInt16(note.data2)
    }

    /// Marks all values of a source as unknown until it sends them again. The values themselves remain (H9).
    func forget(_ source: UInt8) {
        for place in index(source, 0, 0)..<index(source + 1, 0, 0) {
            values[place] |= LastValues.unknown
        }
    }

    /// Marks the key as up; nothing else changes.
    @inline(__always)
    func release(_ note: Message, from source: UInt8) {
        keys.set(KeyBits.index(source, note.channel, note.data1), false)
    }

    @inline(__always)
    private func index(_ source: UInt8, _ channel: UInt8, _ slot: Int) -> Int {
        (Int(source) << 4 | Int(channel)) * LastValues.slots + slot
    }

    @inline(__always)
    private func key(_ source: UInt8, _ channel: UInt8, _ slot: Int) -> Int {
        KeyBits.index(source, channel, UInt8(truncatingIfNeeded: slot - ControlInput.key))
    }
}

// MARK: - Recording

extension LastValues {
    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(values, Limits.valueRows * 16 * LastValues.slots))
        visit(.of(newest, Limits.valueRows * LastValues.slots))
        keys.forEachTable(visit)
        visit(.of(variables, Limits.variables))
    }

    /// Checks restored bytes: every value and channel must be in range.
    func hasValidState() -> Bool {
        for row in 0..<Limits.valueRows * 16 {
            for slot in 0..<LastValues.slots {
                let isFine = slot == ControlInput.pitchBend || ControlInput.motion..<ControlInput.contact ~= slot
                let value = values[row * LastValues.slots + slot] & ~LastValues.unknown
                if value > (isFine ? 16383 : 127) { return false }
            }
        }
        for index in 0..<Limits.valueRows * LastValues.slots where newest[index] > 15 { return false }
        for variable in 0..<Limits.variables where variables[variable] > 127 { return false }
        return true
    }
}
