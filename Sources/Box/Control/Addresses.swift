import CPlatform
import Configuration
import Devices
import Host
import Loop
import Panel

/// The addresses of the box: runs the address client of an appliance, and reports changes (N12, N13).
final class Addresses {
    private var client: AddressClient?
    private var watch: AddressWatch?
    private let link: LoopLink
    /// The interfaces to use; empty: all except loopback.
    private let interfaces: [String]
    private let columns: Int
    private(set) var report = AddressReport.off
    /// Names of peers whose invitation was refused, the latest last.
    private var turnedAway: [String] = []
    /// The port of the page, which the menu shows behind the addresses unless it is 80 (W1); nil: there is none.
    private var page: UInt16?
    private var hasPage = false
    /// Whether the box sets its own address.
    let isAppliance: Bool

    /// - Parameter isAppliance: whether the box sets its own address.
    init(_ box: BoxConfiguration, _ link: LoopLink, isAppliance: Bool) {
        self.link = link
        self.isAppliance = isAppliance
        interfaces = box.network.interfaces
        columns = box.display?.columns ?? 16
        if isAppliance {
            client = AddressClient.command(
                for: box.network.address, leavesRadio: box.network.wifi != nil
            ).map { AddressClient($0) }
            if client == nil { _ = treadle_links_down() }
            // The client starts without root and writes its files into this folder, so it must own the folder.
            if client != nil { _ = treadle_folder_for(Int32(TREADLE_CONFINED_DHCP), "/run/dhcpcd") }
        }
        let hasRadio = isAppliance && box.network.wifi != nil
        guard client != nil || hasRadio || box.network.isOn && !isAppliance else { return }
        do throws(DeviceError) {
            watch = try AddressWatch()
        } catch {
            Console.error("treadle: \(error.message)\n")
        }
    }

    /// Readable when addresses have changed; negative if changes cannot be watched.
    var descriptor: Int32 { watch?.fd ?? -1 }

    /// Starts the address client and shows the addresses.
    func start() {
        client?.serve(at: treadle_now())
        if watch != nil { report = look() }
        show()
    }

    /// - Parameter hasNews: whether `descriptor` is readable.
    func serve(hasNews: Bool, at now: UInt64) {
        client?.serve(at: now)
        guard hasNews, watch?.drain() == true else { return }
        let new = look()
        if new == report { return }
        report = new
        show()
    }

    func end() { client?.end() }

    private func look() -> AddressReport {
        let links = NetworkLink.all().filter { interfaces.isEmpty || interfaces.contains($0.name) }
        let addresses = InterfaceAddress.all().map { found in
            let host = found.address.host
            let text = host.split(separator: "%").first.map { String($0) } ?? host
            return AddressReport.Address(
                interface: found.interface, text: text, isIPv6: found.address.isIPv6)
        }
        return AddressReport(links, addresses)
    }

    /// Shows names on the menu page `Network`.
    func show(turnedAway names: [String]) {
        if names == turnedAway { return }
        turnedAway = names
        showInMenu()
    }

    /// Shows the port of the page on the menu page `Network`, and the entry `Pair`.
    ///
    /// - Parameters:
    ///   - port: the port for browsers of the network; nil if they do not reach the page.
    ///   - hasPage: whether there is a page.
    func show(page port: UInt16?, hasPage: Bool) {
        if port == page && hasPage == self.hasPage { return }
        (page, self.hasPage) = (port, hasPage)
        showInMenu()
    }

    private func show() {
        if watch != nil { Console.out("treadle: network: \(report.text)\n") }
        showInMenu()
    }

    private func showInMenu() {
        link.tell(.network(DisplayText(report.state.unicodeScalars), hasPage: hasPage))
        for row in report.rows(columns: columns, turnedAway: turnedAway, page: page) {
            link.tell(.networkRow(DisplayText(row.unicodeScalars)))
        }
    }
}
