import Devices

/// The box's addresses as the menu, `treadle status` and the console show them (N12, N13).
struct AddressReport: Equatable {
    /// An address of an interface, as text.
    struct Address: Equatable {
        var interface: String
        var text: String
        var isIPv6 = false

        /// The address as a browser takes it.
        fileprivate func text(page: UInt16?) -> String {
            guard let page, page != 80 else { return text }
            return (isIPv6 ? "[\(text)]" : text) + ":\(page)"
        }
    }

    /// A state instead of an IPv4 address, at most 8 characters; empty if there is an IPv4 address.
    let state: String
    /// Grouped by interface, IPv4 before IPv6.
    let addresses: [Address]

    /// The report while the network is off.
    static let off = AddressReport(state: "off", addresses: [])

    private init(state: String, addresses: [Address]) { (self.state, self.addresses) = (state, addresses) }

    /// - Parameters:
    ///   - links: the interfaces that the box uses.
    ///   - addresses: the addresses of all interfaces.
    init(_ links: [NetworkLink], _ addresses: [Address]) {
        var list: [Address] = []
        for link in links where link.hasCarrier {
            for isIPv6 in [false, true] {
                list += addresses.filter { $0.interface == link.name && $0.isIPv6 == isIPv6 }
            }
        }
        self.addresses = list
        if links.isEmpty {
            state = "no card"
        } else if !links.contains(where: { $0.hasCarrier }) {
            state = "no cable"
        } else {
            state = list.contains { !$0.isIPv6 } ? "" : "waiting"
        }
    }

    /// The rows of the menu page `Network`: each address, below the name of its interface if there are several, then
    /// names of peers that were turned away, the latest first. A longer address or name takes several rows.
    ///
    /// - Parameters:
    ///   - columns: width of the display. The mark before the chosen entry takes one column.
    ///   - page: the port of the page, which stands behind each address unless it is 80; nil: there is no page.
    func rows(columns: Int, turnedAway: [String] = [], page: UInt16? = nil) -> [String] {
        var rows = addresses.isEmpty || !state.isEmpty ? [state] : []
        let areSeveral = addresses.contains { $0.interface != addresses[0].interface }
        var shown = ""
        for address in addresses {
            if areSeveral && address.interface != shown { rows.append(address.interface) }
            shown = address.interface
            rows += AddressReport.rows(of: address.text(page: page), columns)
        }
        if !turnedAway.isEmpty { rows.append("turned away:") }
        for name in turnedAway.reversed().prefix(AddressReport.shownNames) {
            rows += AddressReport.rows(of: name, columns)
        }
        return rows
    }

    /// How many names of turned-away peers, of up to 63 letters each, the page shows below the addresses.
    private static let shownNames = 2

    private static func rows(of text: String, _ columns: Int) -> [String] {
        var rows: [String] = []
        var row = ""
        for letter in text.unicodeScalars {
            if row.unicodeScalars.count == columns - 1 {
                rows.append(row)
                row = ""
            }
            row.unicodeScalars.append(letter)
        }
        return row.isEmpty ? rows : rows + [row]
    }

    /// The lines of `treadle status`.
    var lines: [String] {
        ["| link \(state.isEmpty ? "on" : state)"] + addresses.map { "| address \($0.interface) \($0.text)" }
    }

    /// `eth0 192.0.2.7, eth0 fe80::1`, or the state.
    var text: String {
        let list = addresses.map { "\($0.interface) \($0.text)" }.joined(separator: ", ")
        return state.isEmpty ? list : list.isEmpty ? state : "\(state), \(list)"
    }
}
