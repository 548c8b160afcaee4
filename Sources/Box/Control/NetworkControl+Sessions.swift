import CPlatform
import Devices
import Network
import RTPMIDI

// Sessions between the director and the loop.
extension NetworkControl {
    /// Performs the director's decisions.
    func perform(at now: UInt64) {
        while true {
            let actions = director.takeActions()
            if actions.isEmpty { return }
            // Slots whose socket could not be connected. The other actions of this batch have no effect on such a slot.
            var failed: Set<Int> = []
            for action in actions { perform(action, &failed) }
            for slot in failed { director.couldNotConnect(slot: slot, at: now) }
        }
    }

    private func perform(_ action: PeerAction, _ failed: inout Set<Int>) {
        switch action {
        case .send(let message, let socket, let peer, let local):
            (socket == .data ? data : control).send(NetworkControl.bytes(message), to: peer, from: local)
        case .connect(let slot, let local, let peer):
            close(slot)
            guard let socket = try? DatagramSocket(from: local.with(port: data.port), to: peer) else {
                failed.insert(slot)
                return
            }
            sockets[slot] = Socket(socket: socket)
            wait(for: socket.fd, UInt64(slot))
        case .sendData(let message, let slot): sockets[slot]?.socket.send(NetworkControl.bytes(message))
        case .join(let slot, let session):
            guard let socket = sockets[slot]?.socket else { return }
            _ = treadle_epoll_control(descriptor, EPOLL_CTL_DEL, socket.fd, 0, 0)
            sockets[slot]?.session = session
            measures[slot] = SessionMeasures()
            losses[slot].begin()
            loop.join(slot, socket.fd, session)
        case .feedback(let slot, let sequence): loop.feedback(slot, sequence)
        case .link(let slot, let isUp): loop.link(slot, isUp)
        case .leave(let slot): loop.leave(slot)
        case .close(let slot): close(slot)
        case .resolve(let host):
            hostAddresses[host] = []
            discovery?.resolve(host)
        }
    }

    /// Encodes a session message.
    static func bytes(_ message: SessionMessage) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: SessionMessage.mostBytes) { buffer, count in
            count = message.write(to: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    private func close(_ slot: Int) {
        sockets[slot]?.socket.close()
        sockets[slot] = nil
    }

    /// Closes the socket of a session, which the loop no longer uses. Ignores a report about an earlier session of the
    /// slot.
    func ended(slot: Int, remoteSSRC: UInt32, _ end: SessionEnd, at now: UInt64) {
        guard sockets[slot]?.session?.remoteSSRC == remoteSSRC else { return }
        close(slot)
        director.ended(slot: slot, end, at: now)
        perform(at: now)
    }

    /// Stores the loop's measurements of a session. Ignores those of an earlier session of the slot.
    func measured(slot: Int, remoteSSRC: UInt32, _ new: SessionMeasures) {
        if sockets[slot]?.session?.remoteSSRC == remoteSSRC { measures[slot] = new }
    }

    /// Sends BY to all peers and withdraws the box from mDNS, which takes at most a second. Called after the loop has
    /// ended (E5).
    func end() {
        director.end()
        perform(at: treadle_now())
        for slot in sockets.indices { close(slot) }
        discovery?.stop()
        control.close()
        data.close()
        watch?.close()
        CPlatform.close(descriptor)
    }
}
