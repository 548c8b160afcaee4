import CPlatform

/// The box's USB device in the kernel's configfs: sets it up, checks it and removes it.
///
/// Each call may wait for the kernel, so the box makes them in a child process only.
package struct USBDeviceFolder: Sendable {
    /// The folder of all USB devices of this machine; tests use another one.
    let gadgets: String
    let folder: String

    /// - Parameter sysfs: where sysfs is mounted.
    package init(sysfs: String = "/sys") {
        gadgets = sysfs + "/kernel/config/usb_gadget"
        folder = gadgets + "/treadle"
    }

    /// Why this machine cannot be a USB device; nil if it can.
    package var absence: String? {
        if access(gadgets, F_OK) != 0 {
            return "this kernel has no USB gadgets; 'sudo modprobe libcomposite' loads them"
        }
        return access(gadgets, W_OK) == 0 ? nil : "only root may set up the USB device, in \(gadgets)"
    }

    /// The name of the USB device controller to which the device is bound; nil while it is not bound.
    package var controller: String? {
        let name = SysFS.firstLine(of: folder + "/UDC") ?? ""
        return name.isEmpty ? nil : name
    }

    /// Whether the device is bound to a controller exactly as described, as after a crash of the box.
    package func stands(as description: USBDeviceDescription) -> Bool {
        if controller == nil { return false }
        let hasMoreBlocks = access("\(block(description.ports.count))", F_OK) == 0
        if hasMoreBlocks && !description.ports.isEmpty { return false }
        for (path, isWanted) in [
            (USBDeviceDescription.midi, !description.ports.isEmpty), (USBDeviceDescription.drive, description.hasDrive),
            (USBDeviceDescription.network, description.hasNetwork),
        ] where (access("\(folder)/\(path)", F_OK) == 0) != isWanted {
            return false
        }
        return description.steps.allSatisfy { step in
            switch step {
            case .folder(let path): access("\(folder)/\(path)", F_OK) == 0
            case .use(let path): access(link(path), F_OK) == 0
            case .value(let path, let wanted): isSame(SysFS.firstLine(of: "\(folder)/\(path)") ?? "", wanted)
            }
        }
    }

    /// Makes the device without binding it to a controller.
    package func make(_ description: USBDeviceDescription) throws(DeviceError) {
        try makeFolder(folder)
        for step in description.steps {
            switch step {
            case .folder(let path): try makeFolder("\(folder)/\(path)")
            case .value(let path, let value): try write(value, to: path)
            case .use(let path):
                if symlink("\(folder)/\(path)", link(path)) != 0 {
                    throw DeviceError.failed("\(folder)/\(path)", doing: "using it", code: treadle_errno())
                }
            }
        }
    }

    /// Binds the device to the first controller that accepts it.
    package func attach(to controllers: [String]) throws(DeviceError) {
        var last = DeviceError.failed(folder, doing: "finding a USB device controller", code: ENODEV)
        for name in controllers {
            do throws(DeviceError) {
                return try write(name, to: "UDC")
            } catch {
                // Another gadget may be bound to this controller.
                last = error
            }
        }
        throw last
    }

    /// Unbinds the device from its controller and removes it. The kernel demands this order: links, then folders from
    /// the innermost one. Missing parts are skipped.
    package func remove() {
        try? write("\n", to: "UDC")
        for path in USBDeviceFolder.functions { unlink(link(path)) }
        rmdir("\(folder)/\(USBDeviceDescription.configuration)/strings/0x409")
        rmdir("\(folder)/\(USBDeviceDescription.configuration)")
        for number in 1..<USBDeviceFolder.mostBlocks { rmdir(block(number)) }
        for path in USBDeviceFolder.functions { rmdir("\(folder)/\(path)") }
        rmdir(folder + "/strings/0x409")
        rmdir(folder)
    }

    /// Writes an attribute, whose path is relative to the device's folder.
    package func write(_ value: String, to path: String) throws(DeviceError) {
        let path = "\(folder)/\(path)"
        let fd = treadle_open(path, O_WRONLY)
        guard fd >= 0 else { throw DeviceError.failed(path, doing: "opening", code: treadle_errno()) }
        defer { close(fd) }
        // The kernel ignores a write of 0 bytes.
        let bytes = value.isEmpty ? [UInt8(ascii: "\n")] : Array(value.utf8)
        let count = treadle_write(fd, bytes, bytes.count)
        if count < 0 { throw DeviceError.failed(path, doing: "writing \(value)", code: Int32(-count)) }
    }

    /// Reads the first line of an attribute; nil if it cannot be read.
    package func value(of path: String) -> String? { SysFS.firstLine(of: "\(folder)/\(path)") }

    private static let functions = [
        USBDeviceDescription.midi, USBDeviceDescription.network, USBDeviceDescription.drive,
    ]
    private static let mostBlocks = 16

    private func block(_ number: Int) -> String { "\(folder)/\(USBDeviceDescription.midi)/ep.0/block.\(number)" }

    /// Returns the path of a function's link in the configuration.
    private func link(_ path: String) -> String {
        let name = path.split(separator: "/").last.map { String($0) } ?? path
        return "\(folder)/\(USBDeviceDescription.configuration)/\(name)"
    }

    private func makeFolder(_ path: String) throws(DeviceError) {
        if mkdir(path, 0o755) == 0 || treadle_errno() == EEXIST { return }
        throw DeviceError.failed(path, doing: "making it", code: treadle_errno())
    }

    /// Whether an attribute shows the written value. The kernel may show a number in another form.
    private func isSame(_ shown: String, _ written: String) -> Bool {
        if let number = USBDeviceFolder.number(written) { return USBDeviceFolder.number(shown) == number }
        return shown.utf8.elementsEqual(written.utf8)
    }

    private static func number(_ text: String) -> Int? {
        let isHexadecimal = text.utf8.starts(with: "0x".utf8)
        return isHexadecimal ? Int(String(Substring(text.utf8.dropFirst(2))), radix: 16) : Int(text)
    }
}
