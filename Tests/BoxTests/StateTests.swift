import Configuration
import Foundation
import HostSupport
import Testing

@testable import Box

/// The files of the configuration as states of MIDI-CI (U9).
@Suite struct StateTests {
    private static let box = "treadle: 1\nname: Stage\nports: { out: { match: o, direction: out } }\n"

    private func list(_ names: [String]) throws -> [StateFile] {
        var files: [String: String] = [:]
        for (number, name) in names.enumerated() { files[name] = "name: P\(number)\n" }
        let configuration = try Configuration.load(text: Self.box, files: files).get()
        return StateFile.list(configuration, configuration.fileHashes, box: "box.yaml")
    }

    @Test func eachFileIsAStateWithAnIdOfItsOwn() throws {
        let long = "presets/" + String(repeating: "x", count: 40)
        let files = try list(["presets/a b.yaml", "presets/a.b.yaml", long + "1.yaml", long + "2.yaml"])
        #expect(files.map { $0.name }.first == "box.yaml" && files[0].state.title == "Stage")
        #expect(files.dropFirst().map { $0.state.title } == ["P0", "P1", "P2", "P3"])
        let cut = String(repeating: "x", count: 28)
        #expect(
            files.map { $0.state.id } == [
                "box", "presets-a-b", "presets-a-b-2", "presets-" + cut, "presets-" + cut.dropLast(2) + "-2",
            ])
    }

    @Test func revisionChangesWithTheText() throws {
        let one = try Configuration.load(text: Self.box, files: ["presets/a.yaml": "name: A\n"]).get()
        let other = try Configuration.load(text: Self.box, files: ["presets/a.yaml": "name: A\n\n"]).get()
        let (before, after) = (
            StateFile.list(one, one.fileHashes, box: "box.yaml"),
            StateFile.list(other, other.fileHashes, box: "box.yaml")
        )
        #expect(before[0] == after[0])
        #expect(before[1].state.id == after[1].state.id && before[1].state.revision != after[1].state.revision)
    }

    /// A box between two lines with the presets `First` in the box file and `Second` in a file.
    private final class Bench {
        let (synth, out): (Line, Line)
        let folder: TemporaryFolder
        let box: RunningBox
        let peer: CITestPeer
        private var request: UInt8 = 0

        /// - Parameters:
        ///   - settings: of `midi-ci`.
        ///   - port: further settings of `synth`.
        init(_ settings: String = "write: true", port: String = "") throws {
            synth = try #require(Line())
            out = try #require(Line())
            folder = try TemporaryFolder()
            try folder.write(
                """
                treadle: 1
                name: Stage
                ports:
                  synth: { uart: "\(synth.path)"\(port) }
                  out: { uart: "\(out.path)", direction: out }
                midi-ci: { \(settings) }
                clock: { send-when-stopped: false }
                presets: [{ name: First, number: 1, routings: [{ from: [synth], to: [out] }] }]

                """, "box.yaml")
            try folder.write(Bench.second(2), "presets/second.yaml")
            box = try RunningBox(["run", "--no-realtime", folder.path], lines: [synth, out])
            try #require(box.says("synth: in and out", "out: out at"), "\(box.said)")
            peer = CITestPeer(synth)
            synth.send(peer.discovery())
            _ = peer.receive(0x71)
        }

        static func second(_ channel: Int) -> String {
            "name: Second # \"the\" other\nnumber: 2\nroutings: [{ from: [synth], to: [out], channel: \(channel) }]\n"
        }

        /// Sends a property inquiry and returns the reply.
        func ask(_ kind: UInt8, _ header: String, _ body: String = "") -> (header: String, body: String) {
            request += 1
            synth.send(peer.property(kind, request: request, header, body))
            let reply = peer.reply(kind + 1)
            return (reply.header, reply.body)
        }

        func set(_ id: String, _ text: String?) throws -> String {
            let data = try text.map { try JSONSerialization.data(withJSONObject: ["text": $0]) }
            let body = data.map { String(decoding: $0, as: UTF8.self) }
            return ask(0x36, #"{"resource":"State","resId":"\#(id)"}"#, body ?? "").header
        }

        /// What a note on channel 1 becomes.
        func plays() -> [UInt8] {
            synth.send([0x90, 60, 100, 0x80, 60, 0])
            return out.receive(6)
        }
    }

    /// U9: the list, Get, Set of a preset's file without data and with a text.
    @Test func stateIsReadLoadedAndReplaced() throws {
        let bench = try Bench()
        let list = bench.ask(0x34, #"{"resource":"StateList"}"#)
        #expect(list.body.contains(#"{"title":"Stage","stateId":"box","stateRev":""#), "\(list)")
        #expect(list.body.contains(#"{"title":"Second","stateId":"presets-second","stateRev":""#), "\(list)")
        let state = bench.ask(0x34, #"{"resource":"State","resId":"presets-second"}"#)
        let read = try #require(
            JSONSerialization.jsonObject(with: Data(state.body.utf8)) as? [String: String], "\(state)")
        #expect(read == ["title": "Second", "text": Bench.second(2)])
        #expect(bench.ask(0x34, #"{"resource":"State","resId":"presets-third"}"#).header.contains("404"))

        #expect(bench.plays() == [0x90, 60, 100, 0x80, 60, 0])
        #expect(try bench.set("presets-second", nil) == #"{"status":200}"#)
        #expect(bench.plays() == [0x91, 60, 100, 0x81, 60, 0])
        #expect(try bench.set("presets-second", Bench.second(5)) == #"{"status":200}"#)
        #expect(bench.plays() == [0x94, 60, 100, 0x84, 60, 0])
        // E4: the file is the new one, the former version is kept.
        #expect(bench.folder.text("presets/second.yaml") == Bench.second(5))
        #expect(bench.folder.text("presets/second.yaml.before") == Bench.second(2))
        #expect(try bench.set("box", nil) == #"{"status":200}"#)
        bench.box.stop()
    }

    /// U9: without `write: true` of the box, or with `write: false` of the port, a device learns of no file and changes
    /// none. Presets are loaded as ever.
    @Test(arguments: [("enabled: true", ""), ("write: false", ", write: true"), ("write: true", ", write: false")])
    func nobodyReadsOrReplacesFilesUnlessTheBoxSaysSo(settings: String, port: String) throws {
        let bench = try Bench(settings, port: port)
        let names = ["box.yaml", "presets/second.yaml", "presets/second.yaml.before"]
        let before = names.map { bench.folder.text($0) }
        for header in [#"{"resource":"StateList"}"#, #"{"resource":"State","resId":"presets-second"}"#] {
            let answer = bench.ask(0x34, header)
            #expect(answer.header == #"{"status":404}"# && answer.body == "", "\(answer)")
        }
        #expect(try bench.set("presets-second", Bench.second(5)) == #"{"status":404}"#)
        #expect(try bench.set("presets-second", nil) == #"{"status":404}"#)
        #expect(bench.plays() == [0x90, 60, 100, 0x80, 60, 0])
        let set = bench.ask(0x36, #"{"resource":"X-Treadle-Status"}"#, #"{"preset":2}"#)
        #expect(set.header == #"{"status":200}"# && bench.plays() == [0x91, 60, 100, 0x81, 60, 0])
        #expect(names.map { bench.folder.text($0) } == before)
        bench.box.stop()
    }

    /// U9: a text from elsewhere opens no file outside the folder, and its refusal says nothing of files and values,
    /// not even whether there is such a file.
    @Test func textOpensNoFileOutsideTheFolder() throws {
        let bench = try Bench()
        let outside = try TemporaryFolder(["secret": "hunter2\n", "list": String(repeating: "3\n", count: 128)])
        #expect(symlink(outside.path, bench.folder.path + "/lists") == 0)
        try bench.folder.write("hunter3\n", "secret.txt")
        var refusals: Set<String> = []
        for list in [
            outside.path + "/secret", outside.path + "/list", outside.path + "/none", "lists/secret", "lists/list",
            "../none", "presets/../../none", "none.txt", "secret.txt", "box.yaml", "/dev/watchdog", "/proc/self/mem",
        ] {
            refusals.insert(
                try bench.set(
                    "presets-second",
                    "name: Second\nroutings: [{ from: [synth], to: [out], velocity: { list: \"\(list)\" } }]\n"))
        }
        #expect(
            refusals == [
                #"{"status":342,"message":"the configuration would have errors; the log of the box says which"}"#
            ])
        #expect(bench.folder.text("presets/second.yaml") == Bench.second(2))
        // A list in the folder is taken.
        try bench.folder.write(String(repeating: "7\n", count: 128), "presets/list.txt")
        let good = "name: Second\nroutings: [{ from: [synth], to: [out], velocity: { list: presets/list.txt } }]\n"
        #expect(try bench.set("presets-second", good) == #"{"status":200}"#)
        bench.box.stop()
    }

    /// U9: a text that does not compile, or that takes other hardware, changes nothing.
    @Test func badTextIsRefused() throws {
        let bench = try Bench()
        let before = try #require(bench.folder.text("box.yaml"))
        let faulty = try bench.set("presets-second", "name: Second\nroutings: [{ from: [nobody], to: [out] }]\n")
        #expect(faulty.contains(#""status":342"#) && faulty.contains("the log of the box says which"), "\(faulty)")
        #expect(!faulty.contains("nobody") && !faulty.contains("second"), "\(faulty)")
        let hardware = try bench.set("box", before.replacing("direction: out", with: "direction: both"))
        #expect(hardware.contains(#""status":342"#) && hardware.contains("restart"), "\(hardware)")
        // A file that somebody edits is not overwritten.
        try bench.folder.write(Bench.second(9), "presets/second.yaml")
        let edited = try bench.set("presets-second", Bench.second(3))
        #expect(edited.contains(#""status":341"#) && !edited.contains("second"), "\(edited)")
        #expect(!bench.folder.names.contains { $0.hasSuffix(".before") })
        #expect(bench.folder.text("box.yaml") == before && bench.folder.text("presets/second.yaml") == Bench.second(9))
        #expect(bench.plays() == [0x90, 60, 100, 0x80, 60, 0])
        bench.box.stop()
    }
}
