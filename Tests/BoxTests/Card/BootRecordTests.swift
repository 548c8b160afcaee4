import Testing

@testable import Box
@testable import Upkeep

/// I2: the table of partitions, and how the data partition grows.
@Suite struct BootRecordTests {
    /// The layout of a card's image: starts, counts and types of the four partitions.
    private static let image: [(UInt32, UInt32, UInt8)] = [
        (8192, 131_072, 0x0C), (139_264, 98_304, 0x0C), (237_568, 98_304, 0x0C), (335_872, 188_416, 0x83),
    ]

    private func sector(_ partitions: [(UInt32, UInt32, UInt8)] = image) -> [UInt8] {
        var sector = (0..<512).map { UInt8(truncatingIfNeeded: $0 * 7) }
        for (number, (start, count, type)) in partitions.enumerated() {
            let at = 446 + 16 * number
            sector[at + 4] = type
            for byte in 0..<4 {
                sector[at + 8 + byte] = UInt8(truncatingIfNeeded: start >> (8 * byte))
                sector[at + 12 + byte] = UInt8(truncatingIfNeeded: count >> (8 * byte))
            }
        }
        sector[510] = 0x55
        sector[511] = 0xAA
        return sector
    }

    @Test func dataPartitionGrowsToTheLastWholeMebibyte() throws {
        let record = try #require(BootRecord(sector()))
        let grown = try #require(record.grown(to: 31_116_289))
        #expect(grown[4] == BootRecord.Partition(type: 0x83, start: 335_872, count: 31_115_264 - 335_872))
        // Nothing else of the sector changes: signature, start-up code, other partitions.
        let changed = (0..<512).filter { grown.sector[$0] != record.sector[$0] }
        #expect(changed.allSatisfy { 506..<510 ~= $0 } && !changed.isEmpty)
        #expect(grown.grown(to: 31_116_289) == nil, "a second time there is nothing to do")
    }

    @Test func cardOfTheSizeOfTheImageStaysAsItIs() throws {
        #expect(try #require(BootRecord(sector())).grown(to: 524_288) == nil)
        #expect(try #require(BootRecord(sector())).grown(to: 524_288 + 2047) == nil)
        #expect(try #require(BootRecord(sector())).grown(to: 524_288 + 2048) != nil)
    }

    @Test func entryOfThirtyTwoBitsLimitsTheSize() throws {
        let grown = try #require(BootRecord(sector())?.grown(to: 8_000_000_000))
        #expect(grown[4].count <= UInt64(UInt32.max) && grown[4].count > 4_294_960_000)
    }

    @Test func partitionOfSomebodyElseIsLeftAlone() throws {
        var other = Self.image
        other[3].2 = 0x07
        #expect(try #require(BootRecord(sector(other))).grown(to: 31_116_288) == nil, "no Linux partition")
        other = Self.image
        other[2] = (600_000, 1000, 0x0C)
        #expect(try #require(BootRecord(sector(other))).grown(to: 31_116_288) == nil, "another one lies behind")
        other = Self.image
        other[3].1 = 0
        #expect(try #require(BootRecord(sector(other))).grown(to: 31_116_288) == nil, "no fourth partition")
    }

    @Test func sectorWithoutMarkIsNoBootRecord() {
        #expect(BootRecord([UInt8](repeating: 0, count: 512)) == nil)
        #expect(BootRecord([]) == nil)
    }
}
