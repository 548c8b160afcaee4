@testable import Box
@testable import Upkeep

/// A card in memory: p1 with a FAT32 that holds the boot selector, and two slots. The power can be cut before and after
/// each write, and when half of its sectors are written.
struct ModelCard: CardSectors {
    var partitions: [Int: [UInt8]]
    /// Writes that still go through; then one that is cut.
    var left = Int.max
    /// The cut write has written half of its sectors.
    var tears = false
    private(set) var writes = 0

    static let slotSize = 1 << 20
    static let autoboot = "[all]\ntryboot_a_b=1\nboot_partition=2\n[tryboot]\nboot_partition=3\n"
    static let grubenv = "# GRUB Environment Block\nslot=2\ntry=\n"

    init(_ selector: BootSelector) {
        let old = (0..<ModelCard.slotSize).map { UInt8(truncatingIfNeeded: $0 >> 9) }
        partitions = [1: ModelCard.owner(selector), 2: old, 3: [UInt8](repeating: 0xEE, count: ModelCard.slotSize)]
    }

    mutating func sectors(_ partition: Int, at offset: UInt64, _ count: Int) throws(UpdateProblem) -> [UInt8] {
        guard let bytes = partitions[partition], Int(offset) + count <= bytes.count else {
            throw .device("p\(partition)", -5)
        }
        precondition(offset % 512 == 0 && count % 512 == 0)
        return Array(bytes[Int(offset)..<Int(offset) + count])
    }

    mutating func write(_ partition: Int, at offset: UInt64, _ bytes: [UInt8]) throws(UpdateProblem) {
        precondition(offset % 512 == 0 && bytes.count % 512 == 0)
        if left < 0 { throw .device("p\(partition)", -5) }
        var bytes = bytes
        if left == 0 {
            left = -1
            bytes = Array(bytes[..<(tears ? bytes.count / 1024 * 512 : 0)])
            partitions[partition]!.replaceSubrange(Int(offset)..<Int(offset) + bytes.count, with: bytes)
            throw .device("p\(partition)", -5)
        }
        left -= 1
        writes += 1
        partitions[partition]!.replaceSubrange(Int(offset)..<Int(offset) + bytes.count, with: bytes)
    }

    func size(_ partition: Int) -> UInt64 { UInt64(partitions[partition]?.count ?? 0) }

    /// The slot that firmware or GRUB starts now, and the card after that.
    mutating func start(_ selector: BootSelector, asksForTrial: Bool = false) throws -> Int {
        let file = try FATFile.find(selector.path, &self)!
        let sector = try sectors(1, at: file.offset, 512)
        let choice = selector.choice(in: sector, size: file.size)!
        if selector == .autoboot { return asksForTrial ? choice.trial! : choice.slot }
        guard let trial = choice.trial else { return choice.slot }
        left = .max
        try write(1, at: file.offset, selector.sector(.init(slot: choice.slot), over: sector, size: file.size)!)
        return trial
    }

    /// A FAT32 of one-sector clusters: reserved sectors 0 and 1, a table in sector 2, clusters from sector 3 on. The
    /// root folder has two clusters, and the selector is in the second.
    private static func owner(_ selector: BootSelector) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 16 * 512)
        func put(_ at: Int, _ value: Int, _ count: Int) {
            for index in 0..<count { bytes[at + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
        }
        func name(_ at: Int, _ text: String, attributes: UInt8, cluster: Int, size: Int) {
            bytes.replaceSubrange(at..<at + 11, with: text.utf8)
            bytes[at + 11] = attributes
            put(at + 26, cluster, 2)
            put(at + 28, size, 4)
        }
        put(11, 512, 2)
        put(13, 1, 1)
        put(14, 2, 2)
        put(16, 1, 1)
        put(36, 1, 4)
        put(44, 2, 4)
        put(510, 0xAA55, 2)
        for (cluster, next) in [(2, 7), (7, 0x0FFF_FFFF), (3, 0x0FFF_FFFF), (4, 0x0FFF_FFFF), (5, 0x0FFF_FFFF)] {
            put(2 * 512 + cluster * 4, next, 4)
        }
        func sector(_ cluster: Int) -> Int { (3 + cluster - 2) * 512 }
        for index in 0..<16 {
            name(sector(2) + index * 32, "TREADLE    ", attributes: 0x08, cluster: 0, size: 0)
        }
        let content: String
        switch selector {
        case .autoboot:
            name(sector(7), "AUTOBOOTTXT", attributes: 0x20, cluster: 5, size: autoboot.utf8.count)
            content = autoboot
        case .grubenv:
            name(sector(7), "GRUB       ", attributes: 0x10, cluster: 3, size: 0)
            name(sector(3), "GRUBENV    ", attributes: 0x20, cluster: 5, size: 1024)
            content = grubenv + String(repeating: "#", count: 1024 - grubenv.utf8.count)
        }
        bytes.replaceSubrange(sector(5)..<sector(5) + content.utf8.count, with: content.utf8)
        return bytes
    }
}
