import MIDI
import Program

/// What a destination's channel is to be at: the last that was sent to it, heard yet or not (H9).
struct ChannelState {
    var values = InlineArray<5, UInt16>(repeating: 0)

    init() { values[Int(RetainedController.pitchBend.rawValue)] = RetainedController.pitchBend.rest }

    func isAtRest(_ controller: RetainedController) -> Bool {
        values[Int(controller.rawValue)] == controller.rest
    }
}
