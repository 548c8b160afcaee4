import CPlatform

/// Reads the USB device of a sound card from sysfs.
package struct SysFS: Sendable {
    /// Where sysfs is mounted; tests use another folder.
    let root: String

    package init(root: String = "/sys") {
        self.root = root
    }

    /// Returns the identity of the USB device of a sound card; nil if the card is not on USB.
    package func usbIdentity(card: Int32) -> USBIdentity? {
        guard let resolved = realpath("\(root)/class/sound/card\(card)/device", nil) else { return nil }
        defer { free(resolved) }
        guard let device = SysFS.usbDevice(in: String(cString: resolved)) else { return nil }
        let serialNumber = attribute("serial", of: device.path)
        return USBIdentity(
            socket: device.socket,
            vendor: UInt16(attribute("idVendor", of: device.path) ?? "", radix: 16) ?? 0,
            product: UInt16(attribute("idProduct", of: device.path) ?? "", radix: 16) ?? 0,
            serialNumber: serialNumber == "" ? nil : serialNumber)
    }

    /// Finds the innermost USB device in the path of a device: in "…/usb1/1-1/1-1.3/1-1.3:1.0" the socket "1-1.3" and
    /// the path up to it.
    static func usbDevice(in path: String) -> (socket: String, path: String)? {
        var components = path.split(separator: "/")
        while let last = components.last {
            if isSocket(last) { return (String(last), "/" + components.map { String($0) }.joined(separator: "/")) }
            components.removeLast()
        }
        return nil
    }

    /// Whether a name is that of a USB device, like "1-1.3": a bus, a dash, ports separated by dots. Root hubs ("usb1")
    /// and interfaces ("1-1.3:1.0") have other names.
    static func isSocket(_ name: Substring) -> Bool {
        let halves = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard halves.count == 2, isNumber(halves[0]) else { return false }
        return halves[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(isNumber)
    }

    private static func isNumber(_ digits: Substring.UTF8View.SubSequence) -> Bool {
        !digits.isEmpty && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    /// Whether this is the box's own sound card for its USB device port (I9).
    package func isOwn(card: Int32) -> Bool {
        guard let controller = USBDeviceFolder(sysfs: root).controller,
            let gadget = USBDevicePort(controller: controller, root: root).gadget
        else { return false }
        return access("\(gadget)/sound/card\(card)", F_OK) == 0
    }

    /// Returns the names in a folder, in no particular order; empty if there is no such folder.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = String(cString: treadle_entry_name(entry))
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    private func attribute(_ name: String, of device: String) -> String? { SysFS.firstLine(of: "\(device)/\(name)") }

    /// Reads the first line of an attribute, at most 255 bytes; nil if the attribute cannot be read.
    package static func firstLine(of path: String) -> String? {
        let fd = treadle_open(path, O_RDONLY)
        guard fd >= 0 else { return nil }
        defer { close(fd) }
        var bytes = [UInt8](repeating: 0, count: 255)
        let count = read(fd, &bytes, bytes.count)
        guard count >= 0 else { return nil }
        return String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
