import Settings
import Panel
import Plan

extension CompiledConfiguration {
    /// Describes the ports, footswitches, menu and presets, for `treadle check`.
    package var summary: String {
        let presets = plan.pointee.presets
        var text = "\(box.name): \(counted(box.ports.count, "port")), "
        text += "\(counted(presets.count, "preset")), \(counted(Int(plan.pointee.boxAssignmentCount), "assignment"))"
        let warnings = diagnostics.list.count + diagnostics.omitted
        if warnings > 0 { text += ", \(counted(warnings, "warning"))" }
        text += "\n"
        for (index, port) in box.ports.enumerated() {
            text += "port \(port.alias): \(shown(port))\(groups(of: index))\n"
        }
        if box.network.isOn { text += "network: \(shown(box.network))\n" }
        if let http = box.network.http { text += shown(http) }
        if let wifi = box.network.wifi { text += shown(wifi) }
        if let bluetooth = box.bluetooth { text += shown(bluetooth) }
        if box.isUSBDevice { text += shown(box.usbDevice) }
        if !box.midiCI.isEnabled {
            text += "midi-ci: off\n"
        } else if box.midiCI.mayWrite {
            text += "midi-ci: devices may replace the configuration\n"
        }
        for footswitch in box.footswitches { text += "footswitch \(footswitch.name): \(shown(footswitch.line))\n" }
        for expander in box.expanders {
            text += "expander \(expander.name): \(expander.chip.rawValue) at \(expander.bus) "
            text += "\(shown(address: expander.address))\n"
        }
        for knob in box.knobs { text += "knob \(knob.number): \(shown(knob.a)) and \(shown(knob.b))\n" }
        for pedal in box.pedals {
            let range = pedal.setup.range
            text += "pedal \(pedal.number): input \(pedal.input) of \(pedal.chip.rawValue) at "
            text += "\(pedal.bus) \(shown(address: pedal.address)), \(range.from)..\(range.to) mV\n"
        }
        for variable in box.variables {
            text += "variable \(variable.name): \(variable.range.lowerBound)..\(variable.range.upperBound), "
            text += "starts with \(variable.start)\n"
        }
        if let menu = box.menu {
            text += "menu: \(box.footswitches[menu.step].name) steps, \(box.footswitches[menu.choose].name) chooses\n"
        }
        for (index, name) in setListNames.enumerated() {
            let count = Int(plan.pointee.setLists.map { $0[index].count } ?? 0)
            text += "setlist\(name.isEmpty ? "" : " " + name): \(counted(count, "preset"))\n"
        }
        for preset in presets.indices { text += shown(presets[preset], name(of: preset)) }
        text += "starts with \(start)\n"
        return text
    }

    private func shown(_ port: PortConfiguration) -> String {
        var text: String
        switch port.place {
        case .match(let glob, let port): text = "match \(glob)" + (port.map { ", port \($0)" } ?? "")
        case .usb(let socket, let port): text = "usb \(socket), port \(port)"
        case .serialNumber(let number, let port): text = "serial number \(number), port \(port)"
        case .uart(let path): text = "uart \(path)"
        case .virtual: text = "virtual"
        case .network(let rule): text = "network \(rule.text)"
        case .bluetooth(let rule): text = "bluetooth \(rule.text)"
        case .usbDevice: text = "usb-device \((port.group ?? 0) + 1)"
        case .nowhere: text = "nowhere"
        }
        text += port.receives ? port.sends ? ", in and out" : ", in" : ", out"
        if let channel = port.channel { text += ", channel \(channel + 1)" }
        if port.isNetwork { text += port.initiates ? ", invites" : ", is invited" }
        if port.isBluetooth { text += port.initiates ? ", connects" : ", is connected to" }
        if port.buffer > 0 { text += ", buffer \(port.buffer / 1_000_000) ms" }
        if !port.sendsJournal { text += ", no journal" }
        return text
    }

    /// Returns the protocol and the groups of a port if they differ from plain MIDI 1.0 (U2, U6).
    private func groups(of index: Int) -> String {
        let port = box.ports[index]
        var text = ""
        switch port.wanted {
        case .automatic: break
        case .midi1: text += ", midi-1.0"
        case .midi2: text += ", midi-2.0"
        }
        let count = box.groups.entries[index].count
        if let group = port.group, !port.isUSBDevice { text += ", group \(group + 1)" }
        if let owner = port.sharedWith, !port.isUSBDevice { text += " of \(box.ports[owner].alias)" }
        if count > 1 || port.groups != nil { text += ", \(counted(count, "group"))" }
        if !port.offersCI { text += ", no MIDI-CI" }
        if let writes = port.mayWrite { text += writes ? ", write" : ", no write" }
        return text
    }

    private func shown(_ network: NetworkConfiguration) -> String {
        var text = "session \(box.sessionName), ports \(network.port) and \(network.port + 1), accepts "
        switch network.accept {
        case .any: text += "any"
        case .named: text += "named"
        case .none: text += "none"
        }
        for place in network.invite { text += ", invites \(place.text)" }
        for interface in network.interfaces { text += ", on \(interface)" }
        return text + ", address \(network.address.text)"
    }

    private func shown(_ http: HTTPConfiguration) -> String {
        let hosts = http.hosts.map { ", as \($0)" }.joined()
        return "page: port \(http.port), for \(http.allow.joined(separator: ", "))\(hosts)\n"
    }

    /// Describes the wireless network without its passwords.
    private func shown(_ wifi: WiFiConfiguration) -> String {
        var text = "wifi: country \(wifi.country)"
        if let accessPoint = wifi.accessPoint {
            text += ", access point \(accessPoint.name) on channel \(accessPoint.channel), "
            text += "address \(accessPoint.address.text)"
        }
        for network in wifi.join { text += ", joins \(network.name)" }
        return text + "\n"
    }

    private func shown(_ bluetooth: BluetoothConfiguration) -> String {
        var text = "bluetooth: \(bluetooth.name), \(bluetooth.isVisible ? "visible" : "not visible")"
        if bluetooth.alwaysPairs { text += ", always pairs" }
        if !bluetooth.needsEncryption { text += ", without encryption too" }
        return text + "\n"
    }

    private func shown(_ device: USBDeviceConfiguration) -> String {
        var parts: [String] = []
        let ports = box.ports.count { $0.isUSBDevice }
        if ports > 0 { parts.append(counted(ports, "port")) }
        if device.drive { parts.append("a drive") }
        if device.network { parts.append("a network") }
        return "usb device: \(box.usbDeviceName), \(parts.joined(separator: ", "))\n"
    }

    /// Formats an I2C address as box files write it: `0x48`.
    private func shown(address: Int) -> String { "0x" + String(address, radix: 16) }

    private func shown(_ line: GPIOLine?) -> String {
        line.map { "\($0.chip):\($0.line)" } ?? "no line"
    }

    private func shown(_ preset: Preset, _ name: String) -> String {
        var text = "preset "
        if preset.number >= 0 { text += "\(preset.number) " }
        text += "\(name): \(counted(preset.listed.count, "routing"))"
        // What a routing with `pick-up` only passes on is no remap of the configuration.
        let passing = preset.gates.map { gates in (0..<Int(preset.remapCount)).filter { gates[$0].passes }.count } ?? 0
        let remaps = Int(preset.remapCount) - passing
        if remaps > 0 { text += ", \(counted(remaps, "remap"))" }
        if preset.onLoadCount > 0 { text += ", \(counted(Int(preset.onLoadCount), "on-load message"))" }
        if preset.ownAssignedCount > 0 { text += ", \(counted(Int(preset.ownAssignedCount), "assignment"))" }
        if preset.onLeave.count > 0 { text += ", \(counted(Int(preset.onLeave.count), "on-leave message"))" }
        if preset.learnableCount > 0 { text += ", \(counted(Int(preset.learnableCount), "learnable value"))" }
        if preset.partCount > 0 { text += ", \(counted(Int(preset.partCount), "part"))" }
        if preset.tempo > 0 { text += ", tempo \(tempo(Int(preset.tempo)))" }
        return text + "\n"
    }

    private func tempo(_ hundredths: Int) -> String {
        let (whole, part) = (hundredths / 100, hundredths % 100)
        return part == 0 ? "\(whole)" : part < 10 ? "\(whole).0\(part)" : "\(whole).\(part)"
    }

    private var start: String {
        switch box.startPreset {
        case .last: "the preset that ran last, else \(name(of: plan.pointee.startPreset))"
        case .number, .name: name(of: plan.pointee.startPreset)
        }
    }
}
