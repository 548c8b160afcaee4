import Engine
import CPlatform
import Devices
import MIDI
import Routing

/// The way out of the loop: messages become bytes in a small buffer for each port, and one write a wake hands them to
/// the kernel. What a port does not take stays with the router, where urgency has its effect (S9).
///
/// A wire with a clock on it gets its bytes one by one, each when five eighths of the one before it are out, and a real-time
/// byte goes before all that is left, also in the middle of a message. So a tick is at most eleven eighths of a byte late and
/// what the loop takes, less than two bytes (640 µs), whatever else goes to its port. A wire without one gets whole messages, for
/// fewer wakes.
///
/// Its methods are mutating, so that each is given all this where it lies and not a copy.
package struct LoopOutputs {
    package static let portCount = 32
    /// A wire counts as one with a clock for so long after a real-time byte, in nanoseconds: eight ticks of the slowest.
    private static let clockTime: UInt64 = 1_000_000_000

    package let ports: UnsafeMutablePointer<Port>
    package let bytes: UnsafeMutablePointer<UInt8>
    /// Ports with bytes to write, a bit each, and those that were found to be gone since that was last asked.
    package let dirty: UnsafeMutablePointer<UInt32>
    package let gone: UnsafeMutablePointer<UInt32>
    /// Wires that are not ready for all of their bytes yet, a bit each.
    let waiting: UnsafeMutablePointer<UInt32>
    /// When the first of them is ready for its next byte.
    package let deadline: UnsafeMutablePointer<UInt64>
    package let written: UnsafeMutablePointer<UInt64>
    package let sequencer: Sequencer?
    let epoll: Int32
    package let recorder: Recorder?

    /// Puts another port in a place; what waited there is forgotten.
    package mutating func attach(_ port: Port, _ index: Int) {
        let bit: UInt32 = 1 << UInt32(index)
        ports[index] = port
        dirty.pointee &= ~bit
        waiting.pointee &= ~bit
    }

    /// For the router, with these outputs as the context.
    package static let transmit: Transmit = transmitMessage

    /// Takes a message for a port; false when it cannot now.
    @inline(__always)
    package mutating func put(_ message: Message, _ index: Int, at time: UInt64) -> Bool {
        let port = ports + index
        let count = port.pointee.count
        if count > port.pointee.plainCount && !port.pointee.isFreeWire { return putAny(message, index, at: time) }
        let end = bytes + (index &* LoopLimits.outputBytes &+ count)
        let length: Int
        if message.isChannelMessageOfFirstGroup {
            length = StreamWriter.writeChannelMessage(message, to: end)
        } else if message.isMiddleOfSysEx {
            length = StreamWriter.writeMiddleOfSysEx(message, to: end)
        } else {
            return putAny(message, index, at: time)
        }
        recorder?.say(message, to: UInt8(truncatingIfNeeded: index), at: time)
        port.pointee.count = count &+ length
        dirty.pointee |= 1 &<< UInt32(truncatingIfNeeded: index)
        return true
    }

    /// The same of any message to any port.
    @_optimize(speed)
    @inline(never)
    private mutating func putAny(_ message: Message, _ index: Int, at time: UInt64) -> Bool {
        let port = ports + index
        let isUrgent = port.pointee.pace.byteTime > 0 && message.isRealTime
        if !isUrgent && port.pointee.pace.byteTime > 0 {
            let isFull = port.pointee.count > LoopLimits.wireBytes || port.pointee.pace.isToAsk
            if isFull && !port.pointee.isGone { return refuse(index) }
        } else if port.pointee.count + 8 > LoopLimits.outputBytes {
            if isUrgent { return refuse(index) }
            flush(index, at: time)
        }
        if port.pointee.isBlocked && !isUrgent && !port.pointee.isGone { return false }
        recorder?.say(message, to: UInt8(truncatingIfNeeded: index), at: time)
        if port.pointee.isGone { return true }
        let buffer = bytes + index * LoopLimits.outputBytes
        if isUrgent {
            putUrgent(message, index, at: time)
        } else {
            // What the writer may lay down behind a message lies behind all others.
            port.pointee.count += port.pointee.writer.write(message, at: time, to: buffer + port.pointee.count)
        }
        dirty.pointee |= 1 << UInt32(index)
        return true
    }

    /// A real-time byte goes onto a wire as it is, before all that is left.
    @inline(never)
    private mutating func putUrgent(_ message: Message, _ index: Int, at time: UInt64) {
        let port = ports + index
        let next = bytes + (index * LoopLimits.outputBytes + port.pointee.urgent)
        // The two overlap.
        memmove(next + 1, next, port.pointee.count - port.pointee.urgent)
        next.pointee = message.status
        port.pointee.count += 1
        port.pointee.urgent += 1
        port.pointee.pace.clockedUntil = time + LoopOutputs.clockTime
    }

    /// A wire takes no more now: the router keeps what comes until it is empty.
    @inline(never)
    private mutating func refuse(_ index: Int) -> Bool {
        if !ports[index].hasRefused { recorder?.stall(UInt8(truncatingIfNeeded: index)) }
        ports[index].hasRefused = true
        wait(for: index)
        return false
    }

    /// A port with something to write now; nil: there is none. What waits for its wire is written when it is due.
    @inline(__always)
    package mutating func next(at now: UInt64) -> Int? {
        if deadline.pointee <= now {
            dirty.pointee |= waiting.pointee
            deadline.pointee = UInt64.max
        }
        return dirty.pointee == 0 ? nil : dirty.pointee.trailingZeroBitCount
    }

    /// Nothing is to be written.
    @inline(__always)
    var isClean: Bool { dirty.pointee == 0 }

    /// Whether a port that has refused messages can take some again; asked once.
    @inline(__always)
    mutating func isEmptied(_ index: Int) -> Bool {
        if !ports[index].hasRefused || ports[index].count > 0 || ports[index].pace.isToAsk { return false }
        ports[index].hasRefused = false
        return true
    }
}

/// See `LoopOutputs.transmit`. A function of its own is compiled for speed, where a closure is not.
@_optimize(speed)
private func transmitMessage(
    _ context: UnsafeMutableRawPointer?, _ port: UInt32, _ word0: UInt32, _ word1: UInt32, _ time: UInt64
) -> UInt32 {
    let outputs = context.unsafelyUnwrapped.assumingMemoryBound(to: LoopOutputs.self)
    return outputs.pointee.put(Message(word0, word1), Int(truncatingIfNeeded: port), at: time) ? 1 : 0
}
