import Engine
import Plan
import Routing
import CPlatform
import Devices

// The end of the box (E5): the rest of the output is sent, then the ports close.
extension Loop {
    /// Nanoseconds in which ports may send the rest of the output.
    package static let endTime: UInt64 = 1_000_000_000

    /// Ends all notes and controllers. Returns when everything was sent, or after `endTime`. For the loop thread.
    package func end() {
        // Input is no longer read, so this epoll instance only waits for outputs.
        for index in 0..<LoopOutputs.portCount {
            guard let descriptor = outputs.ports[index].endpoint.descriptor else { continue }
            let events = EPOLLOUT.rawValue | EPOLLET.rawValue
            _ = treadle_epoll_control(outputsOnly, EPOLL_CTL_ADD, descriptor, events, Tag.output.of(index))
        }
        watchLinksToEnd()
        var now = treadle_now()
        let limit = now + Loop.endTime
        engine.end(at: now)
        var ready = Ready()
        while true {
            sendRest(at: now)
            guard let next = nextLook(at: now), now < limit else { return }
            waitToSend(outputsOnly, &ready, until: min(next, limit))
            now = treadle_now()
        }
    }

    private func waitToSend(_ epoll: Int32, _ ready: inout Ready, until time: UInt64) {
        var tags = ready.tags.mutableSpan
        var events = ready.events.mutableSpan
        tags.withUnsafeMutableBufferPointer { tags in
            events.withUnsafeMutableBufferPointer { events in
                _ = treadle_epoll_wait(epoll, tags.baseAddress, events.baseAddress, time)
            }
        }
    }

    /// Sends waiting output. The engine has ended; only the router's time advances.
    private func sendRest(at now: UInt64) {
        engine.router.advance(to: now)
        for index in 0..<LoopOutputs.portCount where outputs.ports[index].isBlocked {
            outputs.flush(index, at: now)
            if outputs.ports[index].isBlocked { continue }
            engine.router.ready(port: PortIndex(index), at: now)
            forEachGroup(of: index) { engine.router.ready(port: $0, at: now) }
        }
        while let index = outputs.next(at: now) {
            outputs.flush(index, at: now)
            if outputs.isEmptied(index) { engine.router.ready(port: PortIndex(index), at: now) }
        }
    }

    /// When to send again, unless a port becomes writable earlier; nil if everything was sent.
    private func nextLook(at now: UInt64) -> UInt64? {
        var isDone = true
        var next = min(engine.router.deadline, outputs.deadline)
        for index in 0..<LoopOutputs.portCount {
            if outputs.ports[index].isGone { continue }
            let pace = outputs.ports[index].pace
            let hasOutput = outputs.ports[index].count > 0 || outputs.links.hasOutput(of: index)
            if engine.router.hasWaiting(PortIndex(index)) || hasOutput {
                isDone = false
            } else if now < pace.freeAt {
                isDone = false
                next = min(next, pace.freeAt)
            } else if !outputs.ports[index].endpoint.isIdle {
                isDone = false
                // A wire does not signal that its last byte is sent, so the driver is asked after each byte time.
                if pace.byteTime > 0 { next = min(next, now + pace.byteTime) }
            }
        }
        return isDone ? nil : next
    }
}
