import CPlatform
import Configuration
import Foundation
import HostSupport
import Testing

@testable import Box

/// The wireless network of an appliance, with programs that only sleep and a control socket of the test (L1, L2, L4,
/// L6, L7, L9).
@Suite final class WiFiControlTests {
    private static let second: UInt64 = 1_000_000_000
    /// A name that no interface of this machine has.
    private static let interface = "wl-test"

    private let folder: TemporaryFolder
    private var places = WiFiPlaces()
    private var supplicant: SupplicantDouble?
    private var now: UInt64 = 1000 * second

    init() throws {
        folder = try TemporaryFolder(["sleeps": "#!/bin/sh\nexec sleep 1000\n"])
        try folder.installProgram("sleeps", as: "program")
        let program = folder.path + "/program"
        (places.supplicant, places.leaseServer, places.addressClient) = (program, program, program)
        places.folder = folder.path + "/wifi"
        places.leaseFolder = folder.path + "/lease"
        places.clientSockets = [folder.path + "/dhcpcd/sock"]
        places.sysfs = folder.path + "/sys"
    }

    private static func wifi(join: [String] = [], password: String? = nil) -> WiFiConfiguration {
        var wifi = WiFiConfiguration()
        wifi.country = "DE"
        wifi.accessPoint = AccessPointConfiguration(name: "Treadle")
        wifi.accessPoint?.password = password
        wifi.join = join.map { KnownNetwork(name: $0, password: "join-secret") }
        return wifi
    }

    private func control(_ wifi: WiFiConfiguration) -> WiFiControl {
        WiFiControl(wifi, address: .dhcp, folder: folder.path, places: places)
    }

    /// Plugs the radio in, or pulls it.
    private func plug(_ isThere: Bool) throws {
        let radio = "\(places.sysfs)/class/net/\(Self.interface)"
        if isThere {
            try FileManager.default.createDirectory(atPath: radio + "/phy80211", withIntermediateDirectories: true)
        } else {
            try FileManager.default.removeItem(atPath: radio)
        }
    }

    /// Opens the control socket of wpa_supplicant.
    private func listen() throws -> SupplicantDouble {
        let path = places.control(Self.interface)
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: places.controlFolder, withIntermediateDirectories: true)
        let double = try SupplicantDouble(path)
        supplicant = double
        return double
    }

    /// Serves until nothing more is asked.
    private func serve(_ control: WiFiControl, after time: UInt64 = 0) {
        now += time
        repeat { control.serve(at: now) } while supplicant?.answer() == true
        control.serve(at: now)
    }

    /// Serves until a condition holds, while real time passes.
    private func serve(_ control: WiFiControl, until holds: () -> Bool) -> Bool {
        let end = Date(timeIntervalSinceNow: 60)
        while Date() < end {
            serve(control)
            if holds() { return true }
            usleep(10_000)
        }
        return false
    }

    @Test func aMissingRadioIsLookedForEachFiveSeconds() throws {
        let control = control(Self.wifi())
        defer { control.end() }
        control.start(at: now)
        #expect(control.line.state == .noRadio && control.interface == nil)
        #expect(control.code == nil && !WiFiRows(control, columns: 21, isDrawn: true).hasCode)
        serve(control, after: 30 * Self.second)
        try plug(true)
        serve(control, after: 4 * Self.second)
        #expect(control.interface == nil)
        serve(control, after: Self.second)
        #expect(control.interface == Self.interface)
        try plug(false)
        serve(control)
        #expect(control.line.state == .noRadio && control.interface == nil)
    }

    /// L2, L6: the access point with its clients, and the password that the box has made.
    @Test func anAccessPointIsMade() throws {
        try plug(true)
        let double = try listen()
        let control = control(Self.wifi())
        defer { control.end() }
        control.start(at: now)
        serve(control)
        let password = "SET_NETWORK 0 psk \"\(control.password)\""
        #expect(double.requests == ["ATTACH", "SCAN_INTERVAL 8", password, "SELECT_NETWORK 0"])
        #expect(control.password == control.made?.text)
        double.answers["STATUS"] = "freq=2437\n"
        double.tell("AP-ENABLED ")
        double.tell("AP-STA-CONNECTED 02:00:00:00:02:00")
        serve(control)
        #expect(control.line.text == "access point, channel 6, 1 client: Treadle")
        #expect(folder.text("lease/udhcpd.conf")?.contains("start 192.168.84.2\n") == true)
        let file = try #require(folder.text("wifi/supplicant.conf"))
        #expect(file.contains("mode=2") && !file.contains(control.password))
        let mode = try FileManager.default.attributesOfItem(atPath: places.configuration)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        // L6: the password is in the menu's rows, and in no line of the status.
        #expect(!control.line.text.contains(control.password))
        #expect(control.code == WiFiCode.code(name: "Treadle", password: control.password))
        #expect(WiFiRows(control, columns: 21, isDrawn: true).hasCode)
        #expect(!WiFiRows(control, columns: 16, isDrawn: false).hasCode)
        control.end()
        #expect(folder.text("wifi/supplicant.conf") == nil)
    }

    /// L6: another password needs another start of wpa_supplicant, which ends all links.
    @Test func aNewPasswordEndsAllLinks() throws {
        try plug(true)
        let double = try listen()
        let control = control(Self.wifi())
        defer { control.end() }
        control.start(at: now)
        serve(control)
        double.tell("AP-ENABLED ")
        serve(control)
        let old = control.password
        #expect(control.line.state == .accessPoint)
        let isSaved = control.renewPassword(at: now)
        #expect(isSaved == true && control.password != old)
        #expect(serve(control) { double.requests.filter { $0 == "SELECT_NETWORK 0" }.count == 2 })
        #expect(control.line.state == .off)
        let passwords = double.requests.filter { $0.hasPrefix("SET_NETWORK ") }
        #expect(passwords == [old, control.password].map { "SET_NETWORK 0 psk \"\($0)\"" })
    }

    @Test func thePasswordOfTheFileCannotBeRenewed() {
        let control = control(Self.wifi(password: "of-the-file!"))
        #expect(control.password == "of-the-file!" && control.renewPassword(at: now) == nil)
        #expect(folder.text(".wifi") == nil)
    }

    /// L4, L6: joined, but without an address.
    @Test func aNetworkIsJoined() throws {
        try plug(true)
        let double = try listen()
        let control = control(Self.wifi(join: ["Hall"]))
        defer { control.end() }
        control.start(at: now)
        serve(control)
        #expect(double.requests.last == "ENABLE_NETWORK 0" && control.line.state == .joining)
        (double.answers["STATUS"], double.answers["SIGNAL_POLL"]) = ("freq=2462\n", "RSSI=-40\n")
        double.tell("CTRL-EVENT-CONNECTED - Connection to 02:00:00:00:01:00 completed [id=0 id_str=]")
        serve(control)
        #expect(control.line.text == "joined, channel 11, -40 dBm: Hall")
        serve(control, after: 11 * Self.second)
        #expect(control.line.state == .noAddress && control.line.name == "Hall")
        double.tell("CTRL-EVENT-DISCONNECTED bssid=02:00:00:00:01:00 reason=3")
        serve(control)
        #expect(control.line.state == .joining && control.line.name == nil)
    }

    /// L7: one that does not answer is started again, as is one that ends.
    @Test func aSupplicantThatIsSilentIsStartedAgain() throws {
        try plug(true)
        let control = control(Self.wifi())
        defer { control.end() }
        control.start(at: now)
        var double = try listen()
        control.serve(at: now)
        #expect(control.descriptor >= 0)
        now += SupplicantLink.answerTime
        control.serve(at: now)
        #expect(control.descriptor < 0)
        double = try listen()
        #expect(serve(control) { double.requests.contains("SELECT_NETWORK 0") })
    }

    /// L7: a program that cannot run changes nothing else.
    @Test func aMissingProgramIsTriedAgain() throws {
        places.supplicant = "/nowhere/wpa_supplicant"
        try plug(true)
        let control = control(Self.wifi())
        defer { control.end() }
        control.start(at: now)
        for _ in 0..<10 { serve(control, after: Self.second) }
        #expect(control.line.state == .off)
    }

    @Test func withoutNetworksTheRadioIsOff() throws {
        var wifi = WiFiConfiguration()
        wifi.country = "DE"
        try plug(true)
        let control = control(wifi)
        control.start(at: now)
        #expect(control.line.state == .off && control.interface == nil)
    }
}
