import Engine
import Routing
import CPlatform
import Devices
import MIDI
import Plan

// Input and output of the ports.
extension Loop {
    /// Reads a port once.
    @_optimize(speed)
    func readInput(_ index: Int, at now: UInt64) {
        let result: Int
        var mayHaveMore = false
        switch state.inputs[index] {
        case .none, .sequencer, .network, .bluetooth, .group: return
        case .umps, .umpClient: return readUMPs(index, at: now)
        case .rawMIDI(let port):
            let portion = isDueSoon(now) ? shortPortion : readBuffer
            result = port.read(into: portion)
            mayHaveMore = result == portion.count && isUnfinished(index, port, after: result)
            if mayHaveMore { askAgain(index, port.fd) }
        case .uart(let port): result = port.read(into: readBuffer)
        case .terminal(let port): return readTerminal(index, port, at: now)
        }
        if result == IOResult.gone {
            detach(PortIndex(index), isLost: true, at: now)
        } else if result > 0 {
            receive(result, of: index, at: now)
        }
        if !mayHaveMore && !state.backlogs[index].isEmpty { endBacklog(index, at: now) }
    }

    /// H9: asks a raw MIDI or UMP device for losses after all its bytes were read. A loss counts as an unplug, because
    /// note-offs may be missing.
    @inline(never)
    func endBacklog(_ index: Int, at now: UInt64) {
        if !state.backlogs[index].end() { return }
        switch state.inputs[index] {
        case .rawMIDI(let port): if !port.takeLosses() { return }
        case .umps(let port): if !port.takeLosses() { return }
        default: return
        }
        state.counters.lostFromDevices &+= 1
        replugAll(PortIndex(index), at: now)
    }

    /// Hands `count` bytes that were read from a port to the engine.
    @inline(__always)
    package func receive(_ count: Int, of index: Int, at now: UInt64) {
        state.counters.bytesIn &+= UInt64(count)
        engine.receive(UnsafeRawBufferPointer(rebasing: readBuffer[..<count]), from: UInt8(index), at: now)
        let isFlooding = engine.router.room < LoopLimits.pauseRoom && engine.ports[index].parser.isInSysEx
        if isFlooding && !isFilling(index) { pause(index, true) }
    }

    /// Whether more bytes may wait after a read that filled its buffer. If bytes may have been lost, asks the kernel,
    /// because the waiting bytes (a full kernel buffer, for example) may end exactly with this read.
    @inline(never)
    private func isUnfinished(_ index: Int, _ port: RawMIDI, after count: Int) -> Bool {
        state.backlogs[index].add(count)
        return !(state.backlogs[index].isFull && port.isEmpty)
    }

    /// Requests another event for the rest of an input. The rest is read in the next wake, after the other ports.
    @inline(never)
    func askAgain(_ index: Int, _ descriptor: Int32) {
        let events = state.inputs[index].readiness
        _ = treadle_epoll_control(epoll, EPOLL_CTL_MOD, descriptor, events, Tag.input.of(index))
    }

    /// Whether the kernel's buffer for this input is almost full, so that bytes would be lost soon.
    func isFilling(_ index: Int) -> Bool {
        switch state.inputs[index] {
        case .rawMIDI(let port): port.isFilling
        case .umps(let port): port.isFilling
        default: false
        }
    }

    /// Stops or resumes reading a source whose SysEx floods a slow wire (S8). Only the sender at a pseudo-terminal then
    /// waits; a USB device fills the kernel's buffer, so its pause is short.
    func pause(_ index: Int, _ isPaused: Bool) {
        let bit: UInt32 = 1 << UInt32(index)
        state.paused = isPaused ? state.paused | bit : state.paused & ~bit
        if state.inputs[index].isBluetooth { return watchLinks(of: index) }
        guard let descriptor = state.inputs[index].descriptor else { return }
        if state.inputs[index].isTerminal { return watchTerminal(index) }
        var events = isPaused ? 0 : state.inputs[index].readiness
        if outputs.ports[index].endpoint.descriptor == descriptor {
            outputs.ports[index].watched = events
            if outputs.ports[index].isBlocked { events |= EPOLLOUT.rawValue }
        }
        _ = treadle_epoll_control(epoll, EPOLL_CTL_MOD, descriptor, events, Tag.input.of(index))
    }

    /// Resumes paused inputs when the outbox has room, or when the kernel's buffer is almost full: the kernel would
    /// lose later bytes, maybe a note-off, so they are read and the SysEx is dropped whole.
    func resumePaused() {
        let isRoomy = engine.router.room >= 2 * LoopLimits.pauseRoom
        for index in 0..<Engine.portCount where state.paused & 1 << UInt32(index) != 0 {
            if isRoomy || isFilling(index) { pause(index, false) }
        }
    }

    func readSequencer(at now: inout UInt64) {
        guard let sequencer else { return }
        _ = sequencer.read { port, bytes in
            let index = sequencerPorts[Int(port) & (LoopLimits.sequencerPorts - 1)]
            if index.isNone { return }
            state.counters.bytesIn &+= UInt64(bytes.count)
            engine.receive(bytes, from: index.rawValue, at: now)
            // One read returns hundreds of messages, so due output is sent between them.
            sendDue(&now)
            if engine.router.hasInquiry { passInquiries() }
        } left: { port in
            let index = sequencerPorts[Int(port) & (LoopLimits.sequencerPorts - 1)]
            if !index.isNone { replug(index, at: now) }
        } lost: {
            // The lost messages may include note-offs for any port.
            for index in 0..<Engine.portCount {
                if case .sequencer = state.inputs[index] { replug(PortIndex(index), at: now) }
            }
        }
    }

    /// Releases all keys of an input as after an unplug (H9), because a client that played into it has left. If
    /// several clients play into the port, the keys of all are released, since the sender of a key is unknown.
    func replug(_ port: PortIndex, at now: UInt64) {
        engine.inputWent(port, at: now)
        engine.inputCame(port)
    }

    /// Writes the buffered output of all ports, and the bytes that are due for wires.
    @_optimize(speed)
    func flushAll(_ now: inout UInt64) {
        while let index = outputs.next(at: now) {
            outputs.flush(index, at: now)
            if outputs.isEmptied(index) { engine.outputReady(PortIndex(index), at: now) }
            _ = goOn(&now)
        }
    }

    /// Sends due output before more input is read.
    @inline(__always)
    func sendDue(_ now: inout UInt64) {
        if goOn(&now) { flushAll(&now) }
    }

    /// Reads the clock again if an event may become due within this turn, and handles due events. A tick therefore
    /// waits for at most one read or write. Returns whether an event was due.
    @inline(__always)
    private func goOn(_ now: inout UInt64) -> Bool {
        isDueSoon(now) && goOnNow(&now)
    }

    @inline(__always)
    func isDueSoon(_ now: UInt64) -> Bool { engine.deadline <= now &+ Loop.longestTurn }

    @inline(__always)
    private var shortPortion: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: readBuffer.baseAddress, count: LoopLimits.shortReadBytes)
    }

    @inline(never)
    private func goOnNow(_ now: inout UInt64) -> Bool {
        let later = treadle_now()
        if engine.deadline > later { return false }
        now = later
        recorder.goOn(at: now)
        engine.goOnAfterStop(at: now)
        serveContacts(contacts.count > 0, by: now)
        engine.advance(to: now)
        return true
    }

    /// Longest time of a turn in nanoseconds, on a slow processor too.
    private static let longestTurn: UInt64 = 200_000

    /// Continues the output of a port whose descriptor is writable again.
    func writable(_ index: Int, at now: UInt64) {
        outputs.flush(index, at: now)
        if !outputs.ports[index].isBlocked && !outputs.ports[index].isGone {
            engine.outputReady(PortIndex(index), at: now)
            forEachGroup(of: index) { engine.outputReady($0, at: now) }
        }
    }

    func sequencerWritable(at now: UInt64) {
        for index in 0..<LoopOutputs.portCount where outputs.ports[index].isBlocked {
            if case .sequencer = outputs.ports[index].endpoint { writable(index, at: now) }
        }
    }

    /// Detaches the ports that were found to be gone when they were written.
    func dropGone(at now: UInt64) {
        while outputs.gone != 0 {
            let index = outputs.gone.trailingZeroBitCount
            outputs.gone &= outputs.gone - 1
            if outputs.ports[index].isGone {
                detach(PortIndex(index), isLost: true, at: now)
            } else {
                endLostLinks(of: index, at: now)
            }
        }
    }
}

// MARK: - Attaching and detaching ports

extension Loop {
    package func attach(_ port: AttachedPort, at now: UInt64) {
        let index = port.port.position
        detach(port.port, isLost: false, at: now)
        if port.isAnnounced { engine.announce(port.port, came: true, at: now) }
        if port.input.isUMP || port.output.isUMP { return attachUMPs(port, at: now) }
        attachInput(port, index)
        attachOutput(port, index, at: now)
    }

    private func attachInput(_ port: AttachedPort, _ index: Int) {
        state.inputs[index] = port.input
        if case .none = port.input { return }
        if let descriptor = port.input.descriptor {
            let tag: Tag = port.input.isTerminal ? .terminal : .input
            _ = treadle_epoll_control(epoll, EPOLL_CTL_ADD, descriptor, port.input.readiness, tag.of(index))
        } else if case .sequencer(let number) = port.input {
            sequencerPorts[Int(number) & (LoopLimits.sequencerPorts - 1)] = port.port
        }
        engine.inputCame(port.port)
    }

    func attachOutput(_ port: AttachedPort, _ index: Int, at now: UInt64) {
        let runningStatus = engine.router.traits(of: port.port).runningStatus
        var output = LoopOutputs.Port(
            endpoint: port.output, runningStatus: runningStatus, byteTime: port.byteTime)
        if case .none = port.output {
            outputs.attach(output, index)
            return
        }
        if port.output.hasPeers {
            // Each peer has a descriptor of its own, which is always writable.
        } else if port.output.descriptor == nil {
            output.tag = Tag.sequencer.of(0)
            output.watched = EPOLLIN.rawValue
            output.isShared = true
        } else if port.output.isTerminal {
            attachTerminal(port, &output)
        } else if port.output.descriptor == port.input.descriptor {
            output.tag = Tag.input.of(index)
            output.watched = port.input.readiness
            output.isShared = true
        } else {
            output.tag = Tag.output.of(index)
            if case .uart(let line) = port.output { watchLine(line, &output) }
        }
        outputs.attach(output, index)
        engine.outputCame(port.port, byteTime: port.byteTime, lead: Loop.wireLead, at: now)
        if state.panicsNewPorts { engine.silence(port.port, at: now) }
    }

    /// E2: watches a serial line that is only written, so that a hangup is noticed while nothing is sent. The kernel
    /// reports a hangup like input, hence EPOLLIN; edge-triggered, so that each is reported once.
    private func watchLine(_ line: UART, _ output: inout LoopOutputs.Port) {
        output.watched = EPOLLIN.rawValue | EPOLLET.rawValue
        output.isShared = true
        _ = treadle_epoll_control(epoll, EPOLL_CTL_ADD, line.fd, output.watched, output.tag)
    }

    /// S9: how early the next message may be handed to a wire, in nanoseconds: one byte time before the wire is free,
    /// so that no gap opens.
    package static let wireLead = Wire.byteTime

    /// Nanoseconds. Output in this time before an unplug counts as unheard (H9), because the kernel accepts bytes for
    /// an unplugged device until it notices, and for a Bluetooth peer until the supervision timeout has passed (B13).
    /// The times are generous: an extra note-off does no harm.
    package static func unheardTime(of port: PortTraits) -> UInt64 {
        port.isBluetooth ? LoopLimits.linkUnheard : 1_000_000_000
    }

    /// Returns a port's descriptors to the control thread. Releases all that the port held (H9).
    package func detach(_ port: PortIndex, isLost: Bool, at now: UInt64) {
        let index = port.position
        var attached = AttachedPort(port: port)
        attached.input = state.inputs[index]
        attached.output = outputs.ports[index].endpoint
        if case .none = attached.input, case .none = attached.output {
            outputs.ports[index].isGone = false
            return
        }
        if isLost { engine.announce(port, came: false, at: now) }
        detachGroups(of: port, isLost: isLost, at: now)
        if let descriptor = attached.input.descriptor {
            _ = treadle_epoll_control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0)
        } else if case .sequencer(let number) = attached.input {
            sequencerPorts[Int(number) & (LoopLimits.sequencerPorts - 1)] = .none
        }
        if let descriptor = attached.output.descriptor, descriptor != attached.input.descriptor {
            _ = treadle_epoll_control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0)
        }
        state.inputs[index] = .none
        state.paused &= ~(1 << UInt32(index))
        outputs.attach(LoopOutputs.Port(), index)
        went(port, isLost: isLost, at: now)
        report(attached, in: reports.detached[index])
    }

    /// Reports to the engine that a place has no device any more.
    func went(_ place: PortIndex, isLost: Bool, at now: UInt64) {
        // Only the directions that the port has: a recording that detaches another direction would not replay (M10).
        let traits = engine.router.traits(of: place)
        if traits.sends { engine.outputWent(place, unheard: isLost ? Loop.unheardTime(of: traits) : 0, at: now) }
        if traits.receives { engine.inputWent(place, at: now) }
    }
}
