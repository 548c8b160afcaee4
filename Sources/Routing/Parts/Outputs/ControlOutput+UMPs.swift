import MIDI
import Plan

extension ControlOutput {
    /// Returns the MIDI 2.0 UMP of a value; nil if the output's messages are translated one by one.
    ///
    /// - Parameters:
    ///   - value: 0...127, or 0...16383 for outputs of 14 bits.
    ///   - fine: the 32-bit value; nil if there is none: then the value of a parameter or pair is scaled up (U4).
    ///   - channel: 0...15.
    func ump(of value: Int32, _ fine: UInt32?, channel: UInt8) -> Message? {
        func ump(_ status: UInt8, _ index1: UInt8, _ index2: UInt8, _ value: UInt32) -> Message {
            Message(midi2Status: status | channel, index1, index2, value, group: 0)
        }
        func scaledUp(from bits: UInt32) -> UInt32 {
            Scaling.up(UInt32(truncatingIfNeeded: value), from: bits, to: 32)
        }
        if case .parameter(let parameter) = self {
            let status = parameter.isRegistered ? Status.registeredController : Status.assignableController
            let value = fine ?? scaledUp(from: parameter.isFine ? 14 : 7)
            return ump(status, parameter.msb, parameter.lsb, value)
        }
        // In MIDI 2.0 the MSB controller has all bits.
        if case .controlChangePair(let msb, let lsb) = self, Message.isPair(msb: msb, lsb: lsb) {
            return ump(Status.controlChange, msb, 0, fine ?? scaledUp(from: 14))
        }
        guard let fine else { return nil }
        switch self {
        case .controlChange(let number) where !ProtocolDown.hasOwnMessage(number):
            return ump(Status.controlChange, number, 0, fine)
        case .pitchBend, .pitchBendCoarse: return ump(Status.pitchBend, 0, 0, fine)
        case .channelPressure: return ump(Status.channelPressure, 0, 0, fine)
        default: return nil
        }
    }
}
