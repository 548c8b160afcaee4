import Engine
import CPlatform
import Devices
import Program

// Writing the buffers to the kernel.
extension LoopOutputs {
    /// Writes the buffer of a port once. The rest waits until the wire is ready or the descriptor is writable.
    @_optimize(speed)
    package mutating func flush(_ index: Int, at now: UInt64) {
        let port = ports + index
        dirty.pointee &= ~(1 &<< UInt32(truncatingIfNeeded: index))
        let isPlain = port.pointee.isPlain
        var count = port.pointee.count
        if !isPlain {
            if port.pointee.endpoint.isNetwork { return flushNetwork(index, at: now) }
            // Real-time bytes are written even if the wire is busy.
            if port.pointee.pace.isToAsk && isBusy(port, at: now) { count = port.pointee.urgent }
            count = port.pointee.pace.due(count, at: now)
        }
        if count == 0 { return wait(for: index) }
        let buffer = bytes + index * LoopLimits.outputBytes
        let result = write(UnsafeRawBufferPointer(start: buffer, count: count), to: port)
        if result == count && isPlain {
            // Fast path of most ports.
            written.pointee &+= UInt64(count)
            port.pointee.count = 0
            return
        }
        if result == IOResult.gone {
            lose(index)
            port.pointee.count = 0
            waiting.pointee &= ~(1 << UInt32(index))
            return
        }
        if result == port.pointee.count && port.pointee.isCalm {
            // Fast path of a wire.
            written.pointee &+= UInt64(count)
            port.pointee.take(result, at: now)
            waiting.pointee &= ~(1 &<< UInt32(truncatingIfNeeded: index))
            return
        }
        let taken = max(result, 0)
        written.pointee &+= UInt64(taken)
        port.pointee.take(taken, at: now)
        // memmove, because the two ranges overlap.
        if port.pointee.count > 0 && taken > 0 { memmove(buffer, buffer + taken, port.pointee.count) }
        let isBlocked = taken < count
        if isBlocked && !port.pointee.isBlocked { recorder?.stall(PortIndex(index)) }
        if isBlocked || port.pointee.isBlocked { block(port, isBlocked) }
        wait(for: index)
    }

    /// Schedules the rest of the buffer for the time at which the wire is ready.
    @inline(__always)
    package mutating func wait(for index: Int) {
        let port = ports + index
        let bit: UInt32 = 1 << UInt32(index)
        let isWaiting = port.pointee.count > 0 || port.pointee.hasRefused
        if isWaiting && port.pointee.pace.byteTime > 0 && !port.pointee.isBlocked {
            waiting.pointee |= bit
            let pace = port.pointee.pace
            deadline.pointee = min(deadline.pointee, port.pointee.urgent > 0 ? pace.takesAt : pace.readyAt)
        } else {
            waiting.pointee &= ~bit
        }
    }

    /// Asks the driver whether a wire is still sending although it should have finished.
    @inline(never)
    private mutating func isBusy(_ port: UnsafeMutablePointer<Port>, at now: UInt64) -> Bool {
        if now < port.pointee.pace.readyAt { return true }
        port.pointee.pace.heard(isIdle: port.pointee.endpoint.isIdle, at: now)
        return port.pointee.pace.isToAsk
    }

    /// Marks a port as gone after a failed write.
    mutating func lose(_ index: Int) {
        ports[index].isGone = true
        gone.pointee |= 1 << UInt32(index)
    }

    @inline(__always)
    private mutating func write(_ bytes: UnsafeRawBufferPointer, to output: UnsafeMutablePointer<Port>) -> Int {
        switch output.pointee.endpoint {
        case .none, .network, .group: IOResult.gone
        case .packets(let port): port.write(bytes)
        case .packetClient(let client): client.write(bytes)
        case .rawMIDI(let port): port.write(bytes)
        case .uart(let port): port.write(bytes)
        case .terminal(let port): write(bytes, toTerminal: port, output)
        case .sequencer(let port): write(bytes, toSequencer: port)
        }
    }

    @inline(never)
    private mutating func write(_ bytes: UnsafeRawBufferPointer, toSequencer port: Int32) -> Int {
        sequencer?.write(port, bytes) ?? IOResult.gone
    }

    @inline(never)
    private mutating func write(
        _ bytes: UnsafeRawBufferPointer, toTerminal terminal: PseudoTerminal, _ port: UnsafeMutablePointer<Port>
    ) -> Int {
        port.pointee.isToDiscard = true
        return terminal.write(bytes)
    }

    /// Marks a port as blocked or not, and updates its epoll events.
    ///
    /// A descriptor that is not shared is in the epoll set only while the port is blocked: a raw MIDI device wakes its
    /// waiters with each sent byte, three times a note, on the processor that sends the rest of the packet.
    private mutating func block(_ port: UnsafeMutablePointer<Port>, _ isBlocked: Bool) {
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
