import CPlatform
import Configuration
import Foundation
import Host
import HostSupport
import Plan
import Testing

@testable import Box

/// `run --watch`: the box reloads its files when they change.
@Suite struct WatchTests {
    private static let text = """
        treadle: 1
        name: Watching
        ports: { keys: { uart: /nonexistent/keys } }
        presets:
        - { name: A, number: 1, tempo: 90, routings: [{ name: Left, from: [keys], to: [keys], velocity: { list: \
        soft.txt } }] }

        """
    private static let list = String(repeating: "7\n", count: 128)

    private static func start() throws -> (TemporaryFolder, RunningBox) {
        let folder = try TemporaryFolder(["box.yaml": text, "soft.txt": list])
        let box = try RunningBox(["run", "--no-realtime", "--watch", folder.path])
        try #require(box.says("keys: /nonexistent/keys: not there"), "\(box.said)")
        return (folder, box)
    }

    /// The value that `status` tells behind a word.
    private static func status(_ word: String, _ box: RunningBox) throws -> String? {
        try Finished(["status"], environment: ["TREADLE_SOCKET": box.socket]).output.split(separator: "\n")
            .first { $0.hasPrefix(word + " ") }.map { $0.dropFirst(10).trimmingCharacters(in: .whitespaces) }
    }

    /// Editors write into the file, or put another file in its place.
    @Test func changedFilesAreReloaded() throws {
        let (folder, box) = try WatchTests.start()
        let reloaded = "configuration reloaded"
        try folder.write(WatchTests.text.replacing("tempo: 90", with: "tempo: 91"), "box.yaml")
        #expect(box.says(reloaded, times: 1), "\(box.said)")
        #expect(try WatchTests.status("tempo", box) == "91 BPM")
        try folder.write(WatchTests.text.replacing("tempo: 90", with: "tempo: 92"), "new")
        #expect(rename(folder.path + "/new", folder.path + "/box.yaml") == 0)
        #expect(box.says(reloaded, times: 2), "\(box.said)")
        #expect(try WatchTests.status("tempo", box) == "92 BPM")
        try folder.write("name: B\nnumber: 2\nroutings: []\n", "presets/b.yaml")
        #expect(box.says(reloaded, times: 3), "\(box.said)")
        try folder.write(WatchTests.list.replacing("7", with: "8"), "soft.txt")
        #expect(box.says(reloaded, times: 4), "\(box.said)")
        box.signal(SIGTERM)
        // Without its errors: on a busy machine the box may find a file that was written into only half written.
        #expect(box.ended().status == 0)
    }

    /// Also folders that come later.
    @Test func newFolderIsWatched() throws {
        let (folder, box) = try WatchTests.start()
        try FileManager.default.createDirectory(atPath: folder.path + "/lists", withIntermediateDirectories: true)
        try folder.write(WatchTests.list, "lists/soft.txt")
        try folder.write(WatchTests.text.replacing("soft.txt", with: "lists/soft.txt"), "box.yaml")
        #expect(box.says("configuration reloaded", times: 1), "\(box.said)")
        // Watched when the reload is done.
        #expect(try WatchTests.status("tempo", box) == "90 BPM")
        try folder.write(WatchTests.list.replacing("7", with: "8"), "lists/soft.txt")
        #expect(box.says("configuration reloaded", times: 2), "\(box.said)")
    }

    /// Tools that install a configuration put another folder in the place of the whole one. The box may have been
    /// started in it.
    @Test(arguments: ["absolute", "relative", "link"]) func folderThatIsReplacedIsWatched(path kind: String) throws {
        let above = try TemporaryFolder()
        func make(_ name: String, tempo: Int) throws {
            try FileManager.default.createDirectory(atPath: "\(above.path)/\(name)", withIntermediateDirectories: true)
            let text = WatchTests.text.replacing("tempo: 90", with: "tempo: \(tempo)")
            try above.write(text, name + "/box.yaml")
            try above.write(WatchTests.list, name + "/soft.txt")
        }
        try make("board", tempo: 90)
        symlink("board", above.path + "/link")
        let path = kind == "relative" ? "." : above.path + (kind == "link" ? "/link" : "/board")
        let box = try RunningBox(["run", "--no-realtime", "--watch", path], in: above.path + "/board")
        try #require(box.says("keys: /nonexistent/keys: not there"), "\(box.said)")
        for tempo in [91, 92] {
            try make("next", tempo: tempo)
            if kind == "link" {
                #expect(rename(above.path + "/next", above.path + "/next-\(tempo)") == 0)
                symlink("next-\(tempo)", above.path + "/newer")
                #expect(rename(above.path + "/newer", above.path + "/link") == 0)
            } else {
                #expect(rename(above.path + "/board", above.path + "/old-\(tempo)") == 0)
                #expect(rename(above.path + "/next", above.path + "/board") == 0)
            }
            #expect(box.says("configuration reloaded", times: tempo - 90), "\(box.said)")
            #expect(try WatchTests.status("tempo", box) == "\(tempo) BPM")
        }
        // Files in the new folder are watched as those in the first.
        let text = WatchTests.text.replacing("tempo: 90", with: "tempo: 93")
        try above.write(text, kind == "link" ? "link/box.yaml" : "board/box.yaml")
        #expect(box.says("configuration reloaded", times: 3), "\(box.said)")
        #expect(try WatchTests.status("tempo", box) == "93 BPM")
    }

    /// The box is told of bad files, and of good ones after them.
    @Test func badFilesChangeNothing() throws {
        let (folder, box) = try WatchTests.start()
        try folder.write(WatchTests.text.replacing("tempo: 90", with: "tempo: no"), "box.yaml")
        let run = try Finished(["reload"], environment: ["TREADLE_SOCKET": box.socket])
        #expect(run.status == 1, "\(run)")
        try folder.write(WatchTests.text.replacing("tempo: 90", with: "tempo: 93"), "box.yaml")
        #expect(box.says("configuration reloaded", times: 1), "\(box.said)")
        #expect(try WatchTests.status("tempo", box) == "93 BPM")
    }

    /// What the box saves itself, and files with the same text, are no change.
    @Test func unchangedFilesAreNotReloaded() throws {
        let folder = try TemporaryFolder(["box.yaml": WatchTests.text, "soft.txt": WatchTests.list])
        let configuration = try Configuration.load(path: folder.path).get()
        let runner = try #require(
            Runner(configuration, path: folder.path, socket: folder.path + "/s", signals: -1, isSimulated: false))
        defer { runner.clients.server?.end() }
        try folder.write(WatchTests.text, "box.yaml")
        runner.running.reloadIfChanged()
        #expect(runner.running.handed.reading == 0)
        _ = try runner.running.write(SavedStates(muted: 1), of: PresetIndex(0), nil)
        #expect(folder.text("box.yaml")?.contains("mute: true") == true)
        runner.running.reloadIfChanged()
        #expect(runner.running.handed.reading == 0)
        try folder.write(WatchTests.text + "# changed\n", "box.yaml")
        runner.running.reloadIfChanged()
        #expect(runner.running.handed.reading == 1)
    }

    /// Changes are collected until there was none for a while. The first look is at once.
    @Test func changesSettle() throws {
        let folder = try TemporaryFolder(["box.yaml": WatchTests.text])
        var watch = try #require(ConfigurationWatch(folder.path))
        defer { close(watch.descriptor) }
        watch.watch([folder.path, folder.path + "/presets", folder.path + "/none"])
        #expect(watch.take(at: 5) && !watch.take(at: 6))
        for name in ["box.yaml", "presets/a.yaml"] {
            try folder.write("text", name)
            read(&watch, at: 1000)
            #expect(!watch.take(at: 1000) && watch.take(at: 1000 + ConfigurationWatch.settle), "\(name)")
        }
        for name in [".box.yaml.saving", "box.yaml~", ".last-preset"] {
            try folder.write("text", name)
            watch.read(at: 1000)
            #expect(watch.deadline == UInt64.max, "\(name)")
        }
        try folder.write("more", "box.yaml")
        read(&watch, at: 1000)
        try folder.write("and more", "box.yaml")
        read(&watch, at: 2000)
        #expect(!watch.take(at: 1999 + ConfigurationWatch.settle) && watch.take(at: 2000 + ConfigurationWatch.settle))
    }

    /// Reads until there is a change. A process that another test starts may hold the file open for a moment.
    private func read(_ watch: inout ConfigurationWatch, at now: UInt64) {
        while watch.deadline != now + ConfigurationWatch.settle {
            guard PollSet.isReadable(watch.descriptor, within: 60_000) else { return }
            watch.read(at: now)
        }
    }

    @Test(arguments: [true, false]) func endIsOneLine(isVerbose: Bool) throws {
        let input = try #require(Line())
        let file = try TemporaryFile(
            WatchTests.text.replacing("/nonexistent/keys", with: "\"\(input.path)\", midi-ci: false")
                .replacing(", velocity: { list: soft.txt }", with: ""))
        let words = ["run", "--no-realtime", file.path] + (isVerbose ? ["--verbose"] : [])
        let box = try RunningBox(words, lines: [input])
        #expect(box.says("keys: in and out at"), "\(box.said)")
        input.send([0x90, 60, 100, 0x80, 60, 64])
        #expect(input.receive(6).count == 6)
        box.signal(SIGTERM)
        #expect(box.says("treadle: ended after 0:00:0", ", 6 bytes in, 6 bytes out, nothing lost\n"), "\(box.said)")
        #expect(box.said.contains("wakes, 6 bytes in") == isVerbose, "\(box.said)")
        #expect(box.ended() == (0, ""))
    }
}
