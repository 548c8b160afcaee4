import CPlatform
import Devices
import Engine
import MIDI
import RTPMIDI

// Output to the peers of a network port (N5).
extension LoopOutputs {
    /// Adds a message for each peer of a network or Bluetooth port. Returns false if the port cannot take it now.
    @inline(never)
    mutating func putToPeers(_ message: Message, _ index: Int, at time: UInt64) -> Bool {
        ports[index].endpoint.isNetwork ? putNetwork(message, index, at: time) : putLinks(message, index, at: time)
    }

    /// Sends what is due to all peers of a network or Bluetooth port.
    @inline(never)
    mutating func flushPeers(_ index: Int, at now: UInt64) {
        ports[index].endpoint.isNetwork ? flushNetwork(index, at: now) : flushLinks(index, at: now)
    }

    /// Whether a network or Bluetooth port that has refused messages takes messages again.
    func acceptsAgain(_ index: Int) -> Bool {
        ports[index].endpoint.isNetwork ? hasRoomForSysEx(index) : !ports[index].isBlocked
    }

    /// Marks a network port whose peers may have packets to send.
    mutating func markNetwork(_ index: Int) { dirty |= 1 << UInt32(index) }

    /// Adds a message to the next packet of each peer of a port. Returns false if a peer has no room for a piece of a
    /// SysEx; the router then keeps the piece.
    private mutating func putNetwork(_ message: Message, _ index: Int, at time: UInt64) -> Bool {
        if ports[index].isGone { return true }
        let isSysEx = message.type == MessageType.sysEx
        var isFull = false
        network.forEach(of: index) { peer in
            if isSysEx {
                isFull = isFull || !peer.session.hasRoomForSysEx
            } else if !peer.session.hasRoom {
                sendDatagrams(&peer, at: time)
            }
        }
        if isFull {
            ports[index].hasRefused = true
            return false
        }
        recorder?.sent(message, to: UInt8(truncatingIfNeeded: index), at: time)
        network.forEach(of: index) { _ = $0.session.put(message, at: time) }
        markNetwork(index)
        return true
    }

    /// Sends what is due to all peers of a port.
    private mutating func flushNetwork(_ index: Int, at now: UInt64) {
        dirty &= ~(1 << UInt32(index))
        network.forEach(of: index) { peer in
            sendDatagrams(&peer, at: now)
            peer.session.prepareJournal()
            network.schedule(&peer)
        }
    }

    /// Sends the datagrams that are due. A datagram that the kernel refuses counts as lost: the journal repairs the
    /// loss.
    private mutating func sendDatagrams(_ peer: inout NetworkPeers.Peer, at now: UInt64) {
        while let range = peer.session.nextDatagram(at: now, to: network.datagram) {
            let bytes = UnsafeRawBufferPointer(rebasing: network.datagram[range])
            if DatagramIO.send(peer.socket, bytes) == range.count {
                written &+= UInt64(range.count)
            } else {
                peer.session.countUnsent()
            }
        }
    }

    /// Whether all peers of a port accept pieces of a SysEx again.
    private func hasRoomForSysEx(_ index: Int) -> Bool {
        var hasRoom = true
        network.forEach(of: index) { hasRoom = hasRoom && $0.session.hasRoomForSysEx }
        return hasRoom
    }
}
