import Testing

@testable import Program
@testable import Routing

@Suite struct SysExPathsTests {
    private let table = TableMemory(SysExPaths.byteCount)

    private func freeCount(_ paths: SysExPaths) -> Int {
        var count = 0
        var index = paths.free
        while index != SysExPaths.none {
            count += 1
            index = paths.paths[Int(index)].next
        }
        return count
    }

    private func opened(_ paths: inout SysExPaths, source: UInt8) throws -> UInt16 {
        let path = paths.open(source: source, destination: 8, at: 0)
        return try #require(path)
    }

    @Test func pathsOfASourceStandInOrder() throws {
        var paths = SysExPaths(&table.memory)
        let first = try opened(&paths, source: 3)
        let second = try opened(&paths, source: 3)
        let other = try opened(&paths, source: 4)
        #expect(paths.heads[3] == first && paths.paths[Int(first)].next == second)
        #expect(paths.paths[Int(second)].next == SysExPaths.none && paths.heads[4] == other)
    }

    /// R1: one that was held back at first comes after others, and stands where its routing does.
    @Test func pathsStandInTheOrderOfTheirRoutings() throws {
        var paths = SysExPaths(&table.memory)
        for routing: UInt8 in [4, 9, 4, 0] {
            _ = paths.open(source: 3, destination: 8, through: routing, at: 0)
        }
        var found: [UInt8] = []
        var index = paths.heads[3]
        while index != SysExPaths.none {
            found.append(paths.paths[Int(index)].routing)
            index = paths.paths[Int(index)].next
        }
        #expect(found == [0, 4, 4, 9])
    }

    @Test func detachedAndEmptyIsFree() throws {
        var paths = SysExPaths(&table.memory)
        _ = paths.open(source: 3, destination: 8, at: 0)
        _ = paths.open(source: 3, destination: 9, at: 0)
        paths.detachAll(of: 3)
        #expect(freeCount(paths) == Limits.sysExPaths && paths.heads[3] == SysExPaths.none)
    }

    /// What waits of it still needs it.
    @Test func detachedButWaitingLivesOn() throws {
        var paths = SysExPaths(&table.memory)
        let path = try opened(&paths, source: 3)
        paths.paths[Int(path)].waiting = 2
        paths.detachAll(of: 3)
        #expect(paths.paths[Int(path)].state == .ended && freeCount(paths) == Limits.sysExPaths - 1)
        paths.paths[Int(path)].waiting = 0
        paths.release(path)
        #expect(freeCount(paths) == Limits.sysExPaths)
    }

    /// Its source still sends, and what it sends must find it.
    @Test func attachedIsNotFreed() throws {
        var paths = SysExPaths(&table.memory)
        let path = try opened(&paths, source: 3)
        paths.release(path)
        paths.paths[Int(path)].state = .dropped
        paths.release(path)
        #expect(freeCount(paths) == Limits.sysExPaths - 1)
        paths.detachAll(of: 3)
        #expect(freeCount(paths) == Limits.sysExPaths)
        // A second release does no harm.
        paths.release(path)
        #expect(freeCount(paths) == Limits.sysExPaths)
    }

    @Test func thereAreAsManyAsTheLimitSays() throws {
        var paths = SysExPaths(&table.memory)
        for index in 0..<Limits.sysExPaths { _ = try opened(&paths, source: UInt8(index & 31)) }
        let beyond = paths.open(source: 0, destination: 8, at: 0)
        #expect(beyond == nil)
        paths.detachAll(of: 0)
        _ = try opened(&paths, source: 1)
    }

    /// What finds no path is dropped whole and counted.
    @Test func aSysExWithoutAPathIsDroppedAndCounted() {
        let ways = (0..<64).map { _ in Way(from: [0, 1, 2, 3, 4, 5, 6, 7], to: [8]) }
        let rig = Rig([ways])
        for source in UInt8(0)..<5 { rig.receive("start 01 02 03 04 05 06", from: source) }
        #expect(rig.router.pointee.status.dropped == 64)
        for source in UInt8(0)..<5 { rig.receive("end 07", from: source) }
        let sent = rig.sent()
        #expect(sent.count == 2 * 256)
        rig.receive("start 01 02 03 04 05 06", from: 7)
        rig.receive("end 07", from: 7)
        #expect(rig.sent().count == 2 * 64)
    }
}
