import MIDI
import Plan

/// The last values of pedals, pressure and bend routed to each channel of each destination (H9), even if the
/// destination was away.
struct ChannelStates {
    /// Values indexed by `RetainedController`.
    private typealias State = InlineArray<5, UInt16>

    /// States indexed by destination and channel.
    private let states: UnsafeMutablePointer<State>

    init(_ memory: inout Memory) { states = memory.take(Limits.ports * 16, repeating: ChannelStates.atRest) }

    static let byteCount = Limits.ports * 16 * MemoryLayout<State>.stride + 16

    private static var atRest: State {
        var state = State(repeating: 0)
        state[Int(RetainedController.pitchBend.rawValue)] = RetainedController.pitchBend.rest
        return state
    }

    /// Stores the value of a message that moves a retained controller; ignores other messages.
    @inline(__always)
    func tell(_ message: Message, to destination: PortIndex) {
        if let controller = RetainedController(message) {
            let place = destination.position << 4 | Int(message.channel)
            states[place][Int(controller.rawValue)] = controller.value(of: message)
        }
    }

    func isAtRest(_ destination: PortIndex, _ channel: UInt8, _ controller: RetainedController) -> Bool {
        states[destination.position << 4 | Int(channel)][Int(controller.rawValue)] == controller.rest
    }

    /// Sets every channel of a destination to rest.
    func reset(_ destination: PortIndex) {
        for channel in 0..<16 { states[destination.position << 4 | channel] = ChannelStates.atRest }
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) { visit(.of(states, Limits.ports * 16)) }

    func hasValidState() -> Bool {
        for place in 0..<Limits.ports * 16 {
            for controller in 0..<RetainedController.count {
                let most: UInt16 = controller == Int(RetainedController.pitchBend.rawValue) ? 16383 : 127
                if states[place][controller] > most { return false }
            }
        }
        return true
    }
}
