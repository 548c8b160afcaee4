import CPlatform
import Host

/// Reads and writes whole sectors of a partition (1 to 4), past the page cache. A test implements it to cut the power
/// between any two writes. A write is on the card when the call returns.
package protocol CardSectors {
    mutating func sectors(_ partition: Int, at offset: UInt64, _ count: Int) throws(UpdateProblem) -> [UInt8]
    mutating func write(_ partition: Int, at offset: UInt64, _ bytes: [UInt8]) throws(UpdateProblem)
    /// Returns the size of a partition in bytes; 0 if it is unknown.
    mutating func size(_ partition: Int) -> UInt64
}

/// The disk that the box runs from: the one with the MBR signature of `treadle_disk`.
package struct SystemCard: CardSectors {
    /// `/dev/mmcblk0` or `/dev/sda`.
    package let disk: String
    /// `/dev/mmcblk0p` or `/dev/sda`; the number of a partition follows.
    package let prefix: String
    private var files: [Int: Int32] = [:]

    /// - Parameter signature: the MBR signature, eight hexadecimal digits.
    package init(signature: String) throws(UpdateProblem) {
        let found = SystemCard.disks(signature)
        // With two disks it is not known from which one the firmware has started, so neither is written.
        guard found.count == 1, let name = found.first, let last = name.utf8.last else { throw .noDisk }
        disk = "/dev/" + name
        prefix = disk + (UInt8(ascii: "0")...UInt8(ascii: "9") ~= last ? "p" : "")
    }

    /// The names of the disks with an MBR signature.
    package static func disks(_ signature: String) -> [String] {
        guard let wanted = UInt32(signature, radix: 16) else { return [] }
        return FolderNames.visible(in: "/sys/block").filter { self.signature(of: "/dev/\($0)") == wanted }
    }

    private static func signature(of path: String) -> UInt32? {
        let file = treadle_disk_open(path, 0)
        if file < 0 { return nil }
        defer { close(file) }
        var sector = [UInt8](repeating: 0, count: 512)
        if treadle_disk_read(file, &sector, 512, 0) < 0 || sector[510] != 0x55 || sector[511] != 0xAA { return nil }
        return sector[440..<444].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The path of a partition.
    package func path(_ partition: Int) -> String { "\(prefix)\(partition)" }

    package mutating func sectors(_ partition: Int, at offset: UInt64, _ count: Int) throws(UpdateProblem) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let file = file(partition)
        let error = file < 0 ? file : treadle_disk_read(file, &bytes, count, offset)
        if error < 0 { throw .device(path(partition), error) }
        return bytes
    }

    package mutating func write(_ partition: Int, at offset: UInt64, _ bytes: [UInt8]) throws(UpdateProblem) {
        let file = file(partition)
        let error = file < 0 ? file : treadle_disk_write(file, bytes, bytes.count, offset)
        if error < 0 { throw .device(path(partition), error) }
    }

    package mutating func size(_ partition: Int) -> UInt64 {
        let file = file(partition)
        return file < 0 ? 0 : treadle_disk_size(file)
    }

    /// The descriptor of a partition, which stays open until the process ends.
    private mutating func file(_ partition: Int) -> Int32 {
        if let open = files[partition] { return open }
        let file = treadle_disk_open(path(partition), 1)
        if file >= 0 { files[partition] = file }
        return file
    }
}
