import CPlatform
import Host

/// Grows the data partition to the end of the card, while the box plays (I2). Each step checks the result of the step
/// before, so a start after a power cut continues where it was interrupted.
package enum CardGrowth {
    /// The number of blocks that may be unused at the end: ext4 does not use a last group that is too small.
    private static let slack: UInt64 = 2048

    /// The part of a card that must still grow.
    package enum Need: Equatable { case nothing, partition, fileSystem }

    /// Returns what must still grow; nil if the sizes cannot be read, or the card cannot be written.
    package static func need(of card: inout SystemCard) -> Need? {
        guard let (record, sectors) = record(of: card) else { return nil }
        if record.grown(to: sectors) != nil { return .partition }
        guard let system = fileSystem(of: &card) else { return nil }
        let blocks = card.size(BootRecord.data) / system.blockSize
        return blocks > system.blocks + slack ? .fileSystem : .nothing
    }

    /// Grows partition and file system as far as needed.
    ///
    /// - Returns: the new size of the file system in bytes; nil if nothing had to grow.
    package static func grow(_ card: inout SystemCard) throws(UpdateProblem) -> UInt64? {
        guard let need = need(of: &card), need != .nothing else { return nil }
        if need == .partition { try growPartition(of: card) }
        guard let system = fileSystem(of: &card) else { throw .device(card.path(BootRecord.data), -EINVAL) }
        let blocks = card.size(BootRecord.data) / system.blockSize
        let error = treadle_ext4_resize(StateFolder.ofAppliance, blocks)
        if error < 0 { throw .device(StateFolder.ofAppliance, error) }
        return blocks * system.blockSize
    }

    private static func growPartition(of card: SystemCard) throws(UpdateProblem) {
        let disk = treadle_disk_open(card.disk, 1)
        if disk < 0 { throw .device(card.disk, disk) }
        defer { close(disk) }
        guard let (old, sectors) = record(of: card), let new = old.grown(to: sectors) else { return }
        // The boot record is one sector, which a card writes as a whole.
        var error = treadle_disk_write(disk, new.sector, new.sector.count, 0)
        let data = new[BootRecord.data]
        if error >= 0 {
            error = treadle_partition_resize(disk, Int32(BootRecord.data), data.start * 512, data.count * 512)
        }
        if error < 0 { throw .device(card.disk, error) }
    }

    /// The boot record of a card's disk, and the size of the disk in sectors.
    package static func record(of card: SystemCard) -> (BootRecord, sectors: UInt64)? {
        let disk = treadle_disk_open(card.disk, 0)
        if disk < 0 { return nil }
        defer { close(disk) }
        var sector = [UInt8](repeating: 0, count: 512)
        if treadle_disk_read(disk, &sector, sector.count, 0) < 0 { return nil }
        guard let record = BootRecord(sector) else { return nil }
        return (record, treadle_disk_size(disk) / 512)
    }

    /// The size of the file system, from the superblock of ext4.
    private static func fileSystem(of card: inout SystemCard) -> (blocks: UInt64, blockSize: UInt64)? {
        guard let block = try? card.sectors(BootRecord.data, at: 1024, 1024), block[56] == 0x53, block[57] == 0xEF,
            block[24] <= 6
        else { return nil }
        let blocks = block[4..<8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        return (blocks, 1024 << UInt64(block[24]))
    }
}
