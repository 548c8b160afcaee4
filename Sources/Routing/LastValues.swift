import MIDI

/// The last value of every controller of every source and channel, whatever preset ran: where edges and conditions
/// start from (R14, C2).
struct LastValues {
    /// By source, channel and `ControlInput` slot.
    private let values: UnsafeMutablePointer<UInt16>
    /// Which channel spoke last, by source and slot: `channel: all` takes the newest of any (C2).
    private let newest: UnsafeMutablePointer<UInt8>

    init(_ memory: inout Memory) {
        values = memory.take(Limits.sources * 16 * ControlInput.slots, repeating: 0)
        newest = memory.take(Limits.sources * ControlInput.slots, repeating: 0)
        for row in 0..<Limits.sources * 16 { values[row * ControlInput.slots + ControlInput.pitchBend] = 8192 }
    }

    static let byteCount = Limits.sources * ControlInput.slots * (16 * 2 + 1) + 2 * 16

    func value(_ source: UInt8, _ channel: UInt8, _ slot: Int) -> Int32 {
        Int32(values[index(source, channel, slot)])
    }

    /// The newest of any channel.
    func newest(_ source: UInt8, _ slot: Int) -> Int32 {
        value(source, newest[Int(source) * ControlInput.slots + slot], slot)
    }

    func set(_ source: UInt8, _ channel: UInt8, _ slot: Int, to value: Int32) {
        values[index(source, channel, slot)] = UInt16(truncatingIfNeeded: value)
        newest[Int(source) * ControlInput.slots + slot] = channel
    }

    private func index(_ source: UInt8, _ channel: UInt8, _ slot: Int) -> Int {
        (Int(source) << 4 | Int(channel)) * ControlInput.slots + slot
    }
}
