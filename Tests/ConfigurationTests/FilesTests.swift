import Foundation
import Testing

@testable import Configuration

struct FilesTests {
    /// Runs `body` with a temporary folder of these files.
    private func withFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("treadle-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        try body(folder.path)
    }

    private func failure(_ path: String) -> [String] {
        guard case .failure(let diagnostics) = Configuration.load(path: path) else { return [] }
        return diagnostics.list.map { $0.text }
    }

    private let box = "treadle: 1\nports: {k: {match: k}}\npresets: [{name: In, number: 1}]\n"

    @Test func folderAndBoxFileAreTheSame() throws {
        let preset = "name: Out\nroutings: [{from: [k], to: [k], velocity: {list: lists/l.txt}}]\n"
        let list = String(repeating: "3\n", count: 128)
        let files = [
            "box.yaml": box, "presets/b.yaml": preset, "presets/.hidden.yaml": "x", "presets/readme.txt": "x",
            "lists/l.txt": list,
        ]
        try withFolder(files) { folder in
            for path in [folder, folder + "/", folder + "/box.yaml"] {
                let it = try Configuration.load(path: path).get()
                #expect(it.presetNames == ["In", "Out"])
                #expect(it.plan.pointee.presets[1].routings[0].velocityMap?[9] == 3)
            }
        }
    }

    private func warnings(_ path: String) throws -> [String] {
        try Configuration.load(path: path).get().diagnostics.list.map { $0.text }
    }

    /// A computer may have saved a preset under a name that is not read.
    @Test func presetWithAWrongNameIsWarnedOf() throws {
        let preset = "name: Out\nroutings: []\n"
        for name in ["verse.yml", "VERSE.YAML", "verse.yaml.txt", "Verse.Yml.TXT", "verse.Yaml"] {
            try withFolder(["box.yaml": box, "presets/\(name)": preset]) { folder in
                let said = try warnings(folder)
                #expect(
                    said == [
                        "\(folder)/presets/\(name):1:1: warning: this preset is not read, because its name does not "
                            + "end in `.yaml`, in small letters"
                    ])
            }
            let inMemory = try Configuration.load(text: box, files: ["presets/\(name)": preset]).get()
            #expect(inMemory.diagnostics.list.count == 1)
        }
    }

    /// Files of the box itself, of editors and of systems are not meant to be presets.
    @Test func otherFilesBesidePresetsAreNotWarnedOf() throws {
        let names = [
            "verse.yaml", "verse.yaml.before", ".verse.yml", "verse.yaml~", "readme.txt", "soft.list", "yml",
            "a.yaml.bak",
        ]
        try withFolder(
            ["box.yaml": box].merging(names.map { ("presets/" + $0, "name: Out\nroutings: []\n") }) { $1 }
        ) { folder in
            let said = try warnings(folder)
            #expect(said.isEmpty, "\(said)")
        }
    }

    @Test(arguments: ["Presets", "PRESETS", "preset"]) func folderWithAWrongNameIsWarnedOf(name: String) throws {
        let files = ["box.yaml": box, "\(name)/a.yaml": "name: Out\nroutings: []\n"]
        let what =
            "warning: this folder is not read, because presets are in a folder called `presets`, in small letters"
        try withFolder(files) { folder in
            let said = try warnings(folder)
            #expect(said == ["\(folder)/\(name):1:1: \(what)"])
            // On a FAT file system both names are one folder.
            symlink(name, folder + "/presets")
            let linked = try warnings(folder)
            #expect(linked.isEmpty, "\(linked)")
        }
        try withFolder(files.merging(["presets/b.yaml": "name: B\nroutings: []\n"]) { $1 }) { folder in
            let said = try warnings(folder)
            #expect(said.count == 1, "\(said)")
        }
        let inMemory = try Configuration.load(text: box, files: ["\(name)/a.yaml": "name: Out\n"]).get()
        #expect(inMemory.diagnostics.list.count == 1)
    }

    @Test func allFilesAreReportedAtOnceInOrder() throws {
        let files = ["box.yaml": box + "x: 1\n", "presets/a.yaml": "name: In\nnumber: 1\n", "presets/b.yaml": "- [\n"]
        try withFolder(files) { folder in
            let reported = failure(folder)
            #expect(reported.count == 4)
            #expect(reported[0].hasPrefix(folder + "/box.yaml:4:1: error: `x`"))
            #expect(
                reported[1].hasPrefix(folder + "/presets/a.yaml:1:7: error: a preset `In` already exists, at \(folder)")
            )
            #expect(reported[2].hasPrefix(folder + "/presets/a.yaml:2:9: error: number 1"))
            #expect(reported[3].hasPrefix(folder + "/presets/b.yaml:1:3: error: "))
        }
    }

    @Test func presetAloneNamesTheBoxFile() throws {
        let files = ["box.yaml": box, "presets/a.yaml": "name: A\nroutings: []\n", "stray.yaml": "number: 1\n"]
        try withFolder(files) { folder in
            let what = "error: this is a preset, not a box file; "
            #expect(
                failure(folder + "/presets/a.yaml") == [
                    "\(folder)/presets/a.yaml:1:1: \(what)the box file is `\(folder)/box.yaml`"
                ])
            #expect(
                failure(folder + "/stray.yaml") == ["\(folder)/stray.yaml:1:1: \(what)name a box file, or its folder"])
        }
    }

    @Test func missingOrUnreadableFileIsAnError() throws {
        try withFolder(["other": ""]) { folder in
            let expected =
                "cannot be read: No such file or directory; a configuration is a box file, or a folder with a box.yaml"
            #expect(failure(folder) == [folder + "/box.yaml:1:1: error: " + expected])
            #expect(failure(folder + "/no.yaml") == [folder + "/no.yaml:1:1: error: " + expected])
            #expect(failure(folder + "/no/") == [folder + "/no/box.yaml:1:1: error: " + expected])
            #expect(!Configuration.isReadable(path: folder) && !Configuration.isReadable(path: folder + "/no/"))
            #expect(Configuration.isReadable(path: folder + "/other"))
        }
        try withFolder(["presets/a.yaml/x": "", "box.yaml": box]) { folder in
            #expect(failure(folder) == [folder + "/presets/a.yaml:1:1: error: cannot be read: Is a directory"])
        }
    }

    /// Reading must not wait for the writer of a pipe or open a device.
    @Test(arguments: ["box.yaml", "presets/a.yaml"]) func pipesAndDevicesAreRefused(_ name: String) throws {
        let place = "\(name):1:1: error: cannot be read: it is not a file, but a pipe, a socket or a device"
        for make in [{ symlink("/dev/null", $0) }, { mkfifo($0, 0o600) }] as [(String) -> Int32] {
            try withFolder(["box.yaml": box, "presets/b.yaml": "name: B\n"]) { folder in
                unlink("\(folder)/\(name)")
                #expect(make("\(folder)/\(name)") == 0)
                #expect(failure(folder).first?.hasPrefix("\(folder)/\(place)") == true, "\(failure(folder))")
                #expect(Configuration.isReadable(path: folder) == (name != "box.yaml"))
            }
        }
    }

    @Test func fileOverItsLimitIsNotRead() throws {
        let text = box + "# "
        let blank = String(repeating: " ", count: ReadingLimits.fileBytes - text.utf8.count)
        try withFolder(["box.yaml": text + blank]) { folder in _ = try Configuration.load(path: folder).get() }
        try withFolder(["box.yaml": text + blank + " "]) { folder in
            let reported = "over the limit `fileBytes`: 4194305, and at most 4194304 are possible"
            #expect(failure(folder) == [folder + "/box.yaml:1:1: error: " + reported])
            #expect(Configuration.isReadable(path: folder))
        }
    }
}
