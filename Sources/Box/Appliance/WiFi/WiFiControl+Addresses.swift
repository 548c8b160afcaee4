import CPlatform
import Configuration
import Devices
import Host

// The addresses of the access point and of a joined network, and what is told.
extension WiFiControl {
    func serveAddresses(at now: UInt64) {
        serveOwnAddress(at: now)
        serveJoined(at: now)
        _ = leases.serve(at: now)
        _ = client.serve(at: now)
    }

    /// Gives the access point its address, and others theirs (L3).
    private func serveOwnAddress(at now: UInt64) {
        guard let interface, director.isServing, let accessPoint = wifi.accessPoint else {
            if !hasOwnAddress { return }
            hasOwnAddress = false
            leases.want([], at: now)
            if let interface { _ = treadle_link_address(interface, 0, Int32(accessPointPrefix)) }
            return
        }
        if hasOwnAddress { return }
        hasOwnAddress = true
        client.want([], at: now)
        let error = treadle_link_address(interface, accessPoint.address.address, Int32(accessPoint.address.prefix))
        if error < 0 { say("\(interface): \(String(cString: treadle_error_message(error)))") }
        let text = Array(
            WiFiFiles.leases(accessPoint.address, interface: interface, folder: places.leaseFolder).utf8)
        let kind = Int32(TREADLE_CONFINED_LEASE)
        _ = treadle_secret_file(kind, places.leaseConfiguration, text, UInt64(text.count))
        let list = places.leaseFolder + "/leases"
        if access(list, F_OK) != 0 { _ = treadle_secret_file(kind, list, text, 0) }
        // It tries an address for 200 ms before it offers it.
        leases.want([places.leaseServer, "-f", "-a200", places.leaseConfiguration], at: now)
    }

    private var accessPointPrefix: UInt8 { wifi.accessPoint?.address.prefix ?? 24 }

    /// Asks a joined network for an address, as on a cable (L4, N13). The program stays while the network is away.
    private func serveJoined(at now: UInt64) {
        guard let interface, director.joined != nil else {
            joinedAt = nil
            hasAddress = false
            if interface == nil { client.want([], at: now) }
            return
        }
        if joinedAt == nil {
            (joinedAt, addressAt) = (now, now)
            // A second client passes its arguments to the first one, if that has a control socket.
            for socket in places.clientSockets { unlink(socket) }
            let words = AddressClient.command(for: address).map {
                [places.addressClient] + $0.dropFirst() + [interface]
            }
            client.want(words ?? [], at: now)
        }
        if now < addressAt { return }
        addressAt = now + WiFiControl.addressPause
        hasAddress = InterfaceAddress.all().contains { $0.interface == interface && !$0.address.isIPv6 }
    }

    /// Whether a joined network gives no address.
    private func lacksAddress(at now: UInt64) -> Bool {
        guard let joinedAt, address != .off, !hasAddress else { return false }
        return now - joinedAt >= WiFiControl.addressTime
    }

    func say(_ what: String) { Console.error("treadle: wi-fi: \(what)\n") }

    /// Makes the newest state.
    func tell(at now: UInt64) {
        var new = WiFiLine(interface == nil ? .noRadio : director.state)
        switch new.state {
        case .joined:
            if lacksAddress(at: now) { new.state = .noAddress }
            new.name = director.joined.map { wifi.join[$0].name }
            (new.channel, new.signal) = (director.channel, director.signal)
        case .accessPoint:
            new.name = wifi.accessPoint?.name
            (new.channel, new.clients) = (wifi.accessPoint?.channel, director.clients.count)
        default: break
        }
        line = new
        // The signal changes all the time, and at the start the drivers are loading.
        if new.state == said?.state && new.name == said?.name { return }
        if new.state == .noRadio && said == nil && now - begunAt < WiFiControl.startTime { return }
        said = new
        Console.out("treadle: wi-fi: \(new.state.rawValue)\(new.name.map { ": \($0.visible)" } ?? "")\n")
    }
}
