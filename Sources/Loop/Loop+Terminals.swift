import CPlatform
import Devices
import Plan

// Pseudo-terminals of the box, which programs of this machine open and close at any time.
extension Loop {
    /// Prepares the output of a pseudo-terminal. An output without input is watched for hangups too.
    func attachTerminal(_ port: AttachedPort, _ output: inout LoopOutputs.Port) {
        output.tag = Tag.terminal.of(port.port.position)
        output.watched = port.input.isTerminal ? port.input.readiness : EPOLLET.rawValue
        output.isShared = true
        if port.input.isTerminal { return }
        guard let descriptor = port.output.descriptor else { return }
        _ = treadle_epoll_control(epoll, EPOLL_CTL_ADD, descriptor, output.watched, output.tag)
    }

    func serveTerminal(_ index: Int, _ events: UInt32, at now: UInt64) {
        if events & EPOLLOUT.rawValue != 0 { writable(index, at: now) }
        readInput(index, at: now)
        if events & EPOLLHUP.rawValue != 0 { discard(index) }
    }

    /// Reads a pseudo-terminal once. Bytes that are left cause another event.
    func readTerminal(_ index: Int, _ port: PseudoTerminal, at now: UInt64) {
        let result = port.read(into: readBuffer)
        if result == IOResult.gone {
            // H9: the client that played into the port has left. Another one may open it later.
            replug(PortIndex(index), at: now)
        } else if result > 0 {
            receive(result, of: index, at: now)
            watchTerminal(index)
        }
    }

    /// Discards output for a client that has left, so that the next one does not read it. Done once for each client,
    /// because discarding causes another hangup event.
    private func discard(_ index: Int) {
        guard case .terminal(let port) = outputs.ports[index].endpoint, outputs.ports[index].isToDiscard else { return }
        outputs.ports[index].isToDiscard = false
        port.discard()
    }

    /// Sets the epoll events of a pseudo-terminal input. Events that are pending now are reported again.
    func watchTerminal(_ index: Int) {
        guard let descriptor = state.inputs[index].descriptor else { return }
        let isPaused = state.paused & 1 << UInt32(index) != 0
        let watched = isPaused ? EPOLLET.rawValue : state.inputs[index].readiness
        var events = watched
        if outputs.ports[index].endpoint.isTerminal {
            outputs.ports[index].watched = watched
            if outputs.ports[index].isBlocked { events |= EPOLLOUT.rawValue }
        }
        _ = treadle_epoll_control(epoll, EPOLL_CTL_MOD, descriptor, events, Tag.terminal.of(index))
    }
}
