import CPlatform
import Devices

// Pseudo-terminals that the box made itself: programs of this machine open and close them as they like.
extension Loop {
    /// Has a hangup of the output told too, where nothing is read.
    func attachTerminal(_ port: AttachedPort, _ output: inout LoopOutputs.Port) {
        output.tag = Tag.terminal.of(Int(port.port))
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

    /// One read. What is left is told again.
    func readTerminal(_ index: Int, _ port: PseudoTerminal, at now: UInt64) {
        let result = port.read(into: readBuffer)
        if result == IOResult.gone {
            // H9: no program plays to it any more. The next one may come at any time.
            replug(UInt8(index), at: now)
        } else if result > 0 {
            take(result, of: index, at: now)
            watchTerminal(index)
        }
    }

    /// The next program to open it is not to read what was meant for the one that left. Only once for each: it makes the
    /// device tell the hangup again.
    private func discard(_ index: Int) {
        let output = outputs.pointee.ports + index
        guard case .terminal(let port) = output.pointee.endpoint, output.pointee.isToDiscard else { return }
        output.pointee.isToDiscard = false
        port.discard()
    }

    /// Says what is to be told of a pseudo-terminal that is read, and has it told again if it is so now.
    func watchTerminal(_ index: Int) {
        guard let descriptor = state.pointee.inputs[index].descriptor else { return }
        let isPaused = state.pointee.paused & 1 << UInt32(index) != 0
        let watched = isPaused ? EPOLLET.rawValue : state.pointee.inputs[index].readiness
        let output = outputs.pointee.ports + index
        var events = watched
        if output.pointee.endpoint.isTerminal {
            output.pointee.watched = watched
            if output.pointee.isBlocked { events |= EPOLLOUT.rawValue }
        }
        _ = treadle_epoll_control(epoll, EPOLL_CTL_MOD, descriptor, events, Tag.terminal.of(index))
    }
}
