/// Reads the volume name of a FAT file system (Microsoft FAT specification 1.03, 2000).
enum FATLabel {
    /// The number of clusters of the root folder that are searched: 1024 entries or more. The name is usually the first
    /// entry.
    private static let searchedClusters = 64
    private static let entrySize = 32
    private static let isVolumeName: UInt8 = 0x08
    /// The attributes of an entry that holds a part of a long name.
    private static let isLongName: UInt8 = 0x0F

    /// Returns the name without blanks at its end; nil if there is no FAT file system, or no name.
    ///
    /// Windows and macOS change only the entry in the root folder, so the name in the boot sector is not used.
    ///
    /// - Parameter read: reads whole sectors of 512 bytes at an offset in bytes; returns nil on failure.
    static func read(_ read: (_ offset: UInt64, _ count: Int) -> [UInt8]?) -> String? {
        guard let boot = read(0, 512), let layout = Layout(boot) else { return nil }
        if layout.rootEntries > 0 {
            let count = (layout.rootEntries * entrySize + 511) / 512 * 512
            guard let folder = read(layout.rootOffset, count) else { return nil }
            return name(in: folder).name
        }
        var cluster = layout.rootCluster
        for _ in 0..<searchedClusters {
            guard cluster >= 2, let folder = read(layout.offset(of: cluster), layout.clusterSize) else { return nil }
            let (name, isEnd) = name(in: folder)
            if name != nil || isEnd { return name }
            let entry = layout.fatOffset + UInt64(cluster) * 4
            guard let sector = read(entry / 512 * 512, 512) else { return nil }
            cluster = number(sector, Int(entry % 512), 4) & 0x0FFF_FFFF
            if cluster >= 0x0FFF_FFF8 { return nil }
        }
        return nil
    }

    /// Finds the name in a part of the root folder. `isEnd` is true if the search ends with this part.
    private static func name(in folder: [UInt8]) -> (name: String?, isEnd: Bool) {
        for at in stride(from: 0, to: folder.count - entrySize + 1, by: entrySize) {
            if folder[at] == 0 { return (nil, true) }
            let attributes = folder[at + 11]
            if folder[at] == 0xE5 || attributes & isLongName == isLongName || attributes & isVolumeName == 0 {
                continue
            }
            var name = folder[at..<(at + 11)]
            while name.last == UInt8(ascii: " ") { name.removeLast() }
            return (String(decoding: name, as: UTF8.self), true)
        }
        return (nil, false)
    }

    /// Reads a number of `count` bytes, the lowest first.
    private static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int {
        var number = 0
        for place in (0..<count).reversed() { number = number << 8 | Int(bytes[at + place]) }
        return number
    }

    /// The positions of the file system's parts, from its boot sector.
    private struct Layout {
        /// The size of a cluster, and the offsets of the first table and of the root folder, in bytes.
        let clusterSize: Int
        let fatOffset: UInt64
        let rootOffset: UInt64
        /// The number of entries of a root folder of fixed size (FAT12, FAT16); 0 if the root folder is a chain of
        /// clusters (FAT32).
        let rootEntries: Int
        let rootCluster: Int
        private let dataOffset: UInt64

        init?(_ boot: [UInt8]) {
            let sector = number(boot, 11, 2)
            let (perCluster, reserved, fats) = (Int(boot[13]), number(boot, 14, 2), Int(boot[16]))
            let isPower = perCluster > 0 && perCluster & (perCluster - 1) == 0
            guard boot[510] == 0x55, boot[511] == 0xAA, [512, 1024, 2048, 4096].contains(sector), isPower, reserved > 0,
                fats == 1 || fats == 2
            else { return nil }
            let short = number(boot, 22, 2)
            let sectors = short > 0 ? short : number(boot, 36, 4)
            if sectors == 0 { return nil }
            rootEntries = number(boot, 17, 2)
            rootCluster = number(boot, 44, 4)
            clusterSize = perCluster * sector
            fatOffset = UInt64(reserved * sector)
            rootOffset = UInt64((reserved + fats * sectors) * sector)
            dataOffset = rootOffset + UInt64((rootEntries * entrySize + sector - 1) / sector * sector)
        }

        func offset(of cluster: Int) -> UInt64 { dataOffset + UInt64(cluster - 2) * UInt64(clusterSize) }
    }
}
