/// The master boot record of a card: four primary partitions (I2).
package struct BootRecord: Equatable {
    package struct Partition: Equatable {
        package var type: UInt8
        /// Start and size in sectors of 512 bytes.
        package var start: UInt64
        package var count: UInt64
    }

    /// The number of the data partition, which grows.
    package static let data = 4
    private static let linux: UInt8 = 0x83
    /// The alignment of a partition's end in sectors: 1 MiB, as partition programs do it.
    private static let alignment: UInt64 = 2048

    private(set) var sector: [UInt8]

    /// Reads a boot record; nil if the sector is not one.
    package init?(_ sector: [UInt8]) {
        if sector.count != 512 || sector[510] != 0x55 || sector[511] != 0xAA { return nil }
        self.sector = sector
    }

    /// A partition, 1 to 4.
    package subscript(number: Int) -> Partition {
        let at = 446 + 16 * (number - 1)
        return Partition(type: sector[at + 4], start: word(at + 8), count: word(at + 12))
    }

    /// Returns the record with the data partition extended to the end of the disk; nil if it already ends there, if it
    /// is not a Linux partition, or if another partition follows it.
    ///
    /// - Parameter sectors: size of the disk.
    func grown(to sectors: UInt64) -> BootRecord? {
        let data = self[BootRecord.data]
        if data.type != BootRecord.linux || data.count == 0 { return nil }
        for number in 1..<BootRecord.data where self[number].start >= data.start { return nil }
        // An entry counts sectors in 32 bits.
        let end = min(sectors, data.start + UInt64(UInt32.max)) / BootRecord.alignment * BootRecord.alignment
        if end <= data.start + data.count { return nil }
        var grown = self
        let count = UInt32(end - data.start)
        for byte in 0..<4 { grown.sector[446 + 16 * 3 + 12 + byte] = UInt8(truncatingIfNeeded: count >> (8 * byte)) }
        return grown
    }

    private func word(_ at: Int) -> UInt64 {
        sector[at..<at + 4].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
