import MIDI
import Program

/// Finds waiting messages by what they move, without a search: it is asked for every message of a flood.
struct OutboxIndex {
    /// The waiting value of each continuous controller of each port, or `none` (S9).
    private let values: UnsafeMutablePointer<Slot>
    /// The newest note-on that waits, by port, channel and note, or `none`: a note-off never passes its own (S9).
    private let noteOns: UnsafeMutablePointer<Slot>
    /// Whether a note-off waits in its lane, a bit each by port, channel and note. Of several the first to go clears it.
    private let noteOffs: UnsafeMutablePointer<UInt64>

    /// Places of a port in `values`: 128 controllers, bend, pressure and 128 keys' pressure by 16 channels.
    private static let continuous = 16 * (128 + 2 + 128)

    init(_ memory: inout Memory) {
        values = memory.take(Limits.ports * OutboxIndex.continuous, repeating: .none)
        noteOns = memory.take(HeldNotes.keys, repeating: .none)
        noteOffs = memory.take(HeldNotes.keys / 64, repeating: 0)
    }

    static let byteCount =
        (Limits.ports * continuous + HeldNotes.keys) * MemoryLayout<Slot>.stride + HeldNotes.keys / 8 + 3 * 16
}

// MARK: - Notes

extension OutboxIndex {
    private func note(_ message: Message, of port: PortIndex) -> Int {
        HeldNotes.sound(port, message.channel, message.data1)
    }

    /// The newest note-on of a message's note that waits, or `none`.
    func noteOn(_ message: Message, of port: PortIndex) -> Slot { noteOns[note(message, of: port)] }

    func setNoteOn(_ message: Message, of port: PortIndex, _ slot: Slot) { noteOns[note(message, of: port)] = slot }

    /// A note-on has gone. A newer one may have its place already.
    func clearNoteOn(_ message: Message, of port: PortIndex, _ slot: Slot) {
        let note = note(message, of: port)
        if noteOns[note] == slot { noteOns[note] = .none }
    }

    func hasNoteOff(_ message: Message, of port: PortIndex) -> Bool {
        let note = note(message, of: port)
        return noteOffs[note >> 6] & 1 << UInt64(note & 63) != 0
    }

    func setNoteOff(_ message: Message, of port: PortIndex, waits: Bool) {
        let note = note(message, of: port)
        let bit: UInt64 = 1 << UInt64(note & 63)
        noteOffs[note >> 6] = waits ? noteOffs[note >> 6] | bit : noteOffs[note >> 6] & ~bit
    }
}

// MARK: - Continuous controllers

extension OutboxIndex {
    /// The slot in which a value of the same controller waits, or `none`.
    func value(_ message: Message, of port: PortIndex) -> Slot {
        OutboxIndex.place(message, of: port).map { values[$0] } ?? .none
    }

    func setValue(_ message: Message, of port: PortIndex, _ slot: Slot) {
        if let place = OutboxIndex.place(message, of: port) { values[place] = slot }
    }

    /// A value has gone. A later one may have its place already, where values do not collapse.
    func clearValue(_ message: Message, of port: PortIndex, _ slot: Slot) {
        if let place = OutboxIndex.place(message, of: port), values[place] == slot { values[place] = .none }
    }

    /// Where the value of a continuous controller stands; nil for what never collapses (S9).
    private static func place(_ message: Message, of port: PortIndex) -> Int? {
        let channel = Int(message.channel)
        let first = port.position * continuous
        switch message.kind {
        case .controlChange:
            switch message.data1 {
            case 0, 6, 32, 38, 64...69, 96...101, 120...127: return nil
            default: return first + (channel << 7 | Int(message.data1))
            }
        case .pitchBend: return first + 16 * 128 + channel
        case .channelPressure: return first + 16 * 129 + channel
        case .polyPressure: return first + 16 * 130 + (channel << 7 | Int(message.data1))
        default: return nil
        }
    }
}
