import MIDI
import Plan

/// The last value that each controller of a destination was sent, whatever sent it (R27): only of destinations to which
/// a remap or a routing with `pick-up` or `repeats: false` sends.
struct SentValues {
    /// By row of the destination, channel and controller; 0 is unknown, else the value plus 1.
    private let values: UnsafeMutablePointer<UInt16>
    /// The destinations that have a row, one bit each, in the order of their rows.
    private(set) var ports: UInt32 = 0

    private static let pitchBend = 128
    private static let channelPressure = 129
    private static let program = 130
    private static let controllers = 131
    private static let entries = Limits.trackedPorts * 16 * controllers

    static let byteCount = Memory.byteCount(of: UInt16.self, entries)

    init(_ memory: inout Memory) { values = memory.take(SentValues.entries, repeating: 0) }

    @inline(__always)
    func isTracked(_ port: PortIndex) -> Bool { ports & port.bit != 0 }

    /// Takes over the destinations of another plan. If they are others, nothing is known of them.
    mutating func adopt(_ ports: UInt32) {
        if ports == self.ports { return }
        self.ports = ports
        for entry in 0..<SentValues.entries { values[entry] = 0 }
    }

    /// Forgets the values of a destination that left, because it may come back with others.
    func forget(_ port: PortIndex) {
        if !isTracked(port) { return }
        for channel in 0..<UInt8(16) {
            let row = row(port, channel)
            for controller in 0..<SentValues.controllers { row[controller] = 0 }
        }
    }

    /// Stores the value of a message.
    func tell(_ message: Message, to port: PortIndex) {
        if message.type != MessageType.midi1Channel || !isTracked(port) { return }
        let row = row(port, message.channel)
        switch message.kind {
        case .controlChange: row[Int(message.data1)] = UInt16(message.data2) + 1
        case .pitchBend: row[SentValues.pitchBend] = UInt16(truncatingIfNeeded: message.bend) + 1
        case .channelPressure: row[SentValues.channelPressure] = UInt16(message.data1) + 1
        case .programChange: row[SentValues.program] = UInt16(message.data1) + 1
        default: break
        }
    }

    /// The last value of an output, in units of the output; nil if it is not known.
    func value(of output: ControlOutput, to port: PortIndex, _ channel: UInt8) -> Int32? {
        if !isTracked(port) { return nil }
        let row = row(port, channel)
        switch output {
        case .controlChange(let number): return known(row[Int(number)])
        case .controlChangePair(let msb, let lsb):
            guard let high = known(row[Int(msb)]) else { return nil }
            return high << 7 | (known(row[Int(lsb)]) ?? 0)
        case .pitchBend: return known(row[SentValues.pitchBend])
        case .pitchBendCoarse: return known(row[SentValues.pitchBend]).map { $0 >> 7 }
        case .channelPressure: return known(row[SentValues.channelPressure])
        case .program: return known(row[SentValues.program])
        case .bankedProgram(let msb, let lsb):
            let isBank =
                known(row[Int(ControllerNumber.bankMSB)]) == Int32(msb)
                && known(row[Int(ControllerNumber.bankLSB)]) == Int32(lsb)
            return isBank ? known(row[SentValues.program]) : nil
        case .nothing, .parameter, .message, .key, .noteValue: return nil
        }
    }

    private func known(_ entry: UInt16) -> Int32? { entry == 0 ? nil : Int32(entry) - 1 }

    private func row(_ port: PortIndex, _ channel: UInt8) -> UnsafeMutablePointer<UInt16> {
        let row = (ports & (port.bit - 1)).nonzeroBitCount
        return values + (row << 4 | Int(channel)) * SentValues.controllers
    }

    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(values, SentValues.entries))
    }
}
