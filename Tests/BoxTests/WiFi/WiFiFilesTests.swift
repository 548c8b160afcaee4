import Configuration
import Foundation
import HostSupport
import Testing
import Upkeep

@testable import Box

/// The files of wpa_supplicant and udhcpd, and the password that the box makes (L2, L3, L9, L10).
@Suite struct WiFiFilesTests {
    private static func supplicant(_ name: String) -> String {
        var wifi = WiFiConfiguration()
        wifi.country = "DE"
        wifi.join = [name, "B"].map { KnownNetwork(name: $0, password: "join-secret") }
        wifi.accessPoint = AccessPointConfiguration(name: name)
        wifi.accessPoint?.password = "access-secret"
        return WiFiFiles.supplicant(wifi, control: "/run/c")
    }

    @Test func theFileHasAllNetworksAndNoneIsEnabled() {
        #expect(
            Self.supplicant("Hall") == """
                ctrl_interface=/run/c
                country=DE
                max_num_sta=4
                network={
                \tssid=48616C6C
                \tscan_ssid=1
                \tkey_mgmt=WPA-PSK WPA-PSK-SHA256
                \tpriority=2
                \tproto=RSN
                \tpairwise=CCMP
                \tgroup=CCMP
                \tieee80211w=1
                \tdisabled=1
                }
                network={
                \tssid=42
                \tscan_ssid=1
                \tkey_mgmt=WPA-PSK WPA-PSK-SHA256
                \tpriority=1
                \tproto=RSN
                \tpairwise=CCMP
                \tgroup=CCMP
                \tieee80211w=1
                \tdisabled=1
                }
                network={
                \tssid=48616C6C
                \tmode=2
                \tfrequency=2437
                \tkey_mgmt=WPA-PSK
                \tproto=RSN
                \tpairwise=CCMP
                \tgroup=CCMP
                \tieee80211w=1
                \tdisabled=1
                }

                """)
    }

    @Test func noPasswordStandsInTheFile() { #expect(!Self.supplicant("Hall").contains("secret")) }

    /// No name can end its line or its block.
    @Test(arguments: ["a\nb", "}", "\"", "Café", "\\", "#"]) func aNameIsWrittenInHex(_ name: String) {
        let text = Self.supplicant(name)
        let hex = name.utf8.map { String(format: "%02X", $0) }.joined()
        #expect(text.components(separatedBy: "\tssid=\(hex)\n").count == 3)
        let lines = Self.supplicant("n").components(separatedBy: "\n").count
        #expect(text.components(separatedBy: "\n").count == lines)
    }

    @Test(arguments: [(1, 2412), (6, 2437), (13, 2472), (36, 5180), (48, 5240)])
    func channelsHaveTheirFrequencies(_ channel: Int, _ frequency: Int) {
        #expect(WiFiFiles.frequency(ofChannel: channel) == frequency)
        #expect(WiFiFiles.channel(ofFrequency: frequency) == channel)
    }

    /// L3: at least 8 addresses for others, never the box's own, no router and no name server.
    @Test(arguments: [
        (0xC0A8_5401 as UInt32, 24 as UInt8, "192.168.84.2", "192.168.84.100", "255.255.255.0"),
        (0xC0A8_54C8, 24, "192.168.84.1", "192.168.84.100", "255.255.255.0"),
        (0x0A00_0001, 28, "10.0.0.2", "10.0.0.14", "255.255.255.240"),
        (0x0A00_000E, 28, "10.0.0.1", "10.0.0.14", "255.255.255.240"),
        (0x0A00_0001, 8, "10.0.0.2", "10.0.0.100", "255.0.0.0"),
    ])
    func leasesFollowTheAddress(_ address: UInt32, _ prefix: UInt8, first: String, last: String, mask: String) {
        let address = StaticAddress(address: address, prefix: prefix)
        let text = WiFiFiles.leases(address, interface: "wlan0", folder: "/run/l")
        let lines = text.split(separator: "\n").map { String($0) }
        #expect(lines.prefix(3) == ["start \(first)", "end \(last)", "interface wlan0"])
        #expect(lines.contains("opt subnet \(mask)") && lines.contains("opt lease 3600"))
        #expect(!text.contains("router") && !text.contains("dns"))
        #expect(lines.contains("lease_file /run/l/leases") && lines.contains("pidfile /run/l/pid"))
    }

    /// L2, E4: made once, then the same at each start, and another one when asked.
    @Test func aPasswordIsMadeOnceAndKept() throws {
        let folder = try TemporaryFolder()
        var password = WiFiPassword(in: folder.path)
        #expect(password.text.utf8.count == 12)
        #expect(password.text.utf8.allSatisfy { WiFiPassword.characters.contains($0) })
        #expect(folder.text(".wifi") == password.text + "\n")
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/.wifi")[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(WiFiPassword(in: folder.path).text == password.text)
        let old = password.text
        let isSaved = password.renew()
        #expect(isSaved && password.text != old && WiFiPassword(in: folder.path).text == password.text)
        let newMode = try FileManager.default.attributesOfItem(atPath: folder.path + "/.wifi")[.posixPermissions]
        #expect(newMode as? Int == 0o600)
    }

    /// L10: it is in no backup.
    @Test func theFileOfThePasswordIsInNoBackup() { #expect(BackedUp.leavesOut(WiFiPassword.file)) }

    @Test(arguments: ["", "short\n", "0123456789ab\n", "abcdefghjkmnp\n", "abcdefghjk m\n"])
    func aSpoiltFileIsReplaced(_ text: String) throws {
        let folder = try TemporaryFolder([".wifi": text])
        let password = WiFiPassword(in: folder.path)
        #expect(folder.text(".wifi") == password.text + "\n" && password.text + "\n" != text)
    }

    @Test func aFolderThatCannotBeWrittenStillGivesAPassword() {
        #expect(WiFiPassword(in: "/nowhere").text.utf8.count == 12)
    }
}
