import MIDI
import Testing

@testable import Plan
@testable import Routing

/// A SysEx of two UMPs, as a remap sends it.
struct SysExTemplate {
    let first = Message(sysEx: .start, [0x7F, 0x7F, 6, 0x44, 6, 1], count: 6)
    let last = Message(sysEx: .end, [1, 2, 3, 4, 0, 0], count: 5)
    let umps = UnsafeMutablePointer<MessageTemplate.UMP>.allocate(capacity: 2)

    init() {
        umps.initialize(to: MessageTemplate.UMP(first))
        (umps + 1).initialize(to: MessageTemplate.UMP(last))
        umps[0].count = 2
    }

    var output: ControlOutput { .message(MessageTemplate(umps: umps)) }
}

/// N11: a remap sends a command for values above 0. Any other free message is sent for each value (R17).
struct CommandOutputTests {
    /// The messages sent for values of CC 1, by a remap to a SysEx of two UMPs.
    private func sent(isCommand: Bool, for values: [UInt8]) -> [Message] {
        let command = SysExTemplate()
        defer { command.umps.deallocate() }
        command.umps[0].isCommand = isCommand
        let rig = Rig(Way().remapping(1, to: command.output))
        for value in values { rig.receive(.controlChange(channel: 0, controller: 1, value: value)) }
        let sent = rig.take().map { $0.message }
        #expect(sent.indices.allSatisfy { sent[$0] == ($0 % 2 == 0 ? command.first : command.last) })
        return sent
    }

    @Test func commandIsSentForValuesAbove0() {
        #expect(sent(isCommand: true, for: [0]).isEmpty)
        #expect(sent(isCommand: true, for: [1]).count == 2)
        #expect(sent(isCommand: true, for: [127, 0, 0, 64]).count == 4)
    }

    @Test func otherSysExIsSentForEachValue() {
        #expect(sent(isCommand: false, for: [127, 0, 0, 64]).count == 8)
    }
}
