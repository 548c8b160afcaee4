/// The position of a file on a FAT32 partition, found without mounting it. Only names of 8 and 3 characters are found.
struct FATFile: Equatable {
    /// The offset of the file's first sector from the start of the partition, in bytes.
    var offset: UInt64
    /// The size of the file in bytes.
    var size: UInt32

    /// The greatest number of clusters of a folder that are searched. A longer folder counts as damaged.
    private static let mostClusters = 4096

    /// - Parameter path: the names of folders and file as stored in folders, 11 characters each: `AUTOBOOTTXT`.
    /// - Returns: nil if there is no such file, or the partition is not FAT32.
    static func find(_ path: [String], _ card: inout some CardSectors) throws(UpdateProblem) -> FATFile? {
        let boot = try card.sectors(1, at: 0, 512)
        guard let volume = Volume(boot) else { return nil }
        var cluster = volume.root
        for (index, name) in path.enumerated() {
            guard let entry = try volume.entry(Array(name.utf8), in: cluster, &card) else { return nil }
            let isLast = index == path.count - 1
            if entry.isFolder == isLast || entry.cluster < 2 { return nil }
            if isLast { return FATFile(offset: volume.offset(of: entry.cluster), size: entry.size) }
            cluster = entry.cluster
        }
        return nil
    }

    private struct Volume {
        var sectorsPerCluster: UInt64
        /// The number of sectors before the first table, and before the first cluster.
        var table: UInt64
        var data: UInt64
        var root: UInt32

        init?(_ boot: [UInt8]) {
            func word(_ at: Int, _ count: Int) -> UInt64 {
                boot[at..<at + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
            }
            sectorsPerCluster = word(13, 1)
            table = word(14, 2)
            data = table + word(16, 1) * word(36, 4)
            root = UInt32(word(44, 4))
            // The number of 16-bit tables is 0 in FAT32.
            if word(510, 2) != 0xAA55 || word(11, 2) != 512 || sectorsPerCluster == 0 || word(22, 2) != 0 || root < 2 {
                return nil
            }
        }

        func offset(of cluster: UInt32) -> UInt64 { (data + UInt64(cluster - 2) * sectorsPerCluster) * 512 }

        func entry(
            _ name: [UInt8], in folder: UInt32, _ card: inout some CardSectors
        ) throws(UpdateProblem) -> (isFolder: Bool, cluster: UInt32, size: UInt32)? {
            var cluster = folder
            for _ in 0..<FATFile.mostClusters {
                if cluster < 2 || cluster >= 0x0FFF_FFF8 { return nil }
                let entries = try card.sectors(1, at: offset(of: cluster), Int(sectorsPerCluster) * 512)
                for at in stride(from: 0, to: entries.count, by: 32) {
                    let entry = entries[at..<at + 32]
                    if entry[at] == 0 { return nil }
                    // Volume labels and parts of long names have this bit.
                    if entry[at + 11] & 0x08 != 0 || entry[at..<at + 11] != name[...] { continue }
                    func word(_ from: Int, _ count: Int) -> UInt32 {
                        entry[at + from..<at + from + count].reversed().reduce(0) { $0 << 8 | UInt32($1) }
                    }
                    return (entry[at + 11] & 0x10 != 0, word(20, 2) << 16 | word(26, 2), word(28, 4))
                }
                let link = UInt64(cluster) * 4
                let sector = try card.sectors(1, at: (table + link / 512) * 512, 512)
                let at = Int(link % 512)
                cluster = sector[at..<at + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) } & 0x0FFF_FFFF
            }
            return nil
        }
    }
}
