import Foundation
import HostSupport
import Testing

@testable import Box
@testable import Upkeep

/// I5: what is not whole, trusted and meant for this board is refused, each in its own words.
@Suite struct UpdateFileTests {
    private let folder: TemporaryFolder
    private let keys = UpdateVectors.keys(UpdateVectors.key)

    init() throws { folder = try TemporaryFolder() }

    /// Opens and checks a file with these bytes; nil if it is good.
    private func problem(_ bytes: [UInt8], _ keys: UpdateKeys? = nil) throws -> UpdateProblem? {
        let path = folder.path + "/update.treadle"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        do throws(UpdateProblem) {
            var file = try UpdateFile(path)
            try file.verify(by: keys ?? self.keys)
            return nil
        } catch {
            return error
        }
    }

    @Test func aFileSignedByMinisignIsGood() throws {
        for kind in [UpdateVectors.Kind.newer, .older, .pc] {
            #expect(try problem(UpdateVectors.file(kind)) == nil)
        }
        let path = folder.path + "/update.treadle"
        let file = try UpdateFile(path)
        #expect(file.header.board == "pc-x86_64" && file.header.version.text == "0.2.0")
        #expect(file.header.length == 600 * 1024)
    }

    @Test func aFileCutAnywhereIsRefused() throws {
        let whole = UpdateVectors.file(.newer)
        let end = UpdateVectors.signed(.newer).count
        for count in [1, 16, 511, 512, 513, 4096, end - 1, end + 1, end + 60, end + 200, whole.count - 1] {
            #expect(try problem(Array(whole[..<count])) == .cut, "\(count) bytes")
        }
        #expect(try problem([]) == .notAnUpdate)
        #expect(try problem(Array(whole[..<end])) == .unsigned)
    }

    @Test func anyChangedByteIsRefused() throws {
        let whole = UpdateVectors.file(.newer)
        let end = UpdateVectors.signed(.newer).count
        // Of the signature all lines but the first, which nobody signs.
        let comment = whole[end...].firstIndex(of: UInt8(ascii: "\n"))! + 1
        let places = [0, 15, 16, 50, 80, 81, 87, 300, 512, 262_656, end - 1]
        for place in places + stride(from: comment, to: whole.count - 1, by: 7) {
            var bytes = whole
            bytes[place] ^= 1
            #expect(try problem(bytes) != nil, "byte \(place)")
        }
        #expect(try problem(whole + Array("more\n".utf8)) == .damaged)
        #expect(try problem(whole + [UInt8](repeating: 10, count: 2000)) == .damaged)
    }

    @Test func onlyTrustedKeysCount() throws {
        #expect(try problem(UpdateVectors.file(.otherKey)) == .otherKey)
        #expect(try problem(UpdateVectors.file(.otherKey), UpdateVectors.keys(UpdateVectors.otherKey)) == nil)
        #expect(try problem(UpdateVectors.file(.newer), UpdateKeys()) == .noKeys)
        // A key that only says it has the number of a trusted one.
        var false1 = UpdateVectors.keys(UpdateVectors.otherKey)
        false1.trusted[0].key.number = keys.trusted[0].key.number
        #expect(try problem(UpdateVectors.file(.newer), false1) == .damaged)
    }

    @Test func aSignatureThatHashesNothingFirstIsRefused() throws {
        let legacy = UpdateVectors.signed(.newer) + Array(UpdateVectors.legacySignature.utf8)
        #expect(try problem(legacy) == .damaged)
    }

    @Test(arguments: ["", "A", "AA=A", "A===", "AB==", "A*==", "AAA"])
    func whatIsNoBase64IsRefused(_ text: String) {
        #expect(Minisign.base64(Array(text.utf8)[...]) == (text.isEmpty ? [] : nil))
    }

    @Test func base64IsDecoded() {
        #expect(Minisign.base64(Array("+/8A".utf8)[...]) == [0xFB, 0xFF, 0])
        #expect(Minisign.base64(Array("TXM=".utf8)[...]) == [0x4D, 0x73])
        #expect(Minisign.base64(Array("TQ==".utf8)[...]) == [0x4D])
    }

    @Test func versionsAreNumbersAndNotTexts() {
        #expect(UpdateVersion("0.10.0")! > UpdateVersion("0.9.9")!)
        #expect(UpdateVersion("1.0.0")! > UpdateVersion("0.65535.65535")!)
        for text in ["", "1.0", "1.0.0.0", "1..0", "1.0.x", "1.0.-1", "1.0.65536", "1.0. 1"] {
            #expect(UpdateVersion(text) == nil, "\(text)")
        }
    }
}
