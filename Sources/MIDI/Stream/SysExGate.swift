/// Keeps the SysEx of each group well formed in a stream of Universal MIDI Packets (rule S4).
///
/// Unlike the parser, a source of UMPs can produce a Continue without a Start. Groups are independent of one
/// another.
package struct SysExGate: Sendable {
    /// The groups with an open SysEx, one bit each: a Start has passed and its End has not.
    private var open: UInt16 = 0

    package init() {}

    /// Decides whether the next message of the stream, of any group, may pass.
    ///
    /// - Parameter emit: called with an empty End if the message breaks a SysEx of its group.
    /// - Returns: false for malformed SysEx UMPs and for a Continue or End without a Start. The message is not
    ///   checked otherwise: a message that is dropped later breaks a SysEx too.
    package mutating func admits(_ message: Message, _ emit: (Message) -> Void) -> Bool {
        switch message.type {
        case MessageType.sysEx:
            return admitsSysEx(message, emit)
        case MessageType.system, MessageType.midi1Channel, MessageType.midi2Channel, MessageType.longData,
            MessageType.flexData:
            if !message.isRealTime { close(message.group, emit) }
            return true
        default:
            // Utility and stream messages have no group; reserved types have no meaning.
            return true
        }
    }

    /// Ends the input: closes each open SysEx, the lowest group first.
    package mutating func finish(_ emit: (Message) -> Void) {
        for group in UInt8(0)..<16 { close(group, emit) }
    }

    /// Ends the input of one group, 0...15: closes its open SysEx.
    package mutating func finish(group: UInt8, _ emit: (Message) -> Void) { close(group, emit) }

    private mutating func admitsSysEx(_ message: Message, _ emit: (Message) -> Void) -> Bool {
        // A malformed UMP does not change the state of its group either.
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
