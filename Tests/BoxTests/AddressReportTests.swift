import Devices
import Testing

@testable import Box

/// What the box tells about its addresses (N12, N13).
@Suite struct AddressReportTests {
    typealias Address = AddressReport.Address

    private let four = Address(interface: "eth0", text: "192.168.100.123")
    private let six = Address(interface: "eth0", text: "fe80::5054:ff:fe12:3456", isIPv6: true)

    private static func link(_ name: String, _ hasCarrier: Bool = true) -> NetworkLink {
        NetworkLink(name: name, hasCarrier: hasCarrier)
    }

    @Test func aNetworkThatIsOffSaysSo() {
        #expect(AddressReport.off.rows(columns: 16) == ["off"])
        #expect(AddressReport.off.lines == ["| link off"])
        #expect(AddressReport.off.text == "off")
    }

    @Test func aMissingCardCableOrAddressIsNamed() {
        #expect(AddressReport([], [four]).rows(columns: 16) == ["no card"])
        let pulled = AddressReport([Self.link("eth0", false)], [four, six])
        #expect(pulled.rows(columns: 16) == ["no cable"])
        #expect(pulled.lines == ["| link no cable"])
        let early = AddressReport([Self.link("eth0")], [six])
        #expect(early.rows(columns: 16) == ["waiting", "fe80::5054:ff:f", "e12:3456"])
        #expect(early.text == "waiting, eth0 fe80::5054:ff:fe12:3456")
    }

    @Test func theIPv4AddressComesFirstAndFitsOneRow() {
        let report = AddressReport([Self.link("eth0")], [six, four])
        #expect(report.state == "")
        #expect(report.rows(columns: 16) == ["192.168.100.123", "fe80::5054:ff:f", "e12:3456"])
        #expect(
            report.rows(columns: 16, turnedAway: ["First", "Second", "Anna\u{2019}s very old iPad"])
                == [
                    "192.168.100.123", "fe80::5054:ff:f", "e12:3456", "turned away:", "Anna\u{2019}s very old", " iPad",
                    "Second",
                ])
        #expect(report.rows(columns: 20) == ["192.168.100.123", "fe80::5054:ff:fe12:", "3456"])
        #expect(
            report.lines == [
                "| link on", "| address eth0 192.168.100.123", "| address eth0 fe80::5054:ff:fe12:3456",
            ])
    }

    /// W1: the address of the page has its port where that is not 80.
    @Test func thePortOfThePageStandsBehindEachAddress() {
        let report = AddressReport([Self.link("eth0")], [Address(interface: "eth0", text: "10.0.0.7"), six])
        #expect(report.rows(columns: 16, page: 80) == ["10.0.0.7", "fe80::5054:ff:f", "e12:3456"])
        #expect(report.rows(columns: 20, page: 8080) == ["10.0.0.7:8080", "[fe80::5054:ff:fe12", ":3456]:8080"])
    }

    @Test func severalInterfacesAreNamed() {
        let other = Address(interface: "eth1", text: "169.254.3.4")
        let report = AddressReport([Self.link("eth0"), Self.link("eth1")], [other, four])
        #expect(report.rows(columns: 16) == ["eth0", "192.168.100.123", "eth1", "169.254.3.4"])
    }

    @Test func otherInterfacesAreLeftOut() {
        let docker = Address(interface: "docker0", text: "172.17.0.1")
        #expect(AddressReport([Self.link("eth0")], [docker, four]).addresses == [four])
    }
}
