import Engine
import CPlatform
import Devices
import MIDI
import Plan
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
    package var dirty: UInt32 = 0
    /// One bit for each port that was found to be gone and is not detached yet.
    package var gone: UInt32 = 0
    /// Wires that still have bytes to send but are busy, one bit each.
    var waiting: UInt32 = 0
    /// When the first wire in `waiting` is ready for its next byte, in nanoseconds.
    package var deadline = UInt64.max
    /// Bytes written to all ports since the start.
    package var written: UInt64 = 0
    package let sequencer: Sequencer?
    var network: NetworkPeers
    var links: PeerLinks
    let epoll: Int32
    package let recorder: Recorder?

    /// Replaces the port at an index. Its waiting bytes are dropped.
    package mutating func attach(_ port: Port, _ index: Int) {
        let bit: UInt32 = 1 << UInt32(index)
        ports[index] = port
        dirty &= ~bit
        waiting &= ~bit
    }

    /// The function through which the router sends. Its context is a pointer to these outputs.
    package static let transmit: Transmit = transmitMessage

    /// Adds a message to the buffer of a port. Returns false if the port cannot take it now.
    @inline(__always)
    package mutating func put(_ message: Message, _ index: Int, at time: UInt64) -> Bool {
        let count = ports[index].count
        if count > ports[index].plainCount && !ports[index].isFreeWire { return putAny(message, index, at: time) }
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
        ports[index].count = count &+ length
        dirty |= 1 &<< UInt32(truncatingIfNeeded: index)
        return true
    }

    /// Adds any message to the buffer of any port: the general case of `put`.
    @_optimize(speed)
    @inline(never)
    private mutating func putAny(_ message: Message, _ index: Int, at time: UInt64) -> Bool {
        if ports[index].endpoint.hasPeers { return putToPeers(message, index, at: time) }
        let isUrgent = ports[index].pace.byteTime > 0 && message.isRealTime
        if !isUrgent && ports[index].pace.byteTime > 0 {
            let isFull = ports[index].count > LoopLimits.wireBytes || ports[index].pace.isToAsk
            if isFull && !ports[index].isGone { return refuse(index, at: time) }
        } else if ports[index].count + 8 > LoopLimits.outputBytes {
            if isUrgent { return refuse(index, at: time) }
            flush(index, at: time)
        }
        if ports[index].isBlocked && !isUrgent && !ports[index].isGone { return false }
        recorder?.sent(message, to: UInt8(truncatingIfNeeded: index), at: time)
        if ports[index].isGone { return true }
        let buffer = bytes + index * LoopLimits.outputBytes
        if isUrgent {
            putUrgent(message, index, at: time)
        } else {
            // Appended at the end, because the writer may write up to eight bytes there.
            ports[index].count += ports[index].writer.write(message, at: time, to: buffer + ports[index].count)
        }
        dirty |= 1 << UInt32(index)
        return true
    }

    /// Puts a real-time byte for a wire before all waiting bytes.
    @inline(never)
    private mutating func putUrgent(_ message: Message, _ index: Int, at time: UInt64) {
        let next = bytes + (index * LoopLimits.outputBytes + ports[index].urgent)
        // memmove, because the two ranges overlap.
        memmove(next + 1, next, ports[index].count - ports[index].urgent)
        next.pointee = message.status
        ports[index].count += 1
        ports[index].urgent += 1
        ports[index].pace.clockedUntil = time + LoopOutputs.clockTime
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
        if deadline <= now {
            dirty |= waiting
            deadline = UInt64.max
        }
        return dirty == 0 ? nil : dirty.trailingZeroBitCount
    }

    /// Whether no port has bytes to write now.
    @inline(__always)
    var isClean: Bool { dirty == 0 }

    /// Whether a port that has refused messages accepts messages again. Returns true once.
    @inline(__always)
    mutating func isEmptied(_ index: Int) -> Bool {
        if !ports[index].hasRefused { return false }
        if ports[index].endpoint.hasPeers {
            if !acceptsAgain(index) { return false }
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
