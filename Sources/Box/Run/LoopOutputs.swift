import CPlatform
import Devices
import MIDI
import Routing

/// The way out of the loop: messages become bytes in a small buffer for each port, and one write a wake hands them to
/// the kernel. What a port does not take stays with the router, where urgency has its effect (S9).
struct LoopOutputs {
    struct Port {
        var endpoint = Endpoint.none
        var writer = StreamWriter()
        var count = 0
        /// The kernel took less than it was given: wait until it can be written again.
        var isBlocked = false
        var isGone = false
        /// How epoll knows its descriptor, and what else it waits for there.
        var tag: UInt64 = 0
        var watched: UInt32 = 0
        /// The same descriptor is an input's, or all of the sequencer's ports'.
        var isShared = false
    }

    /// Bytes of one wake for one port: a packet of notes and then some. More is written in several turns.
    static let capacity = 512
    static let portCount = 32

    let ports: UnsafeMutablePointer<Port>
    let bytes: UnsafeMutablePointer<UInt8>
    /// Ports with bytes to write, a bit each.
    let dirty: UnsafeMutablePointer<UInt32>
    let written: UnsafeMutablePointer<UInt64>
    let sequencer: Sequencer?
    let epoll: Int32
    let recorder: Recorder?

    init(sequencer: Sequencer?, epoll: Int32, recorder: Recorder?) {
        ports = .allocate(capacity: LoopOutputs.portCount)
        ports.initialize(repeating: Port(), count: LoopOutputs.portCount)
        bytes = .allocate(capacity: LoopOutputs.portCount * LoopOutputs.capacity)
        bytes.initialize(repeating: 0, count: LoopOutputs.portCount * LoopOutputs.capacity)
        dirty = .allocate(capacity: 1)
        dirty.initialize(to: 0)
        written = .allocate(capacity: 1)
        written.initialize(to: 0)
        self.sequencer = sequencer
        self.epoll = epoll
        self.recorder = recorder
    }

    /// For the router, with these outputs as the context.
    static let transmit: Transmit = { context, port, word0, word1, time in
        let outputs = context!.assumingMemoryBound(to: LoopOutputs.self)
        return outputs.pointee.put(Message(word0, word1), Int(port), at: time) ? 1 : 0
    }

    /// Takes a message for a port; false when it cannot now. Mutating, so that it is given all this where it lies and not a
    /// copy for each message.
    mutating func put(_ message: Message, _ index: Int, at time: UInt64) -> Bool {
        let port = ports + index
        if port.pointee.count + 8 > LoopOutputs.capacity { flush(index) }
        if port.pointee.isBlocked && !port.pointee.isGone { return false }
        recorder?.say(message, to: UInt8(truncatingIfNeeded: index), at: time)
        if port.pointee.isGone { return true }
        let end = bytes + (index * LoopOutputs.capacity + port.pointee.count)
        port.pointee.count += port.pointee.writer.write(message, at: time, to: end)
        dirty.pointee |= 1 << UInt32(index)
        return true
    }

    /// Writes what has gathered for all ports.
    func flushAll() {
        while dirty.pointee != 0 { flush(dirty.pointee.trailingZeroBitCount) }
    }

    /// One write for a port. What is left waits until the descriptor can be written again.
    func flush(_ index: Int) {
        let port = ports + index
        dirty.pointee &= ~(1 << UInt32(index))
        if port.pointee.count == 0 { return }
        let buffer = bytes + index * LoopOutputs.capacity
        let result = write(UnsafeRawBufferPointer(start: buffer, count: port.pointee.count), to: port.pointee.endpoint)
        if result == IOResult.gone {
            port.pointee.isGone = true
            port.pointee.count = 0
            return
        }
        let taken = max(result, 0)
        written.pointee &+= UInt64(taken)
        let left = port.pointee.count - taken
        if left > 0 {
            // The two overlap.
            memmove(buffer, buffer + taken, left)
            if !port.pointee.isBlocked { recorder?.stall(UInt8(truncatingIfNeeded: index)) }
            block(port, true)
        } else if port.pointee.isBlocked {
            block(port, false)
        }
        port.pointee.count = left
    }

    private func write(_ bytes: UnsafeRawBufferPointer, to endpoint: Endpoint) -> Int {
        switch endpoint {
        case .none: IOResult.gone
        case .rawMIDI(let port): port.write(bytes)
        case .uart(let port): port.write(bytes)
        case .sequencer(let port): sequencer?.write(port, bytes) ?? IOResult.gone
        }
    }

    /// Only while it is blocked does a port of its own descriptor wait with the others: a raw MIDI device wakes whoever
    /// waits for anything of its output with every byte that goes out, three times a note, on the processor on which the
    /// rest of the packet is being sent.
    private func block(_ port: UnsafeMutablePointer<Port>, _ isBlocked: Bool) {
        let wasBlocked = port.pointee.isBlocked
        port.pointee.isBlocked = isBlocked
        guard let descriptor = port.pointee.endpoint.descriptor ?? sequencer?.fd else { return }
        let events = port.pointee.watched | (isBlocked ? EPOLLOUT.rawValue : 0)
        if port.pointee.isShared {
            _ = treadle_epoll_control(epoll, EPOLL_CTL_MOD, descriptor, events, port.pointee.tag)
        } else if isBlocked != wasBlocked {
            let operation = isBlocked ? EPOLL_CTL_ADD : EPOLL_CTL_DEL
            _ = treadle_epoll_control(epoll, operation, descriptor, events, port.pointee.tag)
        }
    }
}
