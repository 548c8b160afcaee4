import Settings

extension Reader {
    /// Reads `network:` of the box file; nil if the file has none. Must be called after the ports were read.
    func readNetwork(_ entry: YAMLNode.Entry?, boxName: YAMLNode.Entry?) {
        box.network.isOn = box.ports.contains { $0.isNetwork }
        if entry != nil || box.network.isOn || box.usbDevice.network { box.network.address = .dhcp }
        var nameEntry = boxName
        if let entry {
            var fields = fields(entry.value, "the network", such: "rtp-midi: { accept: any }")
            if let own = fields.take("name"), let name = sessionName(own) {
                box.network.name = name.string
                nameEntry = own
            }
            if let session = fields.take("rtp-midi") { readSessions(session.value) }
            if let http = fields.take("http") { readHTTP(http.value) }
            if let wifi = fields.take("wifi") { readWiFi(wifi, boxName: boxName) }
            if let address = fields.take("address") { readAddress(address) }
            fields.finish(log)
        }
        if box.network.isOn || box.network.http != nil { checkSessionName(nameEntry) }
        warnOfPortsWithoutPeer()
    }

    /// Reads `rtp-midi:`, the settings of RTP-MIDI sessions.
    private func readSessions(_ node: YAMLNode) {
        box.network.isOn = true
        var fields = fields(node, "rtp-midi", such: "port: 5004, accept: any")
        if let port = integer(fields.take("port"), NetworkText.ports, "a port") { box.network.port = UInt16(port) }
        let all: [(Text, PeerAdmission)] = [("any", .any), ("named", .named), ("none", .none)]
        if let entry = fields.take("accept"), let accept = choice(entry, from: all) {
            box.network.accept = accept
            if accept == .any && !box.ports.contains(where: { $0.place == .network(.everybody) }) {
                log.warning(entry.value.place, "peers that no port names need a port with `network: \"*\"`")
            }
        }
        if let entry = fields.take("invite") { box.network.invite = invited(entry) }
        if let entry = fields.take("interfaces") { box.network.interfaces = interfaces(entry) }
        fields.finish(log)
    }

    private func invited(_ entry: YAMLNode.Entry) -> [PeerPlace] {
        let must = "a list of addresses, such as [\"192.0.2.7:5004\"]"
        return differing(entry, must, "invites", ReadingLimits.invites) { item in
            guard let place = item.text.flatMap({ PeerPlace($0) }) else {
                wrong(item, entry.key, Reader.peerPlace)
                return nil
            }
            warnOfMissingZone(place, at: item)
            return place
        }
    }

    private func interfaces(_ entry: YAMLNode.Entry) -> [String] {
        let must = "a list of network interfaces, such as [eth0]"
        return differing(entry, must, "interfaces", ReadingLimits.interfaces) { item in
            if let name = item.text, NetworkText.isInterface(name) { return name.string }
            wrong(item, entry.key, "the name of a network interface, such as eth0")
            return nil
        }
    }

    /// Reads a list of different values; warns of a second one, and reports more than `most`.
    func differing<Value: Equatable>(
        _ entry: YAMLNode.Entry, _ must: String, _ limit: String, _ most: Int, _ read: (YAMLNode) -> Value?
    ) -> [Value] {
        var values: [Value] = []
        let items = items(entry, must)
        for item in items {
            guard let value = read(item) else { continue }
            if values.contains(value) {
                log.warning(item.place, "\(item.described) is named twice; once is enough")
            } else if values.count == most {
                overLimit(item.place, limit, most, items.count)
                return values
            } else {
                values.append(value)
            }
        }
        return values
    }

    /// Reads `address:`, the appliance's IPv4 address (N13).
    private func readAddress(_ entry: YAMLNode.Entry) {
        let words: [Text] = ["dhcp", "off"]
        if let text = entry.value.text {
            if text == "dhcp" { return box.network.address = .dhcp }
            if text == "off" { return box.network.address = .off }
            if let address = StaticAddress(text) { return box.network.address = .static(address) }
        }
        wrong(
            entry,
            "dhcp, off, or the address of one device with a prefix 1..30, such as 192.0.2.5/24"
                + (entry.value.text.map { hint($0, among: words) } ?? ""))
    }
}

// MARK: - Names

extension Reader {
    /// The largest size in bytes of a service name (RFC 6763, section 4.1.1).
    private static let nameBytes = 63
    /// The largest size in bytes of the name in an invitation (N3).
    private static let invitationBytes = 23

    /// Reads a name that mDNS can publish, at most 63 bytes.
    func sessionName(_ entry: YAMLNode.Entry) -> Text? { name(entry, upTo: Reader.nameBytes) }

    /// Checks the size of the session name again: by default it is the name of the box, which may be longer.
    private func checkSessionName(_ entry: YAMLNode.Entry?) {
        guard let entry else { return }
        let count = box.sessionName.utf8.count
        if count > Reader.nameBytes {
            log.error(
                entry.value.place,
                "`name` has \(count) bytes, and a session name at most \(Reader.nameBytes); "
                    + "give `network` a shorter `name`")
        } else if count > Reader.invitationBytes && box.network.isOn {
            log.warning(
                entry.value.place,
                "`name` has \(count) bytes, and an invitation has room for \(Reader.invitationBytes); "
                    + "peers that compare names refuse it")
        }
    }
}
