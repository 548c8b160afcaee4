extension Reader {
    /// A password that is shorter can be guessed by trying.
    private static let safePassword = 12
    /// The channels that an access point can have, besides 1...13.
    private static let channelsOf5GHz = [36, 40, 44, 48]
    /// The longest prefix of a network with 8 addresses for others.
    private static let longestPrefix: UInt8 = 28

    /// Reads `access-point:` of `wifi`.
    ///
    /// - Parameter country: the country whose rules hold; empty if it could not be read.
    func accessPoint(
        _ entry: YAMLNode.Entry, _ country: String, _ boxName: YAMLNode.Entry?
    ) -> AccessPointConfiguration {
        var accessPoint = AccessPointConfiguration(name: "")
        var fields = fields(entry.value, "the access point", such: "channel: 6")
        let nameEntry = fields.take("name")
        if let name = name(nameEntry, upTo: WiFiConfiguration.nameBytes) { accessPoint.name = name.string }
        if nameEntry == nil {
            accessPoint.name = self.boxName(
                boxName, upTo: WiFiConfiguration.nameBytes, "a network name", of: "access-point")
        }
        if let password = fields.take("password") {
            accessPoint.password = self.password(password)
            if let text = accessPoint.password, text.utf8.count < Reader.safePassword {
                log.warning(
                    password.value.place,
                    "`password` has fewer than \(Reader.safePassword) characters, and can be guessed by trying")
            }
        }
        readChannel(fields.take("channel"), country, of: &accessPoint, at: entry.place)
        if let address = fields.take("address") { readAddress(address, of: &accessPoint) }
        fields.finish(log)
        return accessPoint
    }

    /// Reads a channel that the country allows, and warns of one that Bluetooth has too.
    private func readChannel(
        _ entry: YAMLNode.Entry?, _ country: String, of accessPoint: inout AccessPointConfiguration, at place: Place
    ) {
        if let entry {
            guard let channel = entry.value.text.flatMap({ Decimal.whole($0) }),
                1...13 ~= channel || Reader.channelsOf5GHz.contains(channel)
            else { return wrong(entry, "a channel 1..13, 36, 40, 44 or 48") }
            if country.asText({ Country.forbids(channel, in: $0) }) {
                return wrong(entry, "a channel that \(country) allows for an access point")
            }
            accessPoint.channel = channel
        }
        if 1...13 ~= accessPoint.channel && box.ports.contains(where: { $0.isBluetooth }) {
            log.warning(
                entry?.value.place ?? place,
                "channel \(accessPoint.channel) disturbs Bluetooth, which has 2.4 GHz too; take 36, 40, 44 or 48 where "
                    + "the board has 5 GHz")
        }
    }

    private func readAddress(_ entry: YAMLNode.Entry, of accessPoint: inout AccessPointConfiguration) {
        if let address = entry.value.text.flatMap({ StaticAddress($0) }), address.prefix <= Reader.longestPrefix {
            accessPoint.address = address
        } else {
            wrong(
                entry,
                "the address of the box with a prefix 1..\(Reader.longestPrefix), such as 192.168.84.1/24, so that "
                    + "others have room")
        }
    }
}
