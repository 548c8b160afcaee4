import Engine
import MIDI
import Plan
import Routing

// UMPs for UMP ports. All places of a port share the buffer and descriptor of its first place.
extension LoopOutputs {
    /// The function through which the router sends UMPs. Its context is a pointer to these outputs.
    package static let transmitUMP: TransmitUMP = transmitOneUMP

    /// Adds the words of a whole UMP for a place to the buffer of its port. Returns false if the port cannot take it
    /// now.
    @_optimize(speed)
    package mutating func put(ump: UnsafePointer<UInt32>, _ place: Int, at time: UInt64) -> Bool {
        var index = place
        if case .group(let first) = ports[place].endpoint { index = first.position }
        let count = MessageLength.words(type: UInt8(truncatingIfNeeded: ump[0] >> 28))
        if ports[index].count &+ count &* 4 > LoopLimits.outputBytes { flush(index, at: time) }
        if ports[index].isBlocked && !ports[index].isGone { return false }
        recorder?.sent(ump: ump, to: UInt8(truncatingIfNeeded: place), at: time)
        if ports[index].isGone { return true }
        let end = UnsafeMutableRawPointer(bytes + (index &* LoopLimits.outputBytes &+ ports[index].count))
        for word in 0..<count {
            (end + 4 &* word).storeBytes(of: ump[word], as: UInt32.self)
        }
        ports[index].count = ports[index].count &+ count &* 4
        dirty |= 1 &<< UInt32(truncatingIfNeeded: index)
        return true
    }
}

/// See `LoopOutputs.transmitUMP`. A function, because a closure would not be optimized for speed.
@_optimize(speed)
private func transmitOneUMP(
    _ context: UnsafeMutableRawPointer?, _ place: UInt32, _ ump: UnsafePointer<UInt32>, _ time: UInt64
) -> UInt32 {
    let outputs = context.unsafelyUnwrapped.assumingMemoryBound(to: LoopOutputs.self)
    return outputs.pointee.put(ump: ump, Int(truncatingIfNeeded: place), at: time) ? 1 : 0
}
