import Testing

@testable import Plan
@testable import Routing

@Suite struct SysExPathsTests {
    private let table = TableMemory(SysExPaths.byteCount)

    private func opened(_ paths: inout SysExPaths, source: UInt8) throws -> Slot {
        let isOpened = paths.open(source: source, destination: 8, at: 0)
        try #require(isOpened)
        var path = paths.first(of: source)
        while case let next = paths.next(after: path), !next.isNone { path = next }
        return path
    }

    @Test func pathsOfASourceAreInOrder() throws {
        var paths = SysExPaths(&table.memory)
        let first = try opened(&paths, source: 3)
        let second = try opened(&paths, source: 3)
        let other = try opened(&paths, source: 4)
        #expect(paths.first(of: 3) == first && paths.next(after: first) == second && first != second)
        #expect(paths.next(after: second).isNone && paths.first(of: 4) == other)
    }

    /// R1: a path that was held back at first is added later, but is in the order of its routing.
    @Test func pathsAreInOrderOfTheirRoutings() {
        var paths = SysExPaths(&table.memory)
        for (destination, routing): (PortIndex, RoutingIndex) in [(8, 4), (8, 9), (9, 4), (8, 0)] {
            _ = paths.open(source: 3, destination: destination, through: routing, at: 0)
        }
        var found: [[Int]] = []
        var path = paths.first(of: 3)
        while !path.isNone {
            found.append([paths[path].routing.position, paths[path].destination.position])
            path = paths.next(after: path)
        }
        #expect(found == [[0, 8], [4, 8], [4, 9], [9, 8]])
    }

    @Test func detachedEmptyPathIsFreed() throws {
        var paths = SysExPaths(&table.memory)
        _ = try opened(&paths, source: 3)
        _ = try opened(&paths, source: 3)
        #expect(!paths.isIdle)
        paths.detachAll(of: 3)
        #expect(paths.freeCount == Limits.sysExPaths && paths.isIdle && paths.first(of: 3).isNone)
    }

    /// Waiting pieces still need their path.
    @Test func detachedPathWithWaitingPiecesStays() throws {
        var paths = SysExPaths(&table.memory)
        let path = try opened(&paths, source: 3)
        paths.addWaiting(path)
        paths.detachAll(of: 3)
        #expect(paths[path].state == .ended && paths.freeCount == Limits.sysExPaths - 1)
        paths.removeWaiting(path)
        paths.release(path)
        #expect(paths.freeCount == Limits.sysExPaths)
    }

    /// The source still sends pieces for the path.
    @Test func attachedPathIsNotFreed() throws {
        var paths = SysExPaths(&table.memory)
        let path = try opened(&paths, source: 3)
        paths.release(path)
        paths.addWaiting(path)
        paths.drop(path)
        #expect(paths[path].state == .dropped && paths.freeCount == Limits.sysExPaths - 1)
        paths.detachAll(of: 3)
        #expect(paths.freeCount == Limits.sysExPaths)
        // A second release does no harm.
        paths.release(path)
        #expect(paths.freeCount == Limits.sysExPaths)
    }

    @Test func allPathsToADestinationAreDropped() {
        var paths = SysExPaths(&table.memory)
        for destination in PortIndex(8)..<10 { _ = paths.open(source: 3, destination: destination, at: 0) }
        let (first, second) = (paths.first(of: 3), paths.next(after: paths.first(of: 3)))
        paths.dropAll(to: 8)
        #expect(paths[first].state == .dropped && paths[second].state == .open)
    }

    @Test func longestPathHasTheMostWaitingPieces() throws {
        var paths = SysExPaths(&table.memory)
        #expect(paths.longestWaiting.isNone)
        var slots: [Slot] = []
        for source in UInt8(3)..<6 { slots.append(try opened(&paths, source: source)) }
        for slot in [slots[0], slots[1], slots[1], slots[2]] { paths.addWaiting(slot) }
        #expect(paths.longestWaiting == slots[1])
    }

    @Test func pathsAreLimited() throws {
        var paths = SysExPaths(&table.memory)
        for index in 0..<Limits.sysExPaths { _ = try opened(&paths, source: UInt8(index & 31)) }
        let isOpened = paths.open(source: 0, destination: 8, at: 0)
        #expect(!isOpened)
        paths.detachAll(of: 0)
        _ = try opened(&paths, source: 1)
    }

    /// A SysEx without a free path is dropped whole and counted.
    @Test func aSysExWithoutAPathIsDroppedAndCounted() {
        let ways = (0..<64).map { _ in Way(from: [0, 1, 2, 3, 4, 5, 6, 7], to: [8]) }
        let rig = Rig([ways])
        for source in UInt8(0)..<5 { rig.receive("start 01 02 03 04 05 06", from: source) }
        #expect(rig.dropped == 64)
        for source in UInt8(0)..<5 { rig.receive("end 07", from: source) }
        let sent = rig.sent()
        #expect(sent.count == 2 * 256)
        rig.receive("start 01 02 03 04 05 06", from: 7)
        rig.receive("end 07", from: 7)
        #expect(rig.sent().count == 2 * 64)
    }
}
