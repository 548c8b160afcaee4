import CPlatform

/// A network interface of this machine, as listed in sysfs. Loopback is left out.
package struct NetworkLink: Equatable, Sendable {
    /// The name, such as `eth0`.
    package let name: String
    /// Whether a cable connects the interface to a device that is switched on.
    package let hasCarrier: Bool

    package init(name: String, hasCarrier: Bool) { (self.name, self.hasCarrier) = (name, hasCarrier) }

    /// All interfaces in the order of their names.
    ///
    /// - Parameter root: where sysfs is mounted; tests use another folder.
    package static func all(root: String = "/sys") -> [NetworkLink] {
        let folder = root + "/class/net"
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var links: [NetworkLink] = []
        while let entry = readdir(directory) {
            let name = String(cString: treadle_entry_name(entry))
            if name == "lo" || name.utf8.first == UInt8(ascii: ".") { continue }
            links.append(NetworkLink(name: name, hasCarrier: hasCarrier("\(folder)/\(name)/carrier")))
        }
        return links.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// Reads the attribute `carrier`. The read fails while the interface is down, which counts as no carrier.
    private static func hasCarrier(_ path: String) -> Bool {
        let fd = treadle_open(path, O_RDONLY)
        guard fd >= 0 else { return false }
        defer { close(fd) }
        var byte: UInt8 = 0
        return read(fd, &byte, 1) == 1 && byte == UInt8(ascii: "1")
    }
}
