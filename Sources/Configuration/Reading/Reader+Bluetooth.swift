extension Reader {
    /// Reads `bluetooth:` of the box file; nil if the file has none. Must be called after the ports were read.
    func readBluetooth(_ entry: YAMLNode.Entry?, boxName: YAMLNode.Entry?) {
        let ports = box.ports.filter { $0.isBluetooth }
        if entry == nil && ports.isEmpty { return }
        var bluetooth = BluetoothConfiguration(name: "", isVisible: ports.contains { !$0.initiates })
        var nameEntry: YAMLNode.Entry?
        if let entry {
            warnOfMissingRadio(entry, "Bluetooth")
            var fields = fields(entry.value, "Bluetooth", such: "visible: true")
            nameEntry = fields.take("name")
            if let name = name(nameEntry, upTo: BluetoothConfiguration.nameBytes) { bluetooth.name = name.string }
            if let visible = boolean(fields.take("visible")) { bluetooth.isVisible = visible }
            readRights(&fields, &bluetooth)
            fields.finish(log)
        }
        if nameEntry == nil {
            bluetooth.name = self.boxName(
                boxName, upTo: BluetoothConfiguration.nameBytes, "a Bluetooth name", of: "bluetooth")
        }
        box.bluetooth = bluetooth
        warnOfPortsThatNobodyFinds()
    }

    /// Reads which devices may pair and play the box.
    private func readRights(_ fields: inout Fields, _ bluetooth: inout BluetoothConfiguration) {
        let pairing = fields.take("pairing")
        if let always = choice(pairing, from: [("menu", false), ("always", true)]) { bluetooth.alwaysPairs = always }
        let encryption = fields.take("encryption")
        if let needs = choice(encryption, from: [("required", true), ("optional", false)]) {
            bluetooth.needsEncryption = needs
        }
        if let pairing, bluetooth.alwaysPairs {
            log.warning(pairing.value.place, "`pairing: always`: everybody in the room can pair and play the box")
        }
        if let encryption, !bluetooth.needsEncryption {
            log.warning(encryption.value.place, "`encryption: optional`: everybody in the room can play the box")
        }
    }

    /// Warns of a key that needs a radio which belongs to the machine's own system.
    func warnOfMissingRadio(_ entry: YAMLNode.Entry, _ radio: String) {
        if RadioOwner.isBox { return }
        log.warning(
            entry.place, "`\(entry.key)` has no effect here: \(radio) belongs to the box on an appliance only")
    }

    /// Returns the name of the box, cut to `most` bytes with a warning.
    ///
    /// - Parameters:
    ///   - what: the name that it becomes, for the message.
    ///   - key: the key whose `name` may be another one.
    func boxName(_ entry: YAMLNode.Entry?, upTo most: Int, _ what: String, of key: String) -> String {
        let name = cut(box.name, toBytes: most)
        if let entry, name != box.name {
            log.warning(
                entry.value.place,
                "`name` has \(box.name.utf8.count) bytes, and \(what) at most \(most): others see `\(clipped(name))`; "
                    + "give `\(key)` a shorter `name`")
        }
        return name
    }
}
