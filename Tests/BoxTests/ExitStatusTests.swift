import Foundation
import Testing

/// The exit status of commands with a bad configuration (docs/reference/COMMANDS.md).
@Suite struct ExitStatusTests {
    private func withBox(_ text: String, _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/treadle-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try text.write(toFile: folder + "/box.yaml", atomically: false, encoding: .utf8)
        try body(folder)
    }

    @Test(arguments: ["check", "render", "ports", "run"])
    func unreadableBoxFileEndsWithThree(_ command: String) throws {
        let run = try Finished([command, "/nonexistent/"])
        #expect(run.status == 3 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("/nonexistent/box.yaml:1:1: error: cannot be read: No such file or directory"))
    }

    @Test(arguments: ["check", "render", "ports", "run"])
    func fileThatTheConfigurationNamesIsBadInputWhereItIsMissing(_ command: String) throws {
        let box = """
            treadle: 1
            ports: { k: { match: k } }
            presets: [{ name: P, routings: [{ from: [k], to: [k], velocity: { list: no.txt } }] }]

            """
        try withBox(box) { folder in
            let run = try Finished([command, folder])
            #expect(run.status == 1)
            #expect(
                run.errors == """
                    \(folder)/box.yaml:3:73: error: the list `no.txt` cannot be read: No such file or directory
                        3 | …, routings: [{ from: [k], to: [k], velocity: { list: no.txt } }] }]
                          |                                                       ^

                    """)
        }
    }

    /// What is given by hand may come from a pipe, as by `<(…)` of a shell.
    @Test func scriptComesThroughAPipe() throws {
        try withBox("treadle: 1\nports: { k: { match: k } }\n") { folder in
            let pipe = folder + "/pipe"
            #expect(mkfifo(pipe, 0o600) == 0)
            let writer = Thread { try? "0 k 90 3C 64\n".write(toFile: pipe, atomically: false, encoding: .utf8) }
            writer.start()
            let run = try Finished(["render", folder, pipe])
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        }
    }

    @Test func unreadableScriptEndsWithThree() throws {
        try withBox("treadle: 1\n") { folder in
            let run = try Finished(["render", folder, folder + "/none.txt"])
            #expect(run.status == 3 && run.errors.contains("none.txt: No such file or directory"))
        }
    }
}
