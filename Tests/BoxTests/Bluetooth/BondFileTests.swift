import Bluetooth
import Foundation
import HostSupport
import Testing

@testable import Box

/// The file of paired devices (B4).
@Suite struct BondFileTests {
    private let second: UInt64 = 1_000_000_000

    private func bond(_ number: UInt8, use: UInt8 = 0, key: UInt8 = 0, name: String = "Phone") throws -> Bond {
        try #require(Bond([1, number, 0, 0, 0, 0, 0xC0, 1, 1, use, 1, 0, 0, 1, key], name: name))
    }

    @Test func headOfARecordIsRead() throws {
        let bond = try bond(0x2A, use: 5)
        #expect(bond.address.text == "C0:00:00:00:00:2A/random" && bond.lastUse == 261)
        let line = Array(bond.line.utf8)
        #expect(Bond(line: line[...]) == bond)
    }

    @Test(arguments: [
        [], [1, 0, 0, 0, 0, 0, 0xC0, 2, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0, 0xC0, 2, 0, 0, 0, 0, 0],
        [1] + [UInt8](repeating: 0, count: 500),
    ] as [[UInt8]])
    func recordsOfAnotherFormAreRefused(record: [UInt8]) { #expect(Bond(record, name: "x") == nil) }

    /// Nobody else may read keys.
    @Test func onlyTheOwnerReadsTheFile() throws {
        let folder = try TemporaryFolder([:])
        var file = BondFile(in: folder.path)
        _ = file.put(try bond(1), at: 0)
        file.write(at: 0)
        let path = "\(folder.path)/\(BondFile.name)"
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    /// Writes wear out a card: a use alone waits, keys do not.
    @Test func usesAreWrittenLater() throws {
        let folder = try TemporaryFolder([:])
        var file = BondFile(in: folder.path)
        _ = file.put(try bond(1), at: 0)
        file.write(at: 0)
        let first = folder.text(BondFile.name)
        _ = file.put(try bond(1, use: 1), at: second)
        file.write(at: 30 * second)
        #expect(folder.text(BondFile.name) == first && file.writesAt == 31 * second)
        file.write(at: 31 * second)
        let later = folder.text(BondFile.name)
        #expect(later != first && file.writesAt == UInt64.max)
        _ = file.put(try bond(1, use: 2, key: 9), at: 40 * second)
        file.write(at: 40 * second)
        #expect(folder.text(BondFile.name) != later)
        _ = file.put(try bond(1, use: 3, key: 9), at: 50 * second)
        file.write(at: 50 * second, isEnd: true)
        #expect(BondFile(in: folder.path).bonds == file.bonds)
    }

    /// E4: a power cut at any call leaves the old or the new bonds.
    @Test(arguments: [false, true]) func cutLeavesTheOldOrTheNewBonds(hasTemporaryFile: Bool) throws {
        let old = Array("\(try bond(1).line)\n".utf8)
        var contents = ["f/\(BondFile.name)": old]
        if hasTemporaryFile { contents["f/.\(BondFile.name).saving"] = [1, 2, 3] }
        var file = BondFile(in: "f")
        _ = file.put(try bond(2), at: 0)
        let disk = try file.save(ModelDisk(contents))
        let new = Array("\(try bond(2).line)\n".utf8)
        #expect(disk.possible["f/\(BondFile.name)"] == [old, new] && disk.read("f/\(BondFile.name)") == new)
    }

    /// Lines of another version, and nonsense, are left out; one device has one bond.
    @Test func linesThatAreNoBondsAreLeftOut() throws {
        let good = try bond(1, use: 2)
        let text = "bond 02 old\nnonsense\n\(try bond(1).line)\nbond XY x\n\(good.line)\n"
        let folder = try TemporaryFolder([BondFile.name: text])
        #expect(BondFile(in: folder.path).bonds == [good])
    }

    /// The address and the name of a peer are no reason to write elsewhere.
    @Test func nameCannotAddALine() throws {
        let bond = try bond(1, name: "x\nbond 01")
        #expect(!bond.line.contains("\n"))
    }
}
