import Engine
import Routing
import CPlatform
import Devices

// The end of the box (E5): what it owes goes out, then its ports close.
extension Loop {
    /// How long ports have to take what is left, in nanoseconds.
    package static let endTime: UInt64 = 1_000_000_000

    /// Brings everything to rest, and returns when all of it has left, or that time is over. For the loop thread.
    package func end() {
        // Nothing is read any more: only that a port takes more, or has given all away, ends a wait.
        let outputsOnly = treadle_epoll_create()
        defer { CPlatform.close(outputsOnly) }
        for index in 0..<LoopOutputs.portCount {
            guard let descriptor = outputs.pointee.ports[index].endpoint.descriptor else { continue }
            let events = EPOLLOUT.rawValue | EPOLLET.rawValue
            _ = treadle_epoll_control(outputsOnly, EPOLL_CTL_ADD, descriptor, events, Tag.output.of(index))
        }
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

    /// The engine's own time stands still: of the router only what waits goes on.
    private func sendRest(at now: UInt64) {
        let router = engine.router
        router.pointee.advance(to: now)
        for index in 0..<LoopOutputs.portCount where outputs.pointee.ports[index].isBlocked {
            outputs.pointee.flush(index, at: now)
            if !outputs.pointee.ports[index].isBlocked { router.pointee.ready(port: UInt8(index), at: now) }
        }
        while let index = outputs.pointee.next(at: now) {
            outputs.pointee.flush(index, at: now)
            if outputs.pointee.isEmptied(index) { router.pointee.ready(port: UInt8(index), at: now) }
        }
    }

    /// When to look again, unless a port says earlier that it takes more; nil: everything has left.
    private func nextLook(at now: UInt64) -> UInt64? {
        var isDone = true
        var next = min(engine.router.pointee.deadline, outputs.pointee.deadline.pointee)
        for index in 0..<LoopOutputs.portCount {
            let output = outputs.pointee.ports + index
            if output.pointee.isGone { continue }
            let pace = output.pointee.pace
            if engine.router.pointee.hasWaiting(UInt8(index)) || output.pointee.count > 0 {
                isDone = false
            } else if now < pace.freeAt {
                isDone = false
                next = min(next, pace.freeAt)
            } else if !output.pointee.endpoint.isIdle {
                isDone = false
                // No wire says when its last byte is out: it is asked.
                if pace.byteTime > 0 { next = min(next, now + pace.byteTime) }
            }
        }
        return isDone ? nil : next
    }
}
