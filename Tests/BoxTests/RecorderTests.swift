import CPlatform
import Configuration
import Foundation
import HostSupport
import MIDI
import Plan
import SMF
import StageSupport
import Testing

@testable import Box
@testable import Engine

/// The flight recorder by itself, and of a running box.
@Suite struct RecorderTests {
    private static let box = """
        treadle: 1
        ports:
          keys: { match: k, direction: in }
          "load": { match: l, direction: in }
          out: { match: o, direction: out }
        footswitches: { A: { line: "g:1" } }
        motion: { chip: lis3dh, rate: 100, smoothing: 0.3 }
        clock: { send-when-stopped: false }
        presets:
        - name: One
          number: 1
          routings:
          - { name: All, from: [keys, load, clock], to: [out] }
          - { from: [motion], to: [out], controllers: { remap: [{ from: motion x, to: cc 1 }] } }
        - { name: Two, number: 2, routings: [{ from: [keys], to: [out], channel: 2 }] }

        """

    @Test func aRingKeepsTheNewest() throws {
        let ring = try #require(Recorder(inputs: 1024, outputs: 1024)).inputs
        #expect(ring.copy(from: 0).entries.isEmpty && ring.last == nil)
        for number in 0..<5000 as Range<UInt64> {
            ring.put(RecordRing.Entry(1, port: 31, detail: 0x86, number << 33, at: number << 40))
        }
        let (first, entries) = ring.copy(from: 0)
        #expect(first == ring.oldest && first + entries.count == 5000 && entries.count > 512)
        for (index, entry) in entries.enumerated() {
            let number = UInt64(first + index)
            #expect(entry.time == number << 40 && entry.payload == number << 33 & 0xFFFF_FFFF_FFFF)
            #expect(entry.kind == 1 && entry.port == 31 && entry.detail == 0x86)
        }
        #expect(ring.copy(from: 4999).entries.count == 1 && ring.copy(from: 5000).entries.isEmpty)
    }

    /// A copy during writes has no gap and no torn entry.
    @Test func entriesOverwrittenDuringACopyAreLeftOut() throws {
        let ring = try #require(Recorder(inputs: 1024, outputs: 1024)).inputs
        // Not a task: with few processors it would wait until the reader is done.
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            for number in 0..<2_000_000 as Range<UInt64> {
                ring.put(RecordRing.Entry(1, port: 0, detail: 0, number & 0xFFFF_FFFF, at: number))
            }
            isDone.signal()
        }
        for _ in 0..<200 {
            let (first, entries) = ring.copy(from: 0)
            let isWhole = entries.enumerated().allSatisfy {
                $1.time == UInt64(first + $0) && $1.payload == UInt64(first + $0)
            }
            #expect(isWhole)
        }
        isDone.wait()
    }

    @Test func recordsAreReadAsWritten() throws {
        let recorder = try #require(Recorder(inputs: 1024, outputs: 1024))
        var expected: [Record] = []
        for count in [1, 5, 6, 7, 12, 13, 700] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 0xFE &- $0) }
            bytes.withUnsafeBytes { recorder.received($0, from: 3, at: UInt64(count)) }
            expected.append(Record(time: UInt64(count), what: .bytes(port: 3, bytes)))
        }
        recorder.sampled(-1, 16_000_000, Int32.min, at: 800)
        expected.append(Record(time: 800, what: .motion(-1, 16_000_000, Int32.min)))
        let sysEx = Message(sysEx: .end, InlineArray<6, UInt8>(repeating: 0x7F), count: 6)
        for message in [Message(status: 0x9F, 127, 1), Message(status: 0xF8), sysEx, .sysExEnd()] {
            recorder.note(message, .play, port: 31, at: 900)
            expected.append(Record(time: 900, what: .inject(message, .play, port: 31)))
        }
        #expect(Record.read(recorder.inputs.copy(from: 0).entries) == expected)
    }

    /// What a fresh engine is given, as lines.
    private func script(_ box: String = RecorderTests.box, _ body: (Stage, Recorder) -> Void) throws -> [String] {
        let configuration = try Configuration.load(text: box).get()
        let recorder = try #require(Recorder(inputs: 1024, outputs: 1024))
        let stage = Stage(configuration, recorder: recorder)
        var moments = RecordedMoments()
        moments.look(stage.engine, recorder, running: configuration.plan, at: 1_000_000_000)
        body(stage, recorder)
        let text = String(decoding: Recording(recorder, stage.engine, &moments, configuration).text, as: UTF8.self)
        return text.split(separator: "\n").map { String($0) }.filter {
            !$0.contains("@state") && !$0.contains("@resume")
        }
    }

    @Test func recordingIsAScript() throws {
        let lines = try script { stage, recorder in
            let engine = stage.engine
            let give: (UInt8, [UInt8], UInt64) -> Void = { port, bytes, at in
                bytes.withUnsafeBytes { engine.receive($0, from: port, at: at) }
            }
            give(0, [0x90, 60], 1_000_001)
            give(0, [100, 0xF8], 2_000_000)
            give(1, [0xC0, 5], 3_000_000)
            engine.contact(0, closed: true, at: 3_000_000)
            engine.contact(0, closed: false, at: 2_999_999)
            engine.level(0, closed: true)
            engine.hold(0, true, at: 3_000_000)
            engine.hold(0, false, at: 3_000_000)
            engine.motion(0, -0.5, 0.8660254, at: 4_000_000)
            engine.perform(.load(1), at: 5_000_000)
            engine.perform(.mute(0, .toggle), at: 5_000_000)
            engine.perform(.clock(.tempo(9050)), at: 6_000_000)
            engine.inject(Injection(Message(status: 0x90, 1, 2), .send, port: 2), at: 7_000_000)
            engine.inputWent(0, at: 8_000_000)
            engine.outputWent(2, unheard: 1, at: 9_000_000)
        }
        #expect(
            lines.dropFirst(4) == [
                "1.000001 keys 90 3C", "2.000000 keys 64 F8", "# 2.000 out 90 3C 64", "# 2.000 out F8",
                "3.000000 \"load\" C0 05", "3.000000 switch A down", "3.000000 @switch A up 2.999999",
                "3.000000 @level A down", "3.000000 @hold A down", "3.000000 @hold A up", "# 3.000 out C0 05",
                "4.000000 motion 0.000000 -0.500000 0.866025",
                "# 4.000 why routing 2: no remap", "# 4.000 why routing 2: no remap",
                "# 4.000 out B0 01 40", "5.000000 preset \"Two\"", "5.000000 toggle-mute \"All\"",
                "# 5.000 preset \"Two\"", "6.000000 tempo 90.5",
                "7.000000 @send out 90 01 02", "# 7.000 out 90 01 02", "8.000000 @went keys in",
                "# 8.000 out 80 3C 40", "9.000000 @went out out unheard",
                "9.000000 end",
            ], "\(lines)")
        #expect(lines[3] == "# The replay is exact.")
    }

    /// Every load is told by the replay, whatever has led to it: a command, a message, a footswitch.
    @Test func loadsAreTold() throws {
        let box = """
            treadle: 1
            ports: { keys: { match: k, direction: in } }
            footswitches: { A: { line: "g:1" } }
            assignments:
            - { from: footswitches, controller: switch A, do: { 127: next-preset } }
            - { from: keys, controller: cc 20, do: { 127: preset "One" } }
            presets: [{ name: One, number: 1, routings: [] }, { name: Two, number: 2, routings: [] }]

            """
        let lines = try script(box) { stage, recorder in
            stage.engine.perform(.load(1), at: 1_000_000)
            ([0xB0, 20, 127] as [UInt8]).withUnsafeBytes { stage.engine.receive($0, from: 0, at: 2_000_000) }
            // The running preset is loaded once more.
            stage.engine.perform(.load(0), at: 3_000_000)
            stage.engine.contact(0, closed: true, at: 4_000_000)
        }
        let loads = lines.filter { $0.hasPrefix("# ") && $0.contains(" preset ") }
        #expect(
            loads == [
                "# 1.000 preset \"Two\"", "# 2.000 preset \"One\"", "# 3.000 preset \"One\"", "# 4.000 preset \"Two\"",
            ], "\(lines)")
        #expect(lines.contains("# The replay is exact."), "\(lines)")
    }

    /// S8: a long SysEx of a program is sent in portions, between which other things happen.
    @Test func aPausingSysExOfAProgramIsRecordedInParts() throws {
        let lines = try script { stage, recorder in
            var pieces: [Message] = []
            var parser = StreamParser()
            for byte in [0xF0] + Array(1...20) + [0xF7] as [UInt8] { parser.feed(byte) { pieces.append($0) } }
            let send = { (index: Int, at: UInt64) in
                stage.engine.inject(Injection(pieces[index], .send, port: 2), at: at)
            }
            send(0, 2_000_000)
            send(1, 2_000_000)
            ([0x90, 60, 100] as [UInt8]).withUnsafeBytes { stage.engine.receive($0, from: 0, at: 2_100_000) }
            send(2, 2_250_000)
            send(3, 2_250_000)
        }
        let sent = lines.filter { !$0.hasPrefix("#") }
        #expect(
            sent == [
                "2.000000 @send out F0 01 02 03 04 05 06 07 08 09 0A 0B 0C", "2.100000 keys 90 3C 64",
                "2.250000 @send out 0D 0E 0F 10 11 12 13 14 F7", "2.250000 end",
            ], "\(lines)")
        #expect(lines.last == "2.250000 end" && lines.contains("# The replay is exact."), "\(lines)")
    }

    /// A script cannot contain another configuration, so the recording begins after the change.
    @Test func replayBeginsAfterAChangeOfConfiguration() throws {
        let lines = try script { stage, recorder in
            recorder.breakOff(at: 1_000_000)
            ([0x90, 60, 100] as [UInt8]).withUnsafeBytes { stage.engine.receive($0, from: 0, at: 2_000_000) }
        }
        #expect(lines[1].hasPrefix("# The replay is not exact"), "\(lines)")
        #expect(lines.dropFirst(3) == ["0.000000 keys 90 3C 64", "# 0.000 out 90 3C 64", "0.000000 end"], "\(lines)")
    }

    /// A layout may change while the version stays.
    @Test func anotherLayoutIsRefused() throws {
        let configuration = try Configuration.load(text: RecorderTests.box).get()
        let layout = try #require(Engine.layout(of: configuration))
        let stage = Stage(configuration)
        #expect(stage.engine.layout == layout)
        let other = String(layout ^ 1, radix: 16)
        let script = RenderScript(Array("0 @resume 0.1.0 \(other) 1 0 0 \"One\"".utf8), for: configuration)
        #expect(script.problems.count == 1 && script.problems.first?.column == 17, "\(script.problems)")
        #expect(
            script.problems.first?.message
                == "this was recorded by another build of version 0.1.0, whose state has another layout, and needs "
                + "that build to be played again")
    }

    @Test func anotherConfigurationIsRefused() throws {
        let configuration = try Configuration.load(text: RecorderTests.box).get()
        let layout = String(try #require(Engine.layout(of: configuration)), radix: 16)
        for (line, problem) in [
            ("0 @resume 0.0 \(layout) 1 0 0 \"One\"", "this was recorded by version 0.0"),
            ("0 @resume 0.1.0 \(layout) 1 0 0 \"Three\"", "recorded with another configuration"),
            ("0 @resume 0.1.0 layout 1 0 0 \"One\"", "'layout' is no layout of a state"),
            ("0 @state x", "'x' is no place in a state"), ("0 @do 99 0", "no action has the number '99'"),
            ("0 @came out up", "'up' is neither in nor out"), ("0 @fly", "is not an event of the flight recorder"),
            ("0 @do 3 255", "'255' does not exist in this configuration"),
            ("0 @do 3 256", "no action has the number '3' with '256'"), ("0 @do 3 4294967295", "no action has"),
            ("0 @do 11 256", "does not exist in this configuration"), ("0 @do 4 128", "does not exist in this"),
            ("0 @do 6 16776961", "does not exist in this configuration"), ("0 @do 10 4096", "does not exist in this"),
            ("0 @do 5 1", "no action has the number '5' with '1'"), ("0 @do 256 0", "no action has"),
            ("0 @state 9223372036854775808 1", "is no place in a state"),
            ("0 @state 1 2", "only at the beginning of a recording"),
            ("0 @resume 0.1.0 \(layout) 9223372036854775808 0 0 \"One\"", "beyond what a box has"),
            ("0 @resume 0.1.0 \(layout) 1 9223372036854775808 0 \"One\"", "beyond what a box has"),
            ("0 @resume 0.1.0 \(layout) 1 0 9223372036854775808 \"One\"", "another configuration"),
            ("0 keys F8\n0 @resume 0.1.0 \(layout) 1 0 0 \"One\"", "only at the beginning of a recording"),
            ("1 @switch A down 1.1", "is later than its line"), ("1 @motion 0 0 1 2", "is later than its line"),
            ("0 @came keys out", "'keys' is no output"), ("0 @went out in", "'out' is no input"),
            ("0 @stall keys", "'keys' is no output"), ("0 @silence keys", "'keys' is no output"),
            ("0 @play keys F0 01", "are not whole messages"), ("0 @play keys 90", "are not whole messages"),
            ("0 @send out 01 90", "are not whole messages"), ("0 @send out F0 01 90 F7", "are not whole messages"),
            ("0 @send keys F8", "'keys' is no output"),
        ] {
            let script = RenderScript(Array(line.utf8), for: configuration)
            #expect(script.problems.first?.message.contains(problem) == true, "\(line): \(script.problems)")
        }
        let script = RenderScript(Array("0 @resume 0.1.0 \(layout) 1 0 0 \"One\"".utf8), for: configuration)
        #expect(script.problems.isEmpty && Render(configuration, preset: 0, from: script.beginning) == nil)
    }
}

/// `treadle recorder` and a running box.
@Suite struct RecorderCommandTests {
    @Test func recordedPlayingIsReplayed() throws {
        let bench = try TalkTests.Bench()
        let folder = try TemporaryFolder()
        bench.input.send([0x90, 60, 100, 0x90, 127, 100, 0xF0, 1, 2, 3, 4, 5, 6, 7, 8, 0xF7])
        var sent = bench.output.receive(13)
        #expect(try bench.run(["send", "out", "program 7"]).status == 0)
        bench.input.send([0x80, 60, 0])
        sent += bench.output.receive(5)
        let script = folder.path + "/recorder.txt"
        #expect(try bench.run(["recorder", "-o", script]) == (0, ""))
        let text = try #require(folder.text("recorder.txt"))
        #expect(text.contains("# The replay is exact.\n"), "\(text)")
        #expect(text.contains(" why routing 1: no note by its map and shift\n"))

        let render = try RunningBox(["render", bench.file.path, script])
        #expect(render.says("out 82 48 00\n"), "\(render.said) \(render.ended().errors)")
        let played = render.said.split(separator: "\n").flatMap { line in
            line.split(separator: " ").dropFirst(2).compactMap { UInt8($0, radix: 16) }
        }
        #expect(played == sent)
    }

    /// A destination that takes nothing for a while, and less than it is given: the replay is the same, or the text
    /// says truly from where it is not. The times are those of the running box, so each seed is another case.
    @Test(arguments: 1...4 as ClosedRange<UInt64>) func recordingOfAStalledDestinationIsTrue(seed: UInt64) throws {
        let bench = try TalkTests.Bench()
        let folder = try TemporaryFolder()
        var random = seed
        func below(_ limit: UInt64) -> UInt64 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (random >> 33) % limit
        }
        var (sent, read) = (0, 0)
        for _ in 0..<3 {
            // More than a terminal holds.
            for _ in 0..<1500 + below(1000) {
                let value = UInt8(below(128))
                switch below(10) {
                case 0...4: bench.input.send([0x90, UInt8(below(100)), value])
                case 5...6: bench.input.send([0xB0, UInt8(below(3)), value])
                case 7: bench.input.send([0xF8])
                case 8: bench.input.send([0xE0, value, value])
                default: bench.input.send([0xF0] + (0...below(40)).map { _ in UInt8(below(128)) } + [0xF7])
                }
                sent += 1
            }
            // In small pieces, then all.
            for _ in 0..<20 { read += bench.output.receive(Int(1 + below(200))).count }
            for _ in 0..<20 {
                #expect(bench.box.loopAnswers())
                read += bench.output.rest().count
            }
        }
        let script = folder.path + "/recorder.txt"
        #expect(try bench.run(["recorder", "-o", script]) == (0, ""))
        let lines = try #require(folder.text("recorder.txt")).split(separator: "\n").map { String($0) }
        let said = try #require(lines.first { $0.contains("replay is") })
        let render = try Finished(["render", bench.file.path, script])
        let wanted = lines.filter { $0.hasPrefix("# ") && $0.contains(" out ") }.map { String($0.dropFirst(2)) }
        let played = render.output.split(separator: "\n").map { String($0) }.filter { $0.contains(" out ") }
        let difference = zip(wanted, played).first { $0 != $1 }
        #expect(sent > 0 && read > 0 && (said == "# The replay is exact.") == (difference == nil), "\(said)")
    }

    @Test func aFileHasATrackForEachPort() throws {
        let bench = try TalkTests.Bench()
        let folder = try TemporaryFolder()
        bench.input.send([0x90, 60, 100, 0xF0, 1, 2, 3, 4, 5, 6, 7, 0xF7, 0xFA])
        _ = bench.output.receive(12)
        let path = folder.path + "/recorder.mid"
        #expect(try bench.run(["recorder", "--smf", "-o", path]) == (0, ""))
        let file = try MIDIFile(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
        #expect(file.format == .together && file.tracks.count == 3)
        let bytes = file.tracks.map { $0.events.map { file.wire($0) } }
        let sysEx: [UInt8] = [0xF0, 1, 2, 3, 4, 5, 6, 7, 0xF7]
        #expect(bytes[1] == [[0x90, 60, 100], sysEx, [0xFA]])
        #expect(Set(bytes[2]) == [[0x92, 72, 100], sysEx, [0xFA]])
    }

    /// E4: a file is written only on request, and none is overwritten.
    @Test func boxWritesRecordingsIntoItsStateFolder() throws {
        let (input, output) = (try #require(Line()), try #require(Line()))
        let folder = try TemporaryFolder([
            "box.yaml": """
            treadle: 1
            ports: { keys: { uart: "\(input.path)", direction: in }, out: { uart: "\(output.path)", direction: out } }
            start-preset: 1
            presets: [{ name: A, number: 1, routings: [{ from: [keys], to: [out] }] }]

            """
        ])
        let box = try RunningBox(["run", "--no-realtime", folder.path], lines: [input, output])
        #expect(box.says("keys: in at", "out: out at"))
        #expect(folder.names == ["box.yaml"])
        let program = try #require(BoxConnection(box.socket))
        for number in 1...2 {
            #expect(program.write("recorder save"))
            let path = try #require(program.readLine())
            #expect(path.hasSuffix("/recorder-\(number).txt") && program.readLine() == "ok", "\(path)")
        }
        #expect(folder.text("recorder-1.txt")?.contains("# The replay is exact.\n") == true)
        // M10: the oldest of 16 makes room for another one.
        for number in 3...17 {
            #expect(program.write("recorder save"))
            let path = try #require(program.readLine())
            #expect(path.hasSuffix("/recorder-\(number).txt") && program.readLine() == "ok", "\(path)")
        }
        #expect(folder.names.count == 17 && !folder.names.contains("recorder-1.txt"), "\(folder.names)")
        #expect(box.says("recorder-1.txt is removed: 16 recordings are kept\n"), "\(box.said)")
        box.stop()
    }

    @Test func failedWriteIsReported() throws {
        let bench = try TalkTests.Bench()
        let end = try bench.run(["recorder", "-o", "/nonexistent/recorder.txt"])
        #expect(end.status == 3 && end.errors.contains("/nonexistent/recorder.txt: No such file"), "\(end)")
        let none = try RunningBox(["recorder"], socket: "/nonexistent/socket").ended()
        #expect(none.status == 3 && none.errors.contains("no box runs there"), "\(none)")
    }
}
