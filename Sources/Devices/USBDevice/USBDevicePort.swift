import CPlatform

/// The state of the box's USB device port, read from the kernel's files.
package struct USBDevicePort: Sendable {
    /// Where sysfs is mounted; tests use another folder.
    let root: String
    /// The name of the USB device controller.
    package let controller: String

    package init(controller: String, root: String = "/sys") { (self.controller, self.root) = (controller, root) }

    /// The USB device controllers of this machine in the order of their names.
    package static func controllers(root: String = "/sys") -> [String] {
        SysFS.names(in: root + "/class/udc").sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The state file of the controller. The kernel notifies its watchers when a computer configures or unplugs the
    /// device.
    package var stateFile: String { "\(root)/class/udc/\(controller)/state" }

    /// Whether the computer has suspended the device, as when the computer sleeps.
    package var isSuspended: Bool { gadget.map { SysFS.firstLine(of: $0 + "/suspended") == "1" } ?? false }

    /// Whether a computer has configured the device.
    ///
    /// - Parameter hasMIDI: whether the device has MIDI ports. Their operation mode is more reliable than the state of
    ///   the controller, which may still be "configured" after unplugging.
    package func isConfigured(hasMIDI: Bool) -> Bool {
        guard let gadget else { return false }
        if !hasMIDI { return SysFS.firstLine(of: stateFile) == "configured" }
        guard let card = SysFS.names(in: gadget + "/sound").first(where: { $0.utf8.starts(with: "card".utf8) }) else {
            return false
        }
        let number = String(Substring(card.utf8.dropFirst(4)))
        let control = treadle_open("/dev/snd/controlC\(number)", O_RDONLY)
        guard control >= 0 else { return false }
        defer { close(control) }
        return treadle_gadget_mode(control) > 0
    }

    /// The folder of the device at its controller, which contains the device's sound card; nil if there is none.
    package var gadget: String? {
        let parent = "\(root)/class/udc/\(controller)/device"
        let name = SysFS.names(in: parent).first { $0.utf8.starts(with: "gadget".utf8) }
        return name.map { "\(parent)/\($0)" }
    }
}
