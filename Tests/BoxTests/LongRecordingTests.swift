import CPlatform
import Foundation
import HostSupport
import Plan
import SMF
import Testing

@testable import Box

/// Recordings that do not fit into a socket's buffer.
@Suite(.timeLimit(.minutes(2))) struct LongRecordingTests {
    private static let notes = 12_000

    /// A box that has heard so many notes.
    private func bench() throws -> TalkTests.Bench {
        let bench = try TalkTests.Bench()
        try play(to: bench)
        return bench
    }

    private func play(to bench: TalkTests.Bench) throws {
        let program = try #require(BoxConnection(bench.box.socket))
        var bytes: [UInt8] = []
        for note in 0..<LongRecordingTests.notes {
            let key = UInt8(note / 2 % 100)
            bytes += note % 2 == 0 ? [0x90, key, 100] : [0x80, key, 0]
        }
        // At a port that is away, so that no line has to carry them.
        let lines = try #require(program.give(.play, 2, bytes[...]))
        for _ in 0..<lines { #expect(program.readLine() == "ok") }
    }

    @Test func longRecordingArrivesWhole() throws {
        let bench = try bench()
        let folder = try TemporaryFolder()
        var text = ""
        // A recording begins anew where the loop did not get the processor for long (K1).
        for _ in 0..<10 where text.utf8.count <= BoxLimits.controlBacklog {
            if !text.isEmpty { try play(to: bench) }
            #expect(try bench.run(["recorder", "-o", folder.path + "/recorder.txt"]) == (0, ""))
            text = try #require(folder.text("recorder.txt"))
        }
        #expect(text.utf8.count > BoxLimits.controlBacklog && text.hasSuffix(" end\n"))
        let printed = try RunningBox(["recorder"], socket: bench.box.socket)
        #expect(printed.says(" end\n"))
        #expect(printed.ended() == (0, ""))

        #expect(try bench.run(["recorder", "--smf", "-o", folder.path + "/recorder.mid"]) == (0, ""))
        let file = try MIDIFile(Array(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/recorder.mid"))))
        let played = text.split(separator: "\n").count { $0.contains("@play") }
        #expect(file.tracks.contains { $0.events.count >= played })
    }

    /// A client has one recording at a time, and the box goes on meanwhile.
    @Test func clientThatDoesNotReadHoldsOneRecording() throws {
        let bench = try bench()
        let other = try #require(BoxConnection(bench.box.socket))
        let greedy = try #require(BoxConnection(bench.box.socket))
        #expect(greedy.write("recorder"))
        #expect(greedy.readLine() != nil)
        #expect(other.write("watch in") && other.readLine() == "ok")
        let before = bench.box.memory
        for _ in 0..<100 { #expect(greedy.write("recorder")) }
        for _ in 0..<50 {
            #expect(other.write("watch in"))
            // Notes that were played before may still be told on a busy machine.
            var line = other.readLine()
            while let told = line, told != "ok" { line = other.readLine() }
            #expect(line == "ok")
        }
        #expect(bench.box.memory < before + 8192, "\(before) KB before, \(bench.box.memory) KB now")

        // Further requests are answered one after the other.
        var answers = 0
        while answers < 3, let line = greedy.readLine() { if line == "ok" { answers += 1 } }
        #expect(answers == 3)
    }

    /// Too many unread answers end the connection with a message.
    @Test func answersThatAreNotReadEndTheConnection() throws {
        let client = ControlClient(-1)
        for _ in 0..<BoxLimits.controlBacklog / 3 { client.reply("ok") }
        #expect(client.isRead)
        client.reply("ok")
        #expect(!client.isRead && client.hasOutput)
    }
}
