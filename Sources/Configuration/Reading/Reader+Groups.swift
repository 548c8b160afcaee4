import Settings
import Plan

extension Reader {
    /// Reads a port's protocol, groups and MIDI-CI settings (U2, U6, U9).
    func readUMPs(_ fields: inout Fields, kind: YAMLNode.Entry?, _ port: inout PortConfiguration) {
        let spoken = fields.take("protocol")
        let protocols: [(Text, ProtocolChoice)] = [("auto", .automatic), ("midi-1.0", .midi1), ("midi-2.0", .midi2)]
        if let wanted = choice(spoken, from: protocols) { port.wanted = wanted }
        let groups = fields.takeAll(["group", "groups"])
        let entry = onlyOne(groups)
        if let entry, let number = integer(entry, 1...PortConfiguration.mostGroups) {
            if entry.key == "group" { port.group = UInt8(number - 1) } else { port.groups = number }
        }
        if let offers = boolean(fields.take("midi-ci")) { port.offersCI = offers }
        readWrite(fields.take("write"), &port)
        checkUMPs(spoken, entry, kind: kind, &port)
    }

    /// Reports MIDI 2.0 and groups at a port that does not support them.
    private func checkUMPs(
        _ spoken: YAMLNode.Entry?, _ groups: YAMLNode.Entry?, kind: YAMLNode.Entry?, _ port: inout PortConfiguration
    ) {
        switch port.place {
        case .uart, .network, .bluetooth:
            let what =
                port.isNetwork ? "a peer of RTP-MIDI" : port.isBluetooth ? "a peer of Bluetooth" : "a serial line"
            if let spoken, port.wanted == .midi2 {
                log.error(
                    spoken.value.place,
                    "\(what) speaks MIDI 1.0 only; `protocol: midi-2.0` is for USB and virtual ports")
            }
            if let groups {
                log.error(groups.place, "\(what) has no groups; `\(groups.key)` is for ports that speak packets")
            }
        case .virtual:
            if let groups, port.wanted != .midi2 {
                log.error(groups.place, "a virtual port has groups only with `protocol: midi-2.0`")
            }
        case .usbDevice:
            port.group = kind.flatMap { usbDeviceGroup($0, groups) }
            port.groups = nil
            return
        default: return
        }
        // Written wrongly, groups reserve no places.
        if port.wanted != .midi2 || kind?.key != "virtual" { (port.group, port.groups) = (nil, nil) }
    }

    /// Assigns places to all ports after they were read, and reports more groups than there are places.
    func settleGroups(at places: [YAMLNode.Entry]) {
        for index in box.ports.indices { shareDevice(index, places[index].place) }
        box.groups = PortGroups(box.ports, known: knownGroups)
        if box.groups.asked <= Limits.ports { return }
        // The error points at the first port that exceeds the limit.
        var count = box.ports.count
        for (index, port) in box.ports.enumerated() {
            count += (port.groups ?? 1) - 1
            if count <= Limits.ports { continue }
            return log.error(
                places[index].place,
                "\(box.ports.count) ports with their `groups` need \(box.groups.asked) places; the limit `ports` is "
                    + "\(Limits.ports)")
        }
    }

    /// Makes a port with `group:` a group of another port's device if both find that device in one way.
    private func shareDevice(_ index: Int, _ place: Place) {
        let port = box.ports[index]
        guard let group = port.group, port.isDevice else { return }
        let same = box.ports.indices.filter { box.ports[$0].place == port.place }
        let owner = same.first { box.ports[$0].group == nil } ?? same[0]
        if let other = same.first(where: { $0 < index && box.ports[$0].group == group }) {
            if port.isUSBDevice {
                return log.error(
                    place, "`usb-device: \(group + 1)` is already the port `\(clipped(box.ports[other].alias))`")
            }
            return log.error(
                place, "group \(group + 1) of this device is already the port `\(clipped(box.ports[other].alias))`")
        }
        if owner == index { return }
        if port.wanted != .automatic && port.wanted != box.ports[owner].wanted {
            log.error(
                place,
                "`protocol` is that of the device, which `\(clipped(box.ports[owner].alias))` names too; write it "
                    + "there, or the same at both")
        }
        box.ports[index].sharedWith = owner
        if port.receives { box.ports[owner].sharesInput = true }
        if port.sends { box.ports[owner].sharesOutput = true }
    }

    /// Reads `midi-ci:` of the box file (U9).
    func readCI(_ node: YAMLNode) {
        var fields = fields(node, "`midi-ci`", such: "enabled: false")
        if let enabled = boolean(fields.take("enabled")) { box.midiCI.isEnabled = enabled }
        readWrite(fields.take("write"))
        if let entry = fields.take("manufacturer") {
            if let id = entry.value.text.flatMap({ Reader.manufacturer($0.string) }) {
                box.midiCI.manufacturer = id
            } else {
                wrong(
                    entry,
                    "a SysEx id in hex: one byte 01..7F, such as 7D, or three that begin with 00, such as 00 7D 00")
            }
        }
        if let family = integer(fields.take("family"), 0...16383) { box.midiCI.family = UInt16(family) }
        if let model = integer(fields.take("model"), 0...16383) { box.midiCI.model = UInt16(model) }
        fields.finish(log)
    }

    /// Parses a SysEx id in hex: one byte, or three bytes separated by blanks.
    static func manufacturer(_ text: String) -> UInt32? {
        var bytes: [UInt32] = []
        for word in text.utf8.split(separator: UInt8(ascii: " ")) {
            guard word.count == 2 else { return nil }
            var byte: UInt32 = 0
            for digit in word {
                guard let value = Digits.value(ofHex: digit).map({ UInt32($0) }) else { return nil }
                byte = byte << 4 | value
            }
            if byte > 0x7F { return nil }
            bytes.append(byte)
        }
        switch bytes.count {
        case 1: return bytes[0] == 0 ? nil : bytes[0] << 16
        case 3: return bytes[0] == 0 && bytes[1] | bytes[2] != 0 ? bytes[1] << 8 | bytes[2] : nil
        default: return nil
        }
    }
}
