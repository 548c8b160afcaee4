/// Keeps the SysEx of each group whole where packets come in ready made: rule S4 for Universal MIDI Packets.
///
/// The parser cannot produce a Continue without its Start; a packet source can. Groups are independent of one another.
public struct SysExGate: Sendable {
    /// One bit a group: a Start has passed and its End has not.
    private var open: UInt16 = 0

    public init() {}

    /// Looks at the next message of the stream, of any group.
    ///
    /// - Parameter emit: called with an empty End if the message breaks a SysEx of its group, before the message counts.
    /// - Returns: whether the message may pass: false for malformed SysEx packets and for a Continue or End that has no
    ///   Start. Whether it means anything otherwise is not looked at: what is dropped breaks a SysEx all the same.
    public mutating func admits(_ message: Message, _ emit: (Message) -> Void) -> Bool {
        switch message.type {
        case 0x3:
            return admitsSysEx(message, emit)
        case 0x1, 0x2, 0x4, 0x5, 0xD:
            if !message.isRealTime { close(message.group, emit) }
            return true
        default:
            // Utility and stream messages have no group, reserved types no meaning.
            return true
        }
    }

    /// The end of the input: closes what is open, lowest group first.
    public mutating func finish(_ emit: (Message) -> Void) {
        for group in UInt8(0)..<16 { close(group, emit) }
    }

    private mutating func admitsSysEx(_ message: Message, _ emit: (Message) -> Void) -> Bool {
        // A packet that cannot be believed does not speak for its group either.
        guard message.isSysEx, let piece = message.sysExStatus else { return false }
        let group = message.group
        switch piece {
        case .complete:
            close(group, emit)
        case .start:
            close(group, emit)
            open |= bit(group)
        case .continue:
            return isOpen(group)
        case .end:
            let closes = isOpen(group)
            open &= ~bit(group)
            return closes
        }
        return true
    }

    private mutating func close(_ group: UInt8, _ emit: (Message) -> Void) {
        guard isOpen(group) else { return }
        open &= ~bit(group)
        emit(.sysExEnd(group: group))
    }

    private func isOpen(_ group: UInt8) -> Bool { open & bit(group) != 0 }

    private func bit(_ group: UInt8) -> UInt16 { 1 << UInt16(group) }
}
