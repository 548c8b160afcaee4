/// The USB device that the box presents to a computer (I9), as steps in the kernel's configfs
/// (Documentation/usb/gadget_configfs.rst).
package struct USBDeviceDescription: Equatable, Sendable {
    /// A port: a group of the UMP endpoint, and a cable for a computer that uses USB-MIDI 1.0.
    package struct Port: Equatable, Sendable {
        /// The group, 0...15.
        package var group: Int
        package var name: String

        package init(group: Int, name: String) { (self.group, self.name) = (group, name) }
    }

    /// One step of the set-up. Paths are relative to the folder of the gadget.
    package enum Step: Equatable, Sendable {
        case folder(String)
        case value(String, String)
        /// Adds a function to the configuration. Its values cannot be changed afterwards.
        case use(String)
    }

    package var name: String
    package var serialNumber: String
    package var ports: [Port] = []
    /// Whether the endpoint starts in the MIDI 2.0 protocol.
    package var speaksMIDI2 = false
    /// Whether the endpoint can change to the MIDI 2.0 protocol.
    package var allowsMIDI2 = true
    package var hasDrive = false
    package var hasNetwork = false

    package init(name: String, serialNumber: String) { (self.name, self.serialNumber) = (name, serialNumber) }

    /// The ids of the Linux Foundation's composite gadget. A vendor replaces them with its own.
    static let vendor = 0x1D6B
    static let product = 0x0104
    static let maker = "Treadle"

    static let configuration = "configs/c.1"
    static let midi = "functions/midi2.treadle"
    static let drive = "functions/mass_storage.treadle"
    package static let network = "functions/ncm.treadle"

    /// All steps in their order.
    package var steps: [Step] {
        // Computers remember the functions of a device by this number, so each set of functions has its own number.
        let release = 0x0100 | (ports.isEmpty ? 0 : 1) | (hasDrive ? 2 : 0) | (hasNetwork ? 4 : 0)
        var steps: [Step] = [
            .value("idVendor", hexadecimal(Self.vendor)), .value("idProduct", hexadecimal(Self.product)),
            .value("bcdUSB", "0x0200"), .value("bcdDevice", hexadecimal(release)), .folder("strings/0x409"),
            .value("strings/0x409/manufacturer", Self.maker), .value("strings/0x409/product", name.cut(to: 63)),
            .value("strings/0x409/serialnumber", serialNumber), .folder(Self.configuration),
            .value(Self.configuration + "/MaxPower", "500"),
        ]
        if hasNetwork {
            // The network function has two interfaces. A computer joins them only in a device of this class (USB ECN
            // IAD).
            steps += [
                .value("bDeviceClass", "0xef"), .value("bDeviceSubClass", "0x02"), .value("bDeviceProtocol", "0x01"),
            ]
        }
        if !ports.isEmpty { addMIDI(to: &steps) }
        if hasNetwork { addNetwork(to: &steps) }
        if hasDrive { addDrive(to: &steps) }
        return steps
    }

    /// Adds one endpoint. Each port is a block with one group and the name of the port. A computer that uses USB-MIDI
    /// 1.0 gets a cable for each block.
    ///
    /// Every block has both directions, because the kernel's function mixes up the cables of blocks with one direction.
    private func addMIDI(to steps: inout [Step]) {
        let folder = Self.midi, endpoint = folder + "/ep.0"
        steps += [
            .folder(folder), .value(folder + "/iface_name", name.cut(to: 63)),
            .value(endpoint + "/ep_name", name.cut(to: 98)), .value(endpoint + "/product_id", serialNumber.cut(to: 42)),
            .value(endpoint + "/protocol_caps", allowsMIDI2 ? "3" : "1"),
            .value(endpoint + "/protocol", speaksMIDI2 ? "2" : "1"),
        ]
        for (number, port) in ports.enumerated() {
            let block = "\(endpoint)/block.\(number)"
            // The kernel makes the first block itself.
            if number > 0 { steps.append(.folder(block)) }
            let group = String(port.group)
            steps += [
                .value(block + "/name", port.name.cut(to: 63)), .value(block + "/first_group", group),
                .value(block + "/num_groups", "1"), .value(block + "/midi1_first_group", group),
                .value(block + "/midi1_num_groups", "1"), .value(block + "/direction", "3"),
                .value(block + "/ui_hint", "3"),
            ]
        }
        steps.append(.use(folder))
    }

    /// Derives both MAC addresses from the serial number, because a computer treats a new address as a new network
    /// card.
    private func addNetwork(to steps: inout [Step]) {
        let hash = serialNumber.stableHash
        steps += [
            .folder(Self.network), .value(Self.network + "/dev_addr", macAddress(0x02, hash)),
            .value(Self.network + "/host_addr", macAddress(0x06, hash)), .use(Self.network),
        ]
    }

    private func addDrive(to steps: inout [Step]) {
        steps += [
            .folder(Self.drive), .value(Self.drive + "/lun.0/removable", "1"),
            .value(Self.drive + "/lun.0/inquiry_string", "Treadle Card"), .use(Self.drive),
        ]
    }

    private func hexadecimal(_ number: Int) -> String { "0x" + String(number, radix: 16) }

    /// Returns a locally administered MAC address (IEEE 802c): `first`, then five bytes of `hash`.
    private func macAddress(_ first: UInt8, _ hash: UInt64) -> String {
        var text = String(first, radix: 16)
        if first < 16 { text = "0" + text }
        for place in 0..<5 {
            let byte = String(UInt8(truncatingIfNeeded: hash >> UInt64(8 * place)), radix: 16)
            text += byte.utf8.count < 2 ? ":0" + byte : ":" + byte
        }
        return text
    }
}

extension String {
    /// Returns the text cut to at most `most` bytes of UTF-8, without splitting a character.
    func cut(to most: Int) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if result.utf8.count + scalar.utf8Size > most { break }
            result.unicodeScalars.append(scalar)
        }
        return result
    }

    /// The 64-bit FNV-1a hash of the text, which is the same in every process.
    package var stableHash: UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}

extension Unicode.Scalar {
    fileprivate var utf8Size: Int {
        switch value {
        case ..<0x80: 1
        case ..<0x800: 2
        case ..<0x10000: 3
        default: 4
        }
    }
}
