import CPlatform

/// Lists all existing MIDI ports. For the control thread: it takes some milliseconds.
package struct PortScan {
    let sysfs: SysFS
    /// The greatest number of cards in most kernels (SNDRV_CARDS), and in alsa-lib.
    private static let cardLimit = 32

    package init(sysfs: SysFS = SysFS()) {
        self.sysfs = sysfs
    }

    /// Lists the UMP endpoints and other rawmidi ports of all cards, and the sequencer ports that have no rawmidi port,
    /// except our own.
    ///
    /// Leaves out cards that disappear during the scan or may not be opened.
    ///
    /// - Parameter watch: nil if there is no sequencer; then only cards are listed.
    package func ports(_ watch: SequencerWatch?) -> [FoundPort] {
        var found: [FoundPort] = []
        var card: Int32 = -1
        while snd_card_next(&card) >= 0, card >= 0 {
            appendPorts(of: card, to: &found)
        }
        if let watch {
            appendPorts(of: watch, to: &found)
        }
        return found
    }

    /// The error of the first card that exists but may not be opened; nil if there is none.
    package static var refusal: DeviceError? {
        // alsa-lib lists only cards that it may open.
        for card in 0..<PortScan.cardLimit {
            let path = "/dev/snd/controlC\(card)"
            let fd = treadle_open(path, O_RDWR)
            if fd >= 0 {
                close(fd)
            } else if treadle_errno() == EACCES || treadle_errno() == EPERM {
                return .denied(path, .sound)
            }
        }
        return nil
    }

    /// Explains why there are no ports.
    ///
    /// - Parameter folder: the folder of sound devices; tests use another one.
    package static func absence(in folder: String = "/dev/snd") -> String {
        if access(folder, F_OK) != 0 {
            return "there is no \(folder), so this kernel or container has no sound devices"
        }
        let hasCard = (0..<cardLimit).contains { access("\(folder)/controlC\($0)", F_OK) == 0 }
        if !hasCard { return "\(folder) has no sound card; is the device plugged in?" }
        return "no sound card has a MIDI port, and no other program offers one"
    }

    private func appendPorts(of card: Int32, to found: inout [FoundPort]) {
        guard let control = PortScan.open(card: card) else { return }
        defer { snd_ctl_close(control) }
        guard let description = describe(card, control) else { return }
        var indices = (input: 0, output: 0)
        let hasEndpoints = appendEndpoints(of: description, after: &indices, to: &found)
        var device: Int32 = -1
        while snd_ctl_rawmidi_next_device(control, &device) >= 0, device >= 0 {
            let ports = RawMIDIDevice(control: control, card: description, device: device)
            if hasEndpoints && ports.isTwin { continue }
            ports.append(.input, after: &indices.input, to: &found)
            ports.append(.output, after: &indices.output, to: &found)
        }
    }

    /// Opens the control of a card; nil if the card is gone or may not be opened.
    static func open(card: Int32) -> OpaquePointer? {
        var opened: OpaquePointer?
        let code = ALSA.with("ctl.treadle { type hw card \(card) }") {
            snd_ctl_open_lconf(&opened, "treadle", 0, $0)
        }
        return code >= 0 ? opened : nil
    }

    private func describe(_ card: Int32, _ control: OpaquePointer) -> FoundCard? {
        var info: OpaquePointer?
        guard snd_ctl_card_info_malloc(&info) >= 0, let info else { return nil }
        defer { snd_ctl_card_info_free(info) }
        guard snd_ctl_card_info(control, info) >= 0 else { return nil }
        return FoundCard(
            number: card,
            id: String(cString: snd_ctl_card_info_get_id(info)),
            driver: String(cString: snd_ctl_card_info_get_driver(info)),
            name: String(cString: snd_ctl_card_info_get_name(info)),
            longName: String(cString: snd_ctl_card_info_get_longname(info)),
            usb: sysfs.usbIdentity(card: card), isOwn: sysfs.isOwn(card: card))
    }
}

/// One rawmidi device of an open card.
private struct RawMIDIDevice {
    let control: OpaquePointer
    let card: FoundCard
    let device: Int32

    /// Appends the ports of one direction, with indices that continue from `index`.
    func append(_ direction: Direction, after index: inout Int, to found: inout [FoundPort]) {
        var info: OpaquePointer?
        guard snd_rawmidi_info_malloc(&info) >= 0, let info else { return }
        defer { snd_rawmidi_info_free(info) }
        snd_rawmidi_info_set_device(info, UInt32(device))
        snd_rawmidi_info_set_stream(
            info, direction == .input ? SND_RAWMIDI_STREAM_INPUT : SND_RAWMIDI_STREAM_OUTPUT)
        var subdevice: UInt32 = 0
        while true {
            snd_rawmidi_info_set_subdevice(info, subdevice)
            guard snd_ctl_rawmidi_info(control, info) >= 0 else { return }
            let count = snd_rawmidi_info_get_subdevices_count(info)
            let own = String(cString: snd_rawmidi_info_get_subdevice_name(info))
            let common = String(cString: snd_rawmidi_info_get_name(info))
            index += 1
            found.append(
                FoundPort(
                    address: .rawMIDI(card: card.number, device: device, subdevice: isShared ? -1 : Int32(subdevice)),
                    direction: direction, index: index,
                    name: !own.isEmpty ? own : isShared || count < 2 ? common : "\(common) \(subdevice + 1)",
                    card: card))
            subdevice += 1
            if isShared || subdevice >= count { return }
        }
    }

    /// Whether the kernel has added this device to offer the groups of a UMP endpoint as MIDI 1.0 ports (U1). The
    /// kernel ends the name of such a device with " (MIDI 1.0)".
    var isTwin: Bool {
        var info: OpaquePointer?
        guard snd_rawmidi_info_malloc(&info) >= 0, let info else { return false }
        defer { snd_rawmidi_info_free(info) }
        snd_rawmidi_info_set_device(info, UInt32(device))
        for stream in [SND_RAWMIDI_STREAM_INPUT, SND_RAWMIDI_STREAM_OUTPUT] {
            snd_rawmidi_info_set_stream(info, stream)
            if snd_ctl_rawmidi_info(control, info) >= 0 {
                let name = String(cString: snd_rawmidi_info_get_name(info))
                return name.utf8.suffix(11).elementsEqual(" (MIDI 1.0)".utf8)
            }
        }
        return false
    }

    /// Whether all subdevices are one port, as the 16 of virmidi. Subdevices of other cards are ports of their own.
    private var isShared: Bool { card.driver == "VirMIDI" }
}
