import CPlatform
import Devices
import Engine
import MIDI
import Plan
import Routing

// UMP ports (U): one descriptor for the places of all groups.
extension Loop {
    /// Reads a UMP port once.
    @inline(never)
    func readUMPs(_ index: Int, at now: UInt64) {
        var mayHaveMore = false
        let result: Int
        switch state.inputs[index] {
        case .umps(let port):
            let count = isDueSoon(now) ? LoopLimits.shortUMPBytes : LoopLimits.umpBytes
            result = port.read(into: UnsafeMutableRawBufferPointer(start: umpBuffer.baseAddress, count: count))
            mayHaveMore = result == count && isUnfinished(index, port, after: result)
            if mayHaveMore { askAgain(index, port.fd) }
        case .umpClient(let client):
            var left = -1
            result = client.read(into: umpBuffer.baseAddress.unsafelyUnwrapped, left: &left)
            // H9: the lost UMPs may include note-offs of any group.
            if result == UMPClient.lostInput { return replugAll(PortIndex(index), at: now) }
            if left >= 0 { return acceptBeforeAndAfter(left, result, of: index, at: now) }
        default: return
        }
        if result == IOResult.gone {
            detach(PortIndex(index), isLost: true, at: now)
        } else if result >= 4 {
            receive(umps: 0..<result / 4, of: index, at: now)
        }
        if !mayHaveMore && !state.backlogs[index].isEmpty { endBacklog(index, at: now) }
    }

    /// Receives the UMPs that arrived before a client left, releases the client's keys (H9), then receives the rest.
    private func acceptBeforeAndAfter(_ left: Int, _ count: Int, of index: Int, at now: UInt64) {
        if left > 0 { receive(umps: 0..<left / 4, of: index, at: now) }
        replugAll(PortIndex(index), at: now)
        if count > left { receive(umps: left / 4..<count / 4, of: index, at: now) }
    }

    /// Hands words that were read from a port to the engine.
    private func receive(umps range: Range<Int>, of index: Int, at now: UInt64) {
        state.counters.bytesIn &+= UInt64(range.count * 4)
        let start = umpBuffer.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt32.self)
        let words = UnsafeBufferPointer(start: UnsafePointer(start + range.lowerBound), count: range.count)
        if state.walks[index].walk(words) { hearStream(words, of: index, at: now) }
        engine.receive(umps: words, from: UInt8(truncatingIfNeeded: index), at: now)
        let isFlooding = engine.router.room < LoopLimits.pauseRoom && state.walks[index].isInData
        if isFlooding && !isFilling(index) { pause(index, true) }
    }

    /// See `isUnfinished` of raw MIDI.
    private func isUnfinished(_ index: Int, _ port: RawUMP, after count: Int) -> Bool {
        state.backlogs[index].add(count)
        return !(state.backlogs[index].isFull && port.isEmpty)
    }

    /// Releases all keys of all places of an input as after an unplug (H9).
    func replugAll(_ port: PortIndex, at now: UInt64) {
        replug(port, at: now)
        forEachGroup(of: port.position) { replug($0, at: now) }
    }

    /// Adds the losses of clients at the box's endpoints to the counters.
    func countUMPLosses() {
        for index in 0..<LoopOutputs.portCount {
            guard case .umpClient(let client) = outputs.ports[index].endpoint else { continue }
            state.counters.lostToClients &+= UInt64(client.lost.output)
            state.counters.lostFromClients &+= UInt64(client.lost.input)
        }
    }

    /// Calls `body` with each further place of a UMP port.
    @inline(__always)
    func forEachGroup(of index: Int, _ body: (PortIndex) -> Void) {
        let isPort: Bool
        switch (state.inputs[index], outputs.ports[index].endpoint) {
        case (.umps, _), (.umpClient, _), (_, .umps), (_, .umpClient): isPort = true
        default: isPort = false
        }
        if !isPort { return }
        let port = PortIndex(index)
        for place in 0..<Engine.portCount
        where state.inputs[place].isGroup(of: port) || outputs.ports[place].endpoint.isGroup(of: port) {
            body(PortIndex(place))
        }
    }
}

// MARK: - UMP Stream messages

extension Loop {
    /// Handles UMP Stream messages. U2: a device has described its endpoint; the kernel has already processed that, and
    /// the control thread is notified to look at it. U8: at an endpoint of the box, discoveries are answered.
    @inline(never)
    private func hearStream(_ words: UnsafeBufferPointer<UInt32>, of index: Int, at now: UInt64) {
        guard case .umpClient(let client) = state.inputs[index] else {
            state.streamNews &+= 1
            report(state.streamNews, in: reports.streamNews)
            return
        }
        guard case .umpClient = outputs.ports[index].endpoint else { return }
        // The kernel delivers only whole UMPs of clients.
        var at = 0
        while at < words.count {
            let count = MessageLength.words(type: UInt8(truncatingIfNeeded: words[at] >> 28))
            if words[at] >> 28 == UInt32(MessageType.stream) && at + count <= words.count {
                answer(Message(words[at], words[at + 1], words[at + 2], words[at + 3]), client, index, at: now)
            }
            at += count
        }
    }

    private func answer(_ request: Message, _ client: UMPClient, _ index: Int, at now: UInt64) {
        for place in 0..<client.answers.count where client.answers[place].answers(request) {
            let answer = UnsafeRawPointer(client.answers.baseAddress.unsafelyUnwrapped + place)
            // The message is in memory as its four words.
            _ = outputs.put(ump: answer.assumingMemoryBound(to: UInt32.self), index, at: now)
        }
    }
}
