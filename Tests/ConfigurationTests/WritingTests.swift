import Foundation
import Testing

@testable import Configuration

/// U9: who may read and replace the files of a configuration.
@Suite struct WritingTests {
    private static func box(_ settings: String, _ port: String) -> String {
        "treadle: 1\nmidi-ci: {\(settings)}\nports:\n  in: {match: x}\n  it: {\(port)}\n"
    }

    @Test(arguments: [
        Marked(.box, box("", "match: m, write: §true"), "`midi-ci` of the box does not say `write: true`"),
        Marked(.box, box("write: true", "match: m, midi-ci: false, write: §true"), "the port has no MIDI-CI"),
        Marked(.box, box("write: true", "match: m, direction: in, write: §true"), "the port has no MIDI-CI"),
        Marked(.box, box("enabled: false, write: §true", "match: m"), "no effect with `enabled: false`"),
        Marked(.box, box("write: true", "network: Desk, write: §true"), "every device that calls itself `Desk` can"),
        Marked(
            .box, box("write: true", "network: \"*\", initiate: true, write: §true"), "everybody in the network can"),
        Marked(
            .box, "treadle: 1\nmidi-ci: {write: §true}\nports: {n: {network: N}, v: {virtual: both}}\n",
            "needs `write: true` too"),
        Marked(
            .box, "treadle: 1\nmidi-ci: {write: §true}\nports: {b: {§bluetooth: B}}\n", "needs `write: true` too",
            "has no effect"),
        Marked(.box, "treadle: 1\nmidi-ci: {write: true}\nports: {v: {virtual: both, write: true}}\n"),
        Marked(.box, box("write: true", "match: m, write: false")), Marked(.box, box("write: false", "match: m")),
    ])
    func writingWithoutEffectOrForEverybodyIsWarnedOf(_ marked: Marked) { marked.check() }

    /// Nobody may unless the box says so, and over a network, by Bluetooth or from a program only with the word of the
    /// port.
    @Test(arguments: [
        ("", "match: m", wire: false, other: false), ("", "match: m, write: true", false, false),
        ("write: false", "match: m, write: true", false, false), ("write: true", "match: m", true, false),
        ("write: true", "match: m, write: false", false, false), ("write: true", "match: m, write: true", true, true),
    ])
    func filesAreServedOnlyWhereTheBoxAndThePortSaySo(_ settings: String, _ port: String, wire: Bool, other: Bool)
        throws
    {
        let box = try Configuration.load(text: Self.box(settings, port)).get().box
        #expect(box.servesState(box.ports[1], isHardware: true) == wire)
        #expect(box.servesState(box.ports[1], isHardware: false) == other)
    }

    @Test func checkTellsWhoMayWrite() throws {
        func summary(_ settings: String, _ port: String) throws -> String {
            try Configuration.load(text: Self.box(settings, port)).get().summary
        }
        let open = try summary("write: true", "match: m, write: true")
        #expect(open.contains("midi-ci: devices may replace the configuration\n"))
        #expect(open.contains("port it: match m, in and out, write\n"), "\(open)")
        #expect(try summary("write: true", "match: m, write: false").contains("in and out, no write\n"))
        #expect(try !summary("", "match: m").contains("write"))
    }
}

/// A list that is outside the folder of the configuration, by its path or by a link.
@Suite struct OutsideListTests {
    private static let list = String(repeating: "3\n", count: 128)
    private static let box = "treadle: 1\nports: {k: {match: k}}\n"

    private static func preset(_ list: String) -> String {
        "name: A\nroutings: [{from: [k], to: [k], velocity: {list: \"\(list)\"}}]\n"
    }

    /// A folder `board` with a list, beside a list that is none of its.
    private func withFolder(_ body: (_ board: String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("treadle-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["board/presets", "board/lists", "boards"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        let texts = [
            "list": Self.list, "boards/list": Self.list, "board/lists/list": Self.list, "board/box.yaml": Self.box,
            "board/presets/a.yaml": Self.preset("lists/list"),
        ]
        for (name, text) in texts { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        let board = folder.path + "/board"
        for (name, target) in [("file", "../../list"), ("inner", "list"), ("folder", "../../boards")] {
            #expect(symlink(target, "\(board)/lists/\(name)") == 0)
        }
        try body(board)
    }

    private static let outside = [
        "../list", "../boards/list", "lists/../../list", "lists/file", "lists/folder/list", "/etc/hostname",
    ]

    @Test func ownListOutsideTheFolderIsWarnedOf() throws {
        try withFolder { board in
            for name in Self.outside.dropLast() + [board + "/../list"] {
                try Data(Self.preset(name).utf8).write(to: URL(fileURLWithPath: board + "/presets/a.yaml"))
                let found = try Configuration.load(path: board).get().diagnostics.list
                #expect(found.map { "\($0.severity) \($0.line):\($0.column)" } == ["warning 2:50"], "\(found)")
                #expect(found.first?.message.contains("is outside the folder of the configuration") == true)
            }
            for name in ["lists/list", "lists/inner", "presets/../lists/list", "./lists/list"] {
                try Data(Self.preset(name).utf8).write(to: URL(fileURLWithPath: board + "/presets/a.yaml"))
                #expect(try Configuration.load(path: board).get().diagnostics.list.isEmpty, "\(name)")
            }
        }
    }

    private func fault(_ board: String, _ list: String) throws -> String {
        let hashes = try Configuration.load(path: board).get().fileHashes
        do throws(FileReplacement.Problem) {
            _ = try FileReplacement(
                path: board, name: "presets/a.yaml", by: Array(Self.preset(list).utf8), asRead: hashes)
            return ""
        } catch {
            return error.message
        }
    }

    /// U9: a text from elsewhere names only files of the folder, also where an own preset names the same list.
    @Test func foreignTextNamesOnlyListsOfTheFolder() throws {
        try withFolder { board in
            for ownName in ["", "../list"] {
                if !ownName.isEmpty {
                    try Data(Self.preset(ownName).replacing("name: A", with: "name: B").utf8).write(
                        to: URL(fileURLWithPath: board + "/presets/own.yaml"))
                }
                for name in Self.outside {
                    #expect(try fault(board, name).contains("is outside the folder of the configuration"), "\(name)")
                }
                #expect(try fault(board, "lists/inner") == "")
                #expect(try fault(board, "lists/none").contains("cannot be read"))
            }
        }
    }

    /// I3, E6: the texts of a card or of an archive are foreign, too.
    @Test func textsInMemoryNameOnlyEachOther() throws {
        for name in ["/etc/hostname", "../list", "lists/../../list"] {
            let loaded = Configuration.load(
                text: Self.box, files: ["presets/a.yaml": Self.preset(name), name: Self.list])
            guard case .failure(let diagnostics) = loaded else {
                Issue.record("\(name) is taken")
                continue
            }
            #expect(diagnostics.list.map { $0.message.contains("is outside the folder") } == [true], "\(name)")
        }
    }
}
