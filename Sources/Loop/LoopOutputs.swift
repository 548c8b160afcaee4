import Engine
import CPlatform
import Devices
import MIDI
import Program
import Routing

/// The outputs of the loop: messages are encoded into a small buffer for each port, and one write a wake hands the
/// buffer to the kernel. Messages that a port does not take stay with the router, which orders them by urgency (S9).
///
/// A wire with a clock gets its bytes one by one, each when five eighths of the byte before are sent. A real-time byte
/// goes before all waiting bytes, also within a message. A tick is therefore late by at most eleven eighths of a byte
/// plus the time of the loop, less than two bytes (640 µs). A wire without a clock gets whole messages, which takes
/// fewer wakes.
///
/// The methods are mutating, so that they work in place and not on a copy.
package struct LoopOutputs {
    package static let portCount = 32
    /// Nanoseconds after a real-time byte in which a wire counts as one with a clock: eight ticks of the slowest clock.
    private static let clockTime: UInt64 = 1_000_000_000

    package let ports: UnsafeMutablePointer<Port>
    package let bytes: UnsafeMutablePointer<UInt8>
    /// One bit for each port with bytes to write.
    package let dirty: UnsafeMutablePointer<UInt32>
    /// One bit for each port that was found to be gone and is not detached yet.
    package let gone: UnsafeMutablePointer<UInt32>
    /// Wires that still have bytes to send but are busy, one bit each.
    let waiting: UnsafeMutablePointer<UInt32>
    /// When the first wire in `waiting` is ready for its next byte, in nanoseconds.
    package let deadline: UnsafeMutablePointer<UInt64>
    /// Bytes written to all ports since the start.
    package let written: UnsafeMutablePointer<UInt64>
    package let sequencer: Sequencer?
    let network: NetworkPeers
    let epoll: Int32
    package let recorder: Recorder?

    /// Replaces the port at an index. Its waiting bytes are dropped.
    package mutating func attach(_ port: Port, _ index: Int) {
        let bit: UInt32 = 1 << UInt32(index)
        ports[index] = port
        dirty.pointee &= ~bit
        waiting.pointee &= ~bit
    }

    /// The function through which the router sends. Its context is a pointer to these outputs.
    package static let transmit: Transmit = transmitMessage

    /// Adds a message to the buffer of a port. Returns false if the port cannot take it now.
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
        recorder?.sent(message, to: UInt8(truncatingIfNeeded: index), at: time)
        port.pointee.count = count &+ length
        dirty.pointee |= 1 &<< UInt32(truncatingIfNeeded: index)
        return true
    }

    /// Adds any message to the buffer of any port: the general case of `put`.
    @_optimize(speed)
    @inline(never)
    private mutating func putAny(_ message: Message, _ index: Int, at time: UInt64) -> Bool {
        let port = ports + index
        if port.pointee.endpoint.isNetwork { return putNetwork(message, index, at: time) }
        let isUrgent = port.pointee.pace.byteTime > 0 && message.isRealTime
        if !isUrgent && port.pointee.pace.byteTime > 0 {
            let isFull = port.pointee.count > LoopLimits.wireBytes || port.pointee.pace.isToAsk
            if isFull && !port.pointee.isGone { return refuse(index, at: time) }
        } else if port.pointee.count + 8 > LoopLimits.outputBytes {
            if isUrgent { return refuse(index, at: time) }
            flush(index, at: time)
        }
        if port.pointee.isBlocked && !isUrgent && !port.pointee.isGone { return false }
        recorder?.sent(message, to: UInt8(truncatingIfNeeded: index), at: time)
        if port.pointee.isGone { return true }
        let buffer = bytes + index * LoopLimits.outputBytes
        if isUrgent {
            putUrgent(message, index, at: time)
        } else {
            // Appended at the end, because the writer may write up to eight bytes there.
            port.pointee.count += port.pointee.writer.write(message, at: time, to: buffer + port.pointee.count)
        }
        dirty.pointee |= 1 << UInt32(index)
        return true
    }

    /// Puts a real-time byte for a wire before all waiting bytes.
    @inline(never)
    private mutating func putUrgent(_ message: Message, _ index: Int, at time: UInt64) {
        let port = ports + index
        let next = bytes + (index * LoopLimits.outputBytes + port.pointee.urgent)
        // memmove, because the two ranges overlap.
        memmove(next + 1, next, port.pointee.count - port.pointee.urgent)
        next.pointee = message.status
        port.pointee.count += 1
        port.pointee.urgent += 1
        port.pointee.pace.clockedUntil = time + LoopOutputs.clockTime
    }

    /// Refuses a message because the wire is busy. The router keeps messages until the wire is empty.
    @inline(never)
    private mutating func refuse(_ index: Int, at time: UInt64) -> Bool {
        if !ports[index].hasRefused { recorder?.stall(PortIndex(index), at: time) }
        ports[index].hasRefused = true
        wait(for: index)
        return false
    }

    /// The next port with bytes to write now, including wires whose bytes are due; nil if there is none.
    @inline(__always)
    package mutating func next(at now: UInt64) -> Int? {
        if deadline.pointee <= now {
            dirty.pointee |= waiting.pointee
            deadline.pointee = UInt64.max
        }
        return dirty.pointee == 0 ? nil : dirty.pointee.trailingZeroBitCount
    }

    /// Whether no port has bytes to write now.
    @inline(__always)
    var isClean: Bool { dirty.pointee == 0 }

    /// Whether a port that has refused messages accepts messages again. Returns true once.
    @inline(__always)
    mutating func isEmptied(_ index: Int) -> Bool {
        if !ports[index].hasRefused { return false }
        if ports[index].endpoint.isNetwork {
            if !hasRoomForSysEx(index) { return false }
        } else if ports[index].count > 0 || ports[index].pace.isToAsk {
            return false
        }
        ports[index].hasRefused = false
        return true
    }
}

/// See `LoopOutputs.transmit`. A function, because a closure would not be optimized for speed.
@_optimize(speed)
private func transmitMessage(
    _ context: UnsafeMutableRawPointer?, _ port: UInt32, _ word0: UInt32, _ word1: UInt32, _ time: UInt64
) -> UInt32 {
    let outputs = context.unsafelyUnwrapped.assumingMemoryBound(to: LoopOutputs.self)
    return outputs.pointee.put(Message(word0, word1), Int(truncatingIfNeeded: port), at: time) ? 1 : 0
}
