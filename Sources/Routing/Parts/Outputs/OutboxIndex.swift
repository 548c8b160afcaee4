import MIDI
import Plan

/// Finds waiting messages by note or controller without a search, because a flood asks for every message.
struct OutboxIndex {
    /// The waiting value of each continuous controller of each port, or `none` (S9).
    private let values: UnsafeMutablePointer<Slot>
    /// The newest waiting note-on by port, channel and note, or `none`: a note-off never passes its own note-on (S9).
    private let noteOns: UnsafeMutablePointer<Slot>
    /// Whether a note-off waits in its lane, one bit by port, channel and note. If several wait, the first one sent
    /// clears the bit.
    private let noteOffs: UnsafeMutablePointer<UInt64>

    /// Entries of a port in `values`: 128 controllers, bend, channel pressure and 128 key pressures, for 16 channels.
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

    /// The newest waiting note-on for the note of a message, or `none`.
    func noteOn(_ message: Message, of port: PortIndex) -> Slot { noteOns[note(message, of: port)] }

    func setNoteOn(_ message: Message, of port: PortIndex, _ slot: Slot) { noteOns[note(message, of: port)] = slot }

    /// Clears the entry of a removed note-on, unless a newer note-on has replaced it.
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
    /// The slot in which an earlier value of the controller that a message moves waits, or `none`.
    func value(_ message: Message, of port: PortIndex) -> Slot {
        OutboxIndex.place(message, of: port).map { values[$0] } ?? .none
    }

    func setValue(_ message: Message, of port: PortIndex, _ slot: Slot) {
        if let place = OutboxIndex.place(message, of: port) { values[place] = slot }
    }

    /// Clears the entry of a removed value, unless a later value has replaced it (where values do not collapse).
    func clearValue(_ message: Message, of port: PortIndex, _ slot: Slot) {
        if let place = OutboxIndex.place(message, of: port), values[place] == slot { values[place] = .none }
    }

    /// The index in `values` of the controller that a message moves; nil if its values never collapse (S9).
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
