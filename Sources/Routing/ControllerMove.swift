import MIDI

/// What an input message does to one controller: its slot (`ControlInput`), and from which value to which it goes.
struct ControllerMove {
    var slot = 0
    /// The last one known (R14).
    var previous: Int32 = 0
    var value: Int32 = 0

    /// Both at 7 bits: the MSBs (R15).
    var coarse: ControllerMove { ControllerMove(slot: slot, previous: previous >> 7, value: value >> 7) }
}

/// Everything one message does to controllers: a note pressed is `note-value`, `note-velocity` and a `key`, a note
/// released a `key` only (R9).
struct ControllerMoves {
    private var moves = InlineArray<3, ControllerMove>(repeating: ControllerMove())
    private(set) var count = 0

    init(_ message: Message, from source: UInt8, after last: LastValues) {
        switch message.kind {
        case .noteOn:
            add(ControlInput.noteValue, Int32(message.data1), message, source, last)
            add(ControlInput.noteVelocity, Int32(message.data2), message, source, last)
            add(ControlInput.key + Int(message.data1), 127, message, source, last)
        case .noteOff: add(ControlInput.key + Int(message.data1), 0, message, source, last)
        default:
            if let slot = ControlInput.slot(of: message) {
                add(slot, ControlInput.value(of: message), message, source, last)
            }
        }
    }

    private mutating func add(_ slot: Int, _ value: Int32, _ message: Message, _ source: UInt8, _ last: LastValues) {
        let previous = last.value(source, message.inputChannel, slot)
        moves[count] = ControllerMove(slot: slot, previous: previous, value: value)
        count += 1
    }

    subscript(index: Int) -> ControllerMove { moves[index] }
}

extension Message {
    /// The channel a controller is known by at its source; the box's own have none and stand at 0.
    @inline(__always)
    var inputChannel: UInt8 { kind == .motion || kind == .contact ? 0 : channel }
}
