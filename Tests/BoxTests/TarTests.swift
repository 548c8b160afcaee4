import Foundation
import TestSupport
import Testing

@testable import Box
@testable import Upkeep

/// Archives as bytes: what is written by us and by others, and what is refused (E6).
@Suite struct TarTests {
    /// An entry of an archive made by hand; unlike `TarWriter`, of any type.
    private static func entry(
        _ path: String, _ content: String = "", type: Character = "0", magic: String = "ustar\u{0}00",
        size: String? = nil, prefix: String = ""
    ) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, _ at: Int) {
            for (index, byte) in text.utf8.enumerated() { header[at + index] = byte }
        }
        put(path, 0)
        put(size ?? String(content.utf8.count, radix: 8), 124)
        put(String(type), 156)
        put(magic, 257)
        put(prefix, 345)
        return summed(header) + padded(Array(content.utf8))
    }

    private static func padded(_ content: [UInt8]) -> [UInt8] {
        content + [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
    }

    /// Writes the checksum as GNU tar does.
    static func summed(_ header: [UInt8]) -> [UInt8] {
        var header = header
        for at in 148..<156 { header[at] = 32 }
        let digits = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
        let field = Array((String(repeating: "0", count: 6 - digits.count) + digits + "\u{0} ").utf8)
        for at in 0..<8 { header[148 + at] = field[at] }
        return header
    }

    private static let end = [UInt8](repeating: 0, count: 1024)

    private func read(_ entries: [UInt8]...) throws -> [String] {
        try TarReader(entries.flatMap { $0 } + TarTests.end).entries.map { $0.isFolder ? $0.path + "/" : $0.path }
    }

    @Test(
        arguments: [
            ["box.yaml"], ["a/b/c.yaml", "é/ド.txt"], [String(repeating: "x", count: 100)],
            // A name and a prefix; the longest of both; one that fits nowhere; one in a folder that does not fit.
            [String(repeating: "x", count: 99) + "/" + String(repeating: "y", count: 100)],
            [String(repeating: "x", count: 155) + "/" + String(repeating: "y", count: 100)],
            [String(repeating: "x", count: 101)], ["a/" + String(repeating: "ド", count: 50) + ".yaml"],
            // The length of a pax field counts its own digits: 99 and 100 bytes and their neighbours.
            (100..<110).map { "a/" + String(repeating: "z", count: $0 - 2) },
            (980...1024).map { "a/" + String(repeating: "z", count: $0 - 2) },
        ])
    func writtenNamesAreRead(_ names: [String]) throws {
        var archive = TarWriter()
        for (index, name) in names.enumerated() {
            archive.add(name, [UInt8](repeating: 7, count: 511 + index), modified: 1_700_000_000)
        }
        archive.finish()
        #expect(archive.bytes.count % 10240 == 0)
        let entries = try TarReader(archive.bytes).entries
        #expect(entries.map { $0.path } == names)
        #expect(entries.map { $0.content.count } == names.indices.map { 511 + $0 })
        #expect(entries.allSatisfy { archive.bytes[$0.content].allSatisfy { $0 == 7 } })
    }

    @Test func namesOfOtherProgramsAreRead() throws {
        let long = String(repeating: "n", count: 300)
        #expect(try read(TarTests.entry("./", type: "5"), TarTests.entry("./a//./b", "x")) == ["a/b"])
        #expect(try read(TarTests.entry("f", type: "5"), TarTests.entry("b", prefix: "p/q")) == ["f/", "p/q/b"])
        // GNU's magic, and its entry for a long name; there a prefix is something else.
        let gnu = "ustar  \u{0}"
        let names = try read(
            TarTests.entry("././@LongLink", long + "\u{0}", type: "L", magic: gnu),
            TarTests.entry("nnn", "x", magic: gnu, prefix: "9999"), TarTests.entry("short", magic: gnu, prefix: "9999"))
        #expect(names == [long, "short"])
        // pax: a path, other fields around it, and fields of all entries.
        let fields = "30 mtime=1350244992.023960108\n20 path=long/é.txt\n"
        let pax = try read(
            TarTests.entry("g", "12 foo=barr\n", type: "g"), TarTests.entry("x", fields, type: "x"),
            TarTests.entry("short", "1"), TarTests.entry("short", "2"))
        #expect(pax == ["long/é.txt", "short"])
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var bytes: [UInt8]
    }

    private static var damaged: [UInt8] {
        var bytes = entry("box.yaml", "x")
        bytes[3] += 1
        return bytes + end
    }

    static let bad = [
        Bad(testDescription: "../a leads out of its folder", bytes: entry("../a") + end),
        Bad(testDescription: "a/../../b leads out of its folder", bytes: entry("a/../../b") + end),
        Bad(testDescription: ".. leads out of its folder", bytes: entry("..", type: "5") + end),
        Bad(testDescription: "p/../b leads out of its folder", bytes: entry("b", prefix: "p/..") + end),
        Bad(testDescription: "/etc/passwd is an absolute path", bytes: entry("/etc/passwd") + end),
        Bad(testDescription: "a is a link", bytes: entry("a", type: "2") + end),
        Bad(testDescription: "a is a link", bytes: entry("a", type: "1") + end),
        Bad(testDescription: "a is neither a file nor a folder", bytes: entry("a", type: "3") + end),
        Bad(testDescription: "a is neither a file nor a folder", bytes: entry("a", type: "6") + end),
        Bad(testDescription: "a is neither a file nor a folder", bytes: entry("a", type: "S") + end),
        Bad(testDescription: "is no name of a file", bytes: entry("a\nb") + end),
        Bad(testDescription: "is no name of a file", bytes: entry("a\u{1B}[2Jb") + end),
        Bad(testDescription: "a file has no name", bytes: entry("") + end),
        Bad(testDescription: "a file has no name", bytes: entry("././") + end),
        Bad(testDescription: "more than 8 folders deep", bytes: entry("1/2/3/4/5/6/7/8/9") + end),
        Bad(testDescription: "a is too large", bytes: entry("a", size: "77777777777") + end),
        Bad(testDescription: "a is too large", bytes: entry("a", size: "\u{7F}1") + end),
        Bad(
            testDescription: "and at most 16777216 are possible",
            bytes: entry("a", String(repeating: "x", count: 16_777_217)) + end),
        Bad(
            testDescription: "path of more than 1024 bytes",
            bytes: entry("a", String(repeating: "x", count: 1025), type: "L") + entry("x") + end),
        Bad(testDescription: "pax header has a wrong length", bytes: entry("a", "99 path=x\n", type: "x") + end),
        Bad(testDescription: "pax header has a wrong length", bytes: entry("a", "path=x\n", type: "x") + end),
        Bad(testDescription: "pax header has a wrong length", bytes: entry("a", "0 path=x\n", type: "x") + end),
        Bad(testDescription: "damaged at byte 0: its checksum is wrong", bytes: damaged),
        Bad(testDescription: "damaged at byte 512", bytes: entry("a") + [UInt8](repeating: 65, count: 512) + end),
        Bad(
            testDescription: "damaged at byte 1024",
            bytes: entry("a") + [UInt8](repeating: 0, count: 512) + entry("b") + end),
        Bad(testDescription: "this is no tar archive", bytes: [UInt8](repeating: 65, count: 2048)),
        Bad(testDescription: "compressed by gzip", bytes: [0x1F, 0x8B] + [UInt8](repeating: 65, count: 2048)),
    ]

    @Test(arguments: bad) func whatCouldLeaveTheFolderOrIsDamagedIsRefused(_ bad: Bad) throws {
        let problem = #expect(throws: TarReader.Problem.self) { try TarReader(bad.bytes) }
        #expect(problem?.message.contains(bad.testDescription) == true, "\(String(describing: problem))")
    }

    /// Bytes that are no UTF-8 would become another name.
    @Test func aNameOfOtherBytesIsRefused() throws {
        var header = Array(TarTests.entry("a").prefix(512))
        header[0] = 0xFF
        #expect(throws: TarReader.Problem.self) { try TarReader(TarTests.summed(header) + TarTests.end) }
    }

    /// Cut anywhere, the two blocks of zeros at the end included.
    @Test func anArchiveThatIsCutOffIsRefused() throws {
        let whole = TarTests.entry("a", "content") + TarTests.entry("b") + TarTests.end
        _ = try TarReader(whole)
        for count in 0..<whole.count {
            let problem = #expect(throws: TarReader.Problem.self) { try TarReader(Array(whole.prefix(count))) }
            #expect(problem?.message == "the archive is cut off at byte \(count)")
        }
    }
}
