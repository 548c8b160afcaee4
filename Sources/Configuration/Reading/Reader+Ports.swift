import Settings
import Plan

extension Reader {
    /// Reserved names, which cannot be aliases of ports.
    static let reserved = ["input keyboard", "any"] + Source.words
    private static let kinds: [Text] = [
        "match", "usb", "serial-number", "uart", "virtual", "network", "bluetooth", "usb-device",
    ]

    static func isReserved(_ word: Text) -> Bool { reserved.contains(word.string) }

    func readPorts(_ entry: YAMLNode.Entry) {
        guard case .mapping(let entries) = entry.value.content else { return wrong(entry, "a mapping of aliases") }
        for (index, entry) in entries.enumerated() {
            if Reader.isReserved(entry.key) {
                log.error(entry.place, "`\(entry.key)` is reserved and cannot be an alias")
            } else if entry.key.isEmpty {
                log.error(entry.place, "an alias cannot be empty")
            }
            checkName(entry.key, entry.place)
            if index >= Limits.ports {
                if index == Limits.ports { overLimit(entry.place, "ports", Limits.ports, entries.count) }
                continue
            }
            // A port with errors keeps its alias, so that uses of the alias cause no further errors.
            portNumbers[entry.key] = box.ports.count
            box.ports.append(readPort(entry))
        }
        settleGroups(at: Array(entries.prefix(Limits.ports)))
    }

    func overLimit(_ place: Place, _ name: String, _ limit: Int, _ count: Int? = nil) {
        log.overLimit(place, name, limit, count)
    }

    private func readPort(_ entry: YAMLNode.Entry) -> PortConfiguration {
        var fields = fields(entry.value, "port `\(clipped(entry.key))`", such: "match: \"Keystation*\"")
        var port = PortConfiguration(alias: entry.key.string, place: .nowhere)
        let found = fields.takeAll(Reader.kinds)
        let number = fields.take("port")
        let kind = onlyOne(found)
        if let kind {
            port.place = place(kind, number)
        } else if fields.isMapping {
            log.error(entry.value.place, "\(fields.what) needs one of \(listed(Reader.kinds)): how it is found")
        }
        readSession(kind, initiate: fields.take("initiate"), buffer: fields.take("buffer"), &port)
        readJournal(kind, fields.take("journal"), &port)
        readDirection(fields.take("direction"), virtual: kind?.key == "virtual" ? kind : nil, &port)
        port.channel = channel(fields.take("channel"))
        let sensing = fields.take("active-sensing")
        if let passes = choice(sensing, from: [("drop", false), ("pass", true)]) { port.passesActiveSensing = passes }
        if let clock = boolean(fields.take("clock-in")) { port.clockIn = clock }
        if let low = boolean(fields.take("low-half-first")) { port.lowHalfFirst = low }
        if let release = boolean(fields.take("notes-off-on-unplug")) { port.releasesOnUnplug = release }
        if let running = boolean(fields.take("running-status")) { port.runningStatus = running }
        readUMPs(&fields, kind: kind, &port)
        fields.finish(log)
        return port
    }

    private func place(_ kind: YAMLNode.Entry, _ number: YAMLNode.Entry?) -> PortPlace {
        if let number, kind.key != "usb" && kind.key != "serial-number" && kind.key != "match" {
            log.error(
                number.place, "`port` counts the ports of a device; it goes with `match`, `usb` or `serial-number`")
        }
        let counted = integer(number, 1...32)
        let port = counted ?? 1
        switch kind.key {
        case "match":
            return text(kind, "a name, in which * stands for anything").map { .match($0.string, port: counted) }
                ?? .nowhere
        case "usb":
            return text(kind, "a USB socket, such as \"1-1.3\"").map { .usb(socket: $0.string, port: port) } ?? .nowhere
        case "serial-number":
            return text(kind, "the serial number of a device").map { .serialNumber($0.string, port: port) } ?? .nowhere
        case "uart":
            guard let path = text(kind, "a device, such as /dev/ttyAMA3") else { return .nowhere }
            if path.first != UInt8(ascii: "/") { wrong(kind, "the path of a device, such as /dev/ttyAMA3") }
            return .uart(path.string)
        case "usb-device": return .usbDevice
        case "network": return peerRule(kind).map { .network($0) } ?? .nowhere
        case "bluetooth": return bluetoothRule(kind).map { .bluetooth($0) } ?? .nowhere
        default: return .virtual
        }
    }

    /// Reads `direction:`, and `virtual:`, which is also a direction.
    private func readDirection(
        _ direction: YAMLNode.Entry?, virtual: YAMLNode.Entry?, _ port: inout PortConfiguration
    ) {
        let words: [Text] = ["in", "out", "both"]
        for entry in [virtual, direction] {
            guard let index = choice(entry, words) else { continue }
            port.receives = port.receives && index != 1
            port.sends = port.sends && index != 0
        }
        if let direction, !port.receives, !port.sends {
            log.error(direction.value.place, "`virtual` and `direction` leave neither in nor out")
        }
    }
}
