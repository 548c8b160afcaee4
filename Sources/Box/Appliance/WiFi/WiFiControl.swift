import CPlatform
import Configuration
import Devices
import Host

/// The wireless network of an appliance (L): finds the radio, keeps wpa_supplicant and the DHCP programs running, and
/// tells what the network is. All on the control thread, which waits for nothing of it (L9).
final class WiFiControl {
    /// The time in ns after the start in which the radio is looked for at each call: its drivers are loading.
    private static let startTime: UInt64 = 20_000_000_000
    /// The pause between two looks for a missing radio (L7).
    private static let lookPause: UInt64 = 5_000_000_000
    /// The time in ns in which wpa_supplicant opens its control socket.
    private static let openTime: UInt64 = 10_000_000_000
    /// The time in ns in which a joined network gives an address, before its lack is said.
    private static let addressTime: UInt64 = 10_000_000_000
    private static let addressPause: UInt64 = 1_000_000_000

    let wifi: WiFiConfiguration
    /// The newest state, for the menu, the status and the console.
    private(set) var line: WiFiLine
    private(set) var director: WiFiDirector
    private let address: ApplianceAddress
    private let places: WiFiPlaces
    /// The password of the access point that the box has made; nil if the file names one, or there is none.
    private(set) var made: WiFiPassword?
    private var supplicant = RadioChild(kind: TREADLE_CONFINED_WIFI)
    private var leases = RadioChild(kind: TREADLE_CONFINED_LEASE)
    private var client = RadioChild(kind: TREADLE_CONFINED_DHCP)
    private var link = SupplicantLink()
    /// The interface of the radio; nil while there is none.
    private(set) var interface: String?
    private var begunAt: UInt64 = 0
    private var looksAt: UInt64 = 0
    private var startedAt: UInt64 = 0
    /// Whether the interface has the address of the access point.
    private var hasOwnAddress = false
    /// When the box has joined the network that it is in.
    private var joinedAt: UInt64?
    private var addressAt: UInt64 = 0
    private var hasAddress = false

    /// - Parameters:
    ///   - address: how a joined network gives an address (L4).
    ///   - folder: the folder of the box's own files.
    init(_ wifi: WiFiConfiguration, address: ApplianceAddress, folder: String, places: WiFiPlaces = WiFiPlaces()) {
        (self.wifi, self.address, self.places) = (wifi, address, places)
        director = WiFiDirector(wifi)
        if let accessPoint = wifi.accessPoint, accessPoint.password == nil { made = WiFiPassword(in: folder) }
        line = WiFiLine(wifi.accessPoint == nil && wifi.join.isEmpty ? .off : .noRadio)
    }

    /// The password of the access point (L2).
    var password: String { wifi.accessPoint?.password ?? made?.text ?? "" }

    /// Readable when wpa_supplicant has sent something; negative while it does not run.
    var descriptor: Int32 { link.socket }

    /// Makes the folders and begins to look for the radio, whose drivers are loading.
    func start(at now: UInt64) {
        begunAt = now
        _ = treadle_folder_for(Int32(TREADLE_CONFINED_WIFI), places.folder)
        _ = treadle_folder_for(Int32(TREADLE_CONFINED_LEASE), places.leaseFolder)
        _ = treadle_folder_for(Int32(TREADLE_CONFINED_DHCP), places.clientSockets[0].folder)
        serve(at: now)
    }

    /// Does what is due. Called at least twice a second, and when `descriptor` is readable.
    func serve(at now: UInt64) {
        if wifi.accessPoint == nil && wifi.join.isEmpty { return }
        look(at: now)
        serveSupplicant(at: now)
        serveAddresses(at: now)
        tell()
    }

    /// Looks for networks to join (L5, L6). Returns false if there is nothing to choose.
    func join(at now: UInt64) -> Bool {
        if wifi.join.isEmpty { return false }
        director.join(at: now)
        serve(at: now)
        return true
    }

    /// Makes another password for the access point, which ends all links (L6). Returns nil if the file names the
    /// password, else whether it could be saved.
    func renewPassword(at now: UInt64) -> Bool? {
        let isSaved = made?.renew()
        if isSaved == nil { return nil }
        restart(at: now)
        return isSaved
    }

    func end() {
        link.close()
        client.end()
        leases.end()
        supplicant.end()
        unlink(places.configuration)
    }
}

// MARK: - wpa_supplicant

extension WiFiControl {
    /// Looks for the radio, and whether it is still there.
    private func look(at now: UInt64) {
        if let interface {
            if places.isThere(interface) { return }
            self.interface = nil
            supplicant.want([], at: now)
            looksAt = now
        }
        if now < looksAt { return }
        if now - begunAt >= WiFiControl.startTime { looksAt = now + WiFiControl.lookPause }
        guard let found = places.findRadio() else { return }
        interface = found
        start(found, at: now)
    }

    private func start(_ interface: String, at now: UInt64) {
        let text = Array(WiFiFiles.supplicant(wifi, password: password, control: places.controlFolder).utf8)
        let error = treadle_secret_file(Int32(TREADLE_CONFINED_WIFI), places.configuration, text, UInt64(text.count))
        if error < 0 { say("\(places.configuration): \(String(cString: treadle_error_message(error)))") }
        // Quiet: its messages go to the console of the box, and events come by the control socket.
        supplicant.want(
            [places.supplicant, "-qq", "-D", "nl80211", "-i", interface, "-c", places.configuration], at: now)
    }

    /// Starts wpa_supplicant anew with new settings, or because it does not answer.
    private func restart(at now: UInt64) {
        guard let interface else { return }
        start(interface, at: now)
        supplicant.restart(at: now)
    }

    private func serveSupplicant(at now: UInt64) {
        switch supplicant.serve(at: now) {
        case .started: startedAt = now
        case .ended:
            link.close()
            director.end()
        case .nothing: break
        }
        guard let interface, supplicant.child >= 0 else { return }
        if !link.isOpen && !link.open(places.control(interface), at: now) {
            if now - startedAt >= WiFiControl.openTime { giveUp("has no control socket", at: now) }
            return
        }
        for news in link.read() {
            switch news {
            case .event(let text): director.hear(text, at: now)
            case .answer(_, to: "ATTACH"): director.begin(at: now)
            case .answer(let text, let request): director.hear(answer: text, to: request)
            }
        }
        director.advance(to: now)
        if link.isFree, let request = director.takeRequest() { link.send(request, at: now) }
        if link.isStuck(at: now) { giveUp("does not answer", at: now) }
        if director.isStuck { giveUp("makes no access point", at: now) }
    }

    private func giveUp(_ why: String, at now: UInt64) {
        say("\(places.supplicant) \(why); it starts again")
        link.close()
        director.end()
        startedAt = now
        restart(at: now)
    }
}

// MARK: - Addresses

extension WiFiControl {
    private func serveAddresses(at now: UInt64) {
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
            client.want((AddressClient.command(for: address) ?? []) + [interface], at: now)
            if address == .off { client.want([], at: now) }
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

    private func say(_ what: String) { Console.error("treadle: wi-fi: \(what)\n") }

    /// Makes the newest state.
    private func tell() {
        var new = WiFiLine(interface == nil ? .noRadio : director.state)
        switch new.state {
        case .joined:
            if lacksAddress(at: treadle_now()) { new.state = .noAddress }
            new.name = director.joined.map { wifi.join[$0].name }
            (new.channel, new.signal) = (director.channel, director.signal)
        case .accessPoint:
            new.name = wifi.accessPoint?.name
            (new.channel, new.clients) = (wifi.accessPoint?.channel, director.clients.count)
        default: break
        }
        // The signal changes all the time.
        let isSaid = new.state == line.state && new.name == line.name
        line = new
        if !isSaid { Console.out("treadle: wi-fi: \(new.state.rawValue)\(new.name.map { ": \($0.visible)" } ?? "")\n") }
    }
}
