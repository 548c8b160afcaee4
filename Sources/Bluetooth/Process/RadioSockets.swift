import CPlatform

/// The Bluetooth sockets of the process.
struct RadioSockets {
    /// A link that the process has: its number, socket, and PDUs that the kernel could not take yet.
    struct Link {
        let number: Int
        let socket: Int32
        var isConnecting: Bool
        var waiting: [[UInt8]] = []
    }

    private(set) var management: Int32 = -1
    /// The raw socket of the controller; -1: it is off.
    private(set) var raw: Int32 = -1
    private(set) var listener: Int32 = -1
    private(set) var links: [Link] = []

    /// PDUs of a link that wait. When full, the oldest is lost.
    private static let waiting = 8

    /// Opens the management socket. Returns 0 or -errno.
    mutating func open() -> Int32 {
        management = treadle_bluetooth_management()
        return min(management, 0)
    }

    /// Opens the sockets of a controller. Returns 0 or -errno.
    mutating func openRadio(_ controller: UInt16) -> Int32 {
        closeRadio()
        raw = treadle_bluetooth_raw(controller)
        if raw < 0 { return raw }
        listener = treadle_att_listen()
        return min(listener, 0)
    }

    mutating func closeRadio() {
        for descriptor in [raw, listener] where descriptor >= 0 { close(descriptor) }
        for link in links { close(link.socket) }
        (raw, listener, links) = (-1, -1, [])
    }

    func index(of number: Int) -> Int? { links.firstIndex { $0.number == number } }

    mutating func add(_ number: Int, _ socket: Int32, isConnecting: Bool) {
        _ = treadle_att_keep_little(socket)
        links.append(Link(number: number, socket: socket, isConnecting: isConnecting))
    }

    mutating func isConnected(_ index: Int) { links[index].isConnecting = false }

    mutating func closeLink(_ number: Int) {
        guard let index = index(of: number) else { return }
        close(links.remove(at: index).socket)
    }

    // MARK: - PDUs

    /// Sends a PDU behind those that wait.
    mutating func send(_ number: Int, _ pdu: [UInt8]) {
        guard let index = index(of: number) else { return }
        if links[index].waiting.count >= RadioSockets.waiting { links[index].waiting.removeFirst() }
        links[index].waiting.append(pdu)
        flush(index)
    }

    /// Sends what waits, as far as the kernel takes it: nothing while a link is being encrypted.
    private mutating func flush(_ index: Int) {
        while let pdu = links[index].waiting.first {
            let result = treadle_bluetooth_send(links[index].socket, pdu, pdu.count)
            if result == -EAGAIN || result == -ENOTCONN || result == -ENOBUFS || result == -ENOMEM { return }
            // After any other error the link ends, as its socket will tell.
            links[index].waiting.removeFirst()
        }
    }

    mutating func flushAll() { for index in links.indices { flush(index) } }

    /// Whether a PDU waits.
    var hasWaiting: Bool { links.contains { !$0.waiting.isEmpty } }
}
