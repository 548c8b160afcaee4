import Engine
import CPlatform
import Devices
import Plan

// Writing the buffers to the kernel.
extension LoopOutputs {
    /// Writes the buffer of a port once. The rest waits until the wire is ready or the descriptor is writable.
    @_optimize(speed)
    package mutating func flush(_ index: Int, at now: UInt64) {
        dirty &= ~(1 &<< UInt32(truncatingIfNeeded: index))
        let isPlain = ports[index].isPlain
        var count = ports[index].count
        if !isPlain {
            if ports[index].endpoint.hasPeers { return flushPeers(index, at: now) }
            // Real-time bytes are written even if the wire is busy.
            if ports[index].pace.isToAsk && isBusy(index, at: now) { count = ports[index].urgent }
            count = ports[index].pace.due(count, at: now)
        }
        if count == 0 { return wait(for: index) }
        let buffer = bytes + index * LoopLimits.outputBytes
        let result = write(UnsafeRawBufferPointer(start: buffer, count: count), to: index)
        if result == count && isPlain {
            // Fast path of most ports.
            written &+= UInt64(count)
            ports[index].count = 0
            return
        }
        if result == IOResult.gone {
            lose(index)
            ports[index].count = 0
            waiting &= ~(1 << UInt32(index))
            return
        }
        if result == ports[index].count && ports[index].isCalm {
            // Fast path of a wire.
            written &+= UInt64(count)
            ports[index].removeFirst(result, at: now)
            waiting &= ~(1 &<< UInt32(truncatingIfNeeded: index))
            return
        }
        let taken = max(result, 0)
        written &+= UInt64(taken)
        ports[index].removeFirst(taken, at: now)
        // memmove, because the two ranges overlap.
        if ports[index].count > 0 && taken > 0 { memmove(buffer, buffer + taken, ports[index].count) }
        let isBlocked = taken < count
        if isBlocked && !ports[index].isBlocked { recorder?.stall(PortIndex(index)) }
        if isBlocked || ports[index].isBlocked { block(index, isBlocked) }
        wait(for: index)
    }

    /// Schedules the rest of the buffer for the time at which the wire is ready.
    @inline(__always)
    package mutating func wait(for index: Int) {
        let bit: UInt32 = 1 << UInt32(index)
        let isWaiting = ports[index].count > 0 || ports[index].hasRefused
        if isWaiting && ports[index].pace.byteTime > 0 && !ports[index].isBlocked {
            waiting |= bit
            let pace = ports[index].pace
            deadline = min(deadline, ports[index].urgent > 0 ? pace.takesAt : pace.readyAt)
        } else {
            waiting &= ~bit
        }
    }

    /// Asks the driver whether a wire is still sending although it should have finished.
    @inline(never)
    private mutating func isBusy(_ index: Int, at now: UInt64) -> Bool {
        if now < ports[index].pace.readyAt { return true }
        ports[index].pace.heard(isIdle: ports[index].endpoint.isIdle, at: now)
        return ports[index].pace.isToAsk
    }

    /// Marks a port as gone after a failed write.
    mutating func lose(_ index: Int) {
        ports[index].isGone = true
        gone |= 1 << UInt32(index)
    }

    @inline(__always)
    private mutating func write(_ bytes: UnsafeRawBufferPointer, to index: Int) -> Int {
        switch ports[index].endpoint {
        case .none, .network, .bluetooth, .group: IOResult.gone
        case .umps(let port): port.write(bytes)
        case .umpClient(let client): client.write(bytes)
        case .rawMIDI(let port): port.write(bytes)
        case .uart(let port): port.write(bytes)
        case .terminal(let port): write(bytes, toTerminal: port, index)
        case .sequencer(let port): write(bytes, toSequencer: port)
        }
    }

    @inline(never)
    private mutating func write(_ bytes: UnsafeRawBufferPointer, toSequencer port: Int32) -> Int {
        sequencer?.write(port, bytes) ?? IOResult.gone
    }

    @inline(never)
    private mutating func write(
        _ bytes: UnsafeRawBufferPointer, toTerminal terminal: PseudoTerminal, _ index: Int
    ) -> Int {
        ports[index].isToDiscard = true
        return terminal.write(bytes)
    }

    /// Marks a port as blocked or not, and updates its epoll events.
    ///
    /// A descriptor that is not shared is in the epoll set only while the port is blocked: a raw MIDI device wakes its
    /// waiters with each sent byte, three times a note, on the processor that sends the rest of the USB packet.
    private mutating func block(_ index: Int, _ isBlocked: Bool) {
        let wasBlocked = ports[index].isBlocked
        ports[index].isBlocked = isBlocked
        guard let descriptor = ports[index].endpoint.descriptor ?? sequencer?.fd else { return }
        let events = ports[index].watched | (isBlocked ? EPOLLOUT.rawValue : 0)
        if ports[index].isShared {
            _ = treadle_epoll_control(epoll, EPOLL_CTL_MOD, descriptor, events, ports[index].tag)
        } else if isBlocked != wasBlocked {
            let operation = isBlocked ? EPOLL_CTL_ADD : EPOLL_CTL_DEL
            _ = treadle_epoll_control(epoll, operation, descriptor, events, ports[index].tag)
        }
    }
}
