import Settings

extension Reader {
    /// The size in bytes of the longest name of a Bluetooth device (Core specification, Vol 3, Part C, 12.1).
    private static let deviceNameBytes = 248

    /// Reads `bluetooth:` of a port, the name of a device or an address.
    func bluetoothRule(_ entry: YAMLNode.Entry) -> BluetoothRule? {
        warnOfMissingRadio(entry, "Bluetooth")
        let must = "the name of a device, in which * stands for anything, an address, or \"*\" for everybody"
        guard let text = text(entry, must) else { return nil }
        var rule = BluetoothRule.everybody
        if BluetoothAddress.isMeant(text) {
            guard let address = BluetoothAddress(text) else {
                wrong(entry, "an address of six bytes in hex, such as D4:3A:2C:01:02:03")
                return nil
            }
            rule = .address(address)
        } else if text != "*" {
            guard let name = name(entry, upTo: Reader.deviceNameBytes) else { return nil }
            rule = .name(name.string)
        }
        if let other = box.ports.first(where: { $0.place == .bluetooth(rule) }) {
            log.error(
                entry.value.place, "\(entry.value.described) is already the peer of port `\(clipped(other.alias))`")
            return nil
        }
        return rule
    }

    /// Warns of Bluetooth ports that no peer can ever join because the box neither connects nor is visible.
    func warnOfPortsThatNobodyFinds() {
        if box.bluetooth?.isVisible == true { return }
        for (index, port) in box.ports.enumerated() where port.isBluetooth && !port.initiates {
            guard let place = peerPlaces[index] else { continue }
            log.warning(
                place,
                "no peer can join: the port does not connect (`initiate: false`), and `visible: false` hides the box")
        }
    }
}

extension BluetoothAddress {
    /// Parses `D4:3A:2C:01:02:03`, in either case; nil for other text.
    init?(_ text: Text) {
        guard text.count == 17 else { return nil }
        var bits: UInt64 = 0
        for (index, byte) in text.bytes.enumerated() {
            if index % 3 == 2 {
                if byte != UInt8(ascii: ":") { return nil }
            } else {
                guard let digit = Digits.value(ofHex: byte) else { return nil }
                bits = bits << 4 | UInt64(digit)
            }
        }
        self.init(bits: bits)
    }

    /// Whether `bluetooth:` of a port means an address, not the name of a device: the text has hex digits, and four or
    /// more colons or dashes.
    static func isMeant(_ text: Text) -> Bool {
        var separators = 0
        for byte in text.bytes {
            if byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-") {
                separators += 1
            } else if Digits.value(ofHex: byte) == nil {
                return false
            }
        }
        return separators >= 4
    }
}
