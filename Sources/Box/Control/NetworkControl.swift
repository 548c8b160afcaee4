import Settings
import CPlatform
import Configuration
import Devices
import Network
import RTPMIDI

/// The control thread's part of network MIDI (N3, N10): the sockets for unknown peers and for sessions under
/// negotiation, the addresses of this machine, and the child that announces the box.
final class NetworkControl {
    /// The `epoll` tags of descriptors. A session's socket has the number of its slot.
    enum Wake {
        static let control: UInt64 = 100
        static let data: UInt64 = 101
        static let addresses: UInt64 = 102
        static let discovery: UInt64 = 103
    }

    /// The socket of a slot. `session` is set as soon as the loop owns the socket.
    struct Socket {
        var socket: DatagramSocket
        var session: OpenedSession?
    }

    /// Readable when `serve` has something to do.
    let descriptor: Int32
    let network: NetworkConfiguration
    let ports: [PortConfiguration]
    var director: PeerDirector
    let control: DatagramSocket
    let data: DatagramSocket
    let watch: AddressWatch?
    /// Announces the box; nil in tests.
    let discovery: Discovery?
    let loop: SessionLoop
    var sockets = [Socket?](repeating: nil, count: NetworkLimits.sessions)
    var measures = [SessionMeasures](repeating: SessionMeasures(), count: NetworkLimits.sessions)
    var losses = [LossNotice](repeating: LossNotice(), count: NetworkLimits.sessions)
    var ownAddresses: [InterfaceAddress] = []
    /// What `sayNews` has printed.
    var said = Said()
    /// The numbers (scopes) of the interfaces that may be used.
    var interfaces: Set<UInt32> = []
    /// Number of datagrams that were dropped because they arrived over other interfaces.
    var dropped: UInt64 = 0
    /// The addresses of each host name, found since the last query for the name.
    var hostAddresses: [String: [PeerAddress]] = [:]
    /// Why mDNS does not announce the box; nil if nothing has failed.
    var discoveryFailure: String?
    /// The name under which mDNS announces the box; nil: not announced yet.
    var nameInUse: String?
    /// The name of the box under `.local`; nil: mDNS has given none yet.
    var hostInUse: String?

    /// Most datagrams that are read from one socket before other work has its turn.
    static let readsPerTurn = 64

    /// Opens the two UDP ports of a box.
    init(_ box: BoxConfiguration, discovery: Discovery?, loop: SessionLoop, at now: UInt64) throws(DeviceError) {
        (network, ports) = (box.network, box.ports)
        (self.loop, self.discovery) = (loop, discovery)
        control = try DatagramSocket(port: network.port, isShared: false)
        do throws(DeviceError) {
            data = try DatagramSocket(port: control.port &+ 1, isShared: true)
        } catch {
            control.close()
            throw error
        }
        watch = try? AddressWatch()
        descriptor = treadle_epoll_create()
        var random: UInt64 = now
        _ = treadle_random(&random, 8)
        director = PeerDirector(PeerSettings(box), name: box.sessionName, random: random, at: now)
        wait(for: control.fd, Wake.control)
        wait(for: data.fd, Wake.data)
        if let watch { wait(for: watch.fd, Wake.addresses) }
        readAddresses(at: now)
    }

    func wait(for socket: Int32, _ tag: UInt64) {
        // Each turn registers the descriptor of the mDNS child again, because a restarted child may reuse the number.
        // The error for a registered descriptor is ignored.
        _ = treadle_epoll_control(descriptor, EPOLL_CTL_ADD, socket, EPOLLIN.rawValue, tag)
    }

    /// When to call `serve` at the latest, in ns.
    var deadline: UInt64 { min(director.deadline, min(discovery?.deadline ?? UInt64.max, newsDeadline)) }

    /// Receives messages of peers and does what is due.
    func serve(at now: UInt64) {
        var tags = [UInt64](repeating: 0, count: Int(TREADLE_EPOLL_MOST))
        var events = [UInt32](repeating: 0, count: Int(TREADLE_EPOLL_MOST))
        let count = Int(max(treadle_epoll_wait(descriptor, &tags, &events, 0), 0))
        let ready = tags[..<count]
        if ready.contains(Wake.addresses) { readAddresses(at: now) }
        announce(at: now)
        if ready.contains(Wake.control) { hear(control, as: .control, at: now) }
        if ready.contains(Wake.data) { hear(data, as: .data, at: now) }
        for slot in sockets.indices where ready.contains(UInt64(slot)) {
            if let socket = sockets[slot], socket.session == nil { hear(socket.socket, as: .slot(slot), at: now) }
        }
        director.advance(to: now)
        perform(at: now)
        sayNews(at: now)
    }

    private func announce(at now: UInt64) {
        guard let discovery else { return }
        for event in discovery.hear(at: now) {
            switch event {
            case .nameInUse(let name):
                director.named(name)
                (nameInUse, discoveryFailure) = (name, nil)
            case .hostInUse(let host): hostInUse = host
            case .failed(let reason): (nameInUse, discoveryFailure) = (nil, reason)
            case .found(let service):
                guard let address = PeerAddress(numeric: service.address, port: service.port) else { continue }
                director.found(service.name, host: service.host, address, at: now)
            case .resolved(let host, let text):
                guard let address = PeerAddress(numeric: text, port: 0) else { continue }
                hostAddresses[host, default: []].append(address)
                director.resolved(host, hostAddresses[host, default: []], at: now)
            case .lost(let service):
                guard let address = PeerAddress(numeric: service.address, port: service.port) else { continue }
                director.lost(service.name, address, at: now)
            }
        }
        if discovery.descriptor >= 0 { wait(for: discovery.descriptor, Wake.discovery) }
    }

    private func readAddresses(at now: UInt64) {
        _ = watch?.drain()
        let found = InterfaceAddress.all()
        if found == ownAddresses { return }
        ownAddresses = found
        let used = found.filter {
            network.interfaces.isEmpty ? !$0.isLoopback : network.interfaces.contains($0.interface)
        }
        interfaces = Set(used.map { $0.address.scope })
        let down = Set(used.filter { !$0.isRunning }.map { $0.address.scope })
        director.changed(ownAddresses: used.map { $0.address }, down: down, at: now)
    }

    private func hear(_ socket: DatagramSocket, as kind: PeerSocket, at now: UInt64) {
        // Session messages are shorter. Only an invitation with a long name is cut, and nobody needs that name whole.
        withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { buffer in
            for _ in 0..<NetworkControl.readsPerTurn {
                guard let heard = socket.receive(into: buffer) else { return }
                if case .slot = kind {
                } else if !interfaces.contains(heard.local.scope) {
                    dropped += 1
                    continue
                }
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<heard.count])
                director.heard(bytes, on: kind, from: heard.from, at: heard.local, now)
                perform(at: now)
                // The message may have closed the socket or handed it to the loop.
                if case .slot(let slot) = kind, sockets[slot]?.session != nil || sockets[slot] == nil { return }
            }
        }
    }
}

extension PeerSettings {
    init(_ box: BoxConfiguration) {
        self.init()
        let network = box.network
        port = network.port
        accept = network.accept
        invite = network.invite
        for (index, port) in box.ports.enumerated() {
            guard case .network(let rule) = port.place else { continue }
            ports.append(
                WantedPeer(
                    port: index, rule: rule, initiates: port.initiates, buffer: port.buffer,
                    sendsJournal: port.sendsJournal))
        }
    }
}
