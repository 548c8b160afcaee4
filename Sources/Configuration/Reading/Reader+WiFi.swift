extension Reader {
    /// Reads `wifi:` of the network. Must be called after the ports were read.
    func readWiFi(_ entry: YAMLNode.Entry, boxName: YAMLNode.Entry?) {
        warnOfMissingRadio(entry, "Wi-Fi")
        var wifi = WiFiConfiguration()
        var fields = fields(entry.value, "wifi", such: "country: DE, access-point: {}")
        let must = "a country by two capital letters, such as DE, US or JP"
        if let country = required("country", in: &fields, must) {
            if let text = country.value.text, Country.isKnown(text) {
                wifi.country = text.string
            } else {
                wrong(country, must)
            }
        }
        let accessPoint = fields.take("access-point")
        if let accessPoint { wifi.accessPoint = self.accessPoint(accessPoint, wifi.country, boxName) }
        let join = fields.take("join")
        if let join { wifi.join = knownNetworks(join) }
        if fields.isMapping && accessPoint == nil && join == nil {
            log.warning(entry.value.place, "without `access-point` and `join` there is no wireless network")
        }
        fields.finish(log)
        box.network.wifi = wifi
    }

    private func knownNetworks(_ entry: YAMLNode.Entry) -> [KnownNetwork] {
        var networks: [KnownNetwork] = []
        let must = "a list of networks, such as [{ name: Hall, password: \"…\" }]"
        forEachItem(of: entry, must, "join", ReadingLimits.join) { item in
            var fields = fields(item, "a network to join", such: "name: Hall, password: \"…\"")
            let name = required("name", in: &fields, "the name of the network")
            let password = required("password", in: &fields, "there is no open network")
            fields.finish(log)
            guard let name = self.name(name, upTo: WiFiConfiguration.nameBytes),
                let password = password.flatMap({ self.password($0) })
            else { return }
            networks.append(KnownNetwork(name: name.string, password: password))
        }
        return networks
    }

    /// Reads a password of WPA2. No message has its text.
    func password(_ entry: YAMLNode.Entry) -> String? {
        guard let text = entry.value.text, 8...63 ~= text.count, text.bytes.allSatisfy({ 0x20...0x7E ~= $0 }) else {
            log.error(
                entry.value.place,
                "`password` must have 8 to 63 printable ASCII characters, in quotes; there is no open network")
            return nil
        }
        return text.string
    }
}
