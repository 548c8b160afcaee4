import CPlatform
import Configuration
import Devices
import Host

/// The wireless network of an appliance (L1): finds the radio, keeps wpa_supplicant and the DHCP programs running, and
/// tells what the network is. All on the control thread, which waits for nothing of it (L9).
final class WiFiControl {
    /// The time in ns after the start in which the radio is looked for at each call: its drivers are loading.
    static let startTime: UInt64 = 20_000_000_000
    /// The pause between two looks for a missing radio (L7).
    private static let lookPause: UInt64 = 5_000_000_000
    /// The time in ns in which wpa_supplicant opens its control socket.
    private static let openTime: UInt64 = 10_000_000_000
    /// The time in ns in which a joined network gives an address, before its lack is said.
    static let addressTime: UInt64 = 10_000_000_000
    static let addressPause: UInt64 = 1_000_000_000

    let wifi: WiFiConfiguration
    /// The last state that the console was told.
    var said: WiFiLine?
    /// The newest state, for the menu, the status and the console.
    var line: WiFiLine
    private(set) var director: WiFiDirector
    let address: ApplianceAddress
    let places: WiFiPlaces
    /// The password of the access point that the box has made; nil if the file names one, or there is none.
    private(set) var made: WiFiPassword?
    var supplicant = RadioChild(kind: TREADLE_CONFINED_WIFI)
    var leases = RadioChild(kind: TREADLE_CONFINED_LEASE)
    var client = RadioChild(kind: TREADLE_CONFINED_DHCP)
    private var link = SupplicantLink()
    /// The interface of the radio; nil while there is none.
    private(set) var interface: String?
    var begunAt: UInt64 = 0
    private var looksAt: UInt64 = 0
    private var startedAt: UInt64 = 0
    /// Whether the interface has the address of the access point.
    var hasOwnAddress = false
    /// When the box has joined the network that it is in.
    var joinedAt: UInt64?
    var addressAt: UInt64 = 0
    var hasAddress = false

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
        tell(at: now)
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
        let text = Array(WiFiFiles.supplicant(wifi, control: places.controlFolder).utf8)
        let error = treadle_secret_file(Int32(TREADLE_CONFINED_WIFI), places.configuration, text, UInt64(text.count))
        if error < 0 { say("\(places.configuration): \(String(cString: treadle_error_message(error)))") }
        // Silent, because some errors of settings show the value. Events come by the control socket.
        supplicant.want(
            [places.supplicant, "-qqq", "-D", "nl80211", "-i", interface, "-c", places.configuration], at: now)
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
            case .answer(_, to: "ATTACH"): director.begin(password: password, at: now)
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
