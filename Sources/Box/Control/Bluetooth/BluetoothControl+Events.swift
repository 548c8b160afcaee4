import Bluetooth
import CPlatform
import Configuration
import Host
import Settings

// What the process and the loop tell.
extension BluetoothControl {
    /// Handles a line of the process.
    ///
    /// - Parameter socket: the descriptor that came with it, or -1. It belongs to the callee.
    func handle(_ report: RadioReport, _ socket: Int32, at now: UInt64) {
        if case .linked(let link) = report { return handle(link, socket, at: now) }
        if socket >= 0 { close(socket) }
        switch report {
        case .radioOn(let address): set(radio: .on(address))
        case .radioMissing(let reason): set(radio: .missing(reason))
        case .advertising(let isOn): set(isAdvertising: isOn)
        case .state(let port, let state, let address, let name):
            if isBluetooth(port) { peers.set(port, BluetoothPeer.State(state), address, name) }
        case .ask(let address, let digits, let name): ask(address, digits: digits, name: name, at: now)
        case .show(let address, let digits): show(address, digits: digits, at: now)
        case .asked(let address): forgetQuestion(of: address)
        case .noPair(_, let name):
            loop.showRefusal()
            // Strangers may try often.
            if now < saysRefusalAt { return }
            saysRefusalAt = now + RadioLimits.refusalPause
            Console.out("treadle: bluetooth: \(name) may not pair now\n")
        case .interval(let slot, let interval): peers.set(interval: interval, of: slot)
        case .peer(let slot, let address, let isEncrypted):
            peers.set(address, isEncrypted: isEncrypted, of: slot)
            slots.identify(slot, as: address)
        case .gone(let slot, let reason):
            if let peer = peers.linked(slot) {
                Console.out("treadle: bluetooth: \(peer.name) has gone\(reason.isEmpty ? "" : ": \(reason)")\n")
            }
            unlinksAt[slot] = UInt64.max
            end(slot, at: now)
        case .bond(let record, let name):
            guard let bond = Bond(record, name: name) else { return }
            if let gone = bonds.put(bond, at: now) { tell(.forget(gone.address)) }
        case .bondGone(let address): bonds.remove(address, at: now)
        case .pong(let number): hear(pong: number, at: now)
        case .fault(let text): Console.error("treadle: bluetooth: \(text)\n")
        case .linked: break
        }
    }

    /// Hands the socket of a connected peer to the loop.
    private func handle(_ link: LinkedLine, _ socket: Int32, at now: UInt64) {
        guard socket >= 0, isBluetooth(link.port) else {
            if socket >= 0 { close(socket) }
            return tell(.unlink(slot: link.slot))
        }
        var link = link
        if link.name.isEmpty { link.name = link.address.address.text }
        unlinksAt[link.slot] = UInt64.max
        counts[link.slot] = LinkCounts()
        peers.link(link)
        slots.link(link, socket)
    }

    private func isBluetooth(_ port: Int) -> Bool { ports.indices.contains(port) && ports[port].isBluetooth }

    /// Handles the loop's newest report about a link.
    ///
    /// - Parameters:
    ///   - socket: the socket that the loop no longer uses, or -1.
    ///   - reason: why the loop has ended the link by itself, for the log.
    ///   - isHungUp: whether the peer has gone, which the kernel tells the process too.
    func handle(
        _ slot: Int, closed socket: Int32, _ reason: String, isHungUp: Bool, _ counts: LinkCounts, at now: UInt64
    ) {
        self.counts[slot] = counts
        guard slots.ended(slot, socket) else { return }
        if let peer = peers.linked(slot) {
            Console.out("treadle: bluetooth: \(peer.name): the link has ended: \(reason)\n")
        }
        peers.end(slot, at: now)
        // The process may be about to give the slot to another peer, whose link must not be ended.
        if isHungUp { return unlinksAt[slot] = now + RadioLimits.hungUpTime }
        tell(.unlink(slot: slot))
    }

    /// Ends links in the process that have hung up in the loop and of whose end the process has not told.
    func unlinkHungUp(at now: UInt64) {
        for slot in unlinksAt.indices where unlinksAt[slot] <= now {
            unlinksAt[slot] = UInt64.max
            tell(.unlink(slot: slot))
        }
    }
}
