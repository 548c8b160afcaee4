@testable import Engine
@testable import Loop
import Compact
import Configuration
import Foundation
import MIDI
import MIDICI
import NetworkSupport
import Plan
import SMF
import StageSupport
import TestSupport
import Testing

@testable import Box
@testable import Upkeep

/// The kinds of input from outside. Each has a folder of its name in Tests/Fuzz/corpus, but for `rtp`, whose datagrams
/// come from sessions, `ump`, whose UMPs come from random evenings, and those of `FuzzTarget.made`.
enum FuzzKind: String, CaseIterable {
    case configuration, script, recording, control, stream, smf, clip, list, archive, rtp, ump, ci
    case update, card, child, set, journal, last
}

/// Takes inputs of a kind by the program's own functions.
struct FuzzTarget {
    let kind: FuzzKind
    /// The inputs to begin with.
    let corpus: [[UInt8]]
    private let box: CompiledConfiguration

    init(_ kind: FuzzKind) throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let folder = tests.appendingPathComponent("Fuzz/corpus/\(kind.rawValue)")
        self.kind = kind
        if kind == .rtp || kind == .ump {
            let seeds: ClosedRange<UInt64> = 1...6
            corpus = seeds.map { kind == .rtp ? Evening.datagrams(seed: $0) : UMPEvening.file(seed: $0) }
            box = try Configuration.load(text: "treadle: 1\nname: Empty\n").get()
            return
        }
        if let made = FuzzTarget.made(kind) {
            corpus = made
            box = try Configuration.load(text: "treadle: 1\nname: Empty\n").get()
            return
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let inputs = try names.map { Array(try Data(contentsOf: folder.appendingPathComponent($0))) }
        if kind == .recording {
            // One that was made by this version, which plays no other's.
            var random = SplitMix(state: 1)
            let made = try RecorderPropertyTests.recording(&random)
            corpus = inputs + [made.text]
            box = try Configuration.load(text: made.box).get()
            return
        }
        corpus = inputs
        let text = try String(
            contentsOf: tests.appendingPathComponent("Fuzz/corpus/configuration/box.yaml"), encoding: .utf8)
        box = try Configuration.load(text: text).get()
    }

    func take(_ input: [UInt8]) {
        switch kind {
        case .configuration: _ = Configuration.load(text: String(decoding: input, as: UTF8.self))
        case .script, .recording: RecordingMutator.play(input, CompiledConfiguration(besides: box))
        case .control: control(input)
        case .stream: stream(input)
        case .smf: _ = (try? MIDIFile(input))?.timeline
        case .clip: clip(input)
        case .list: list(input)
        case .archive: archive(input)
        case .rtp: datagrams(input)
        case .ump: umps(input)
        case .ci: inquiries(input)
        case .update: update(input)
        case .card: card(input)
        case .child: child(input)
        case .set: set(input)
        case .journal: journal(input)
        case .last: last(input)
        }
    }

    /// An archive as it is, and with checksums that are right.
    private func archive(_ input: [UInt8]) {
        _ = try? BackupArchive(input)
        var summed: [UInt8] = []
        for start in stride(from: 0, to: input.count, by: 512) {
            let block = Array(input[start..<min(start + 512, input.count)])
            let isHeader = block.count == 512 && block[257..<262].elementsEqual("ustar".utf8)
            summed += isHeader ? TarTests.summed(block) : block
        }
        _ = try? BackupArchive(summed)
    }

    /// Messages of a MIDI-CI device (U11). Those in the corpus go to the MUID that the box has here. Between them
    /// passes time, as their first bytes say. What the box sends is well-formed.
    private func inquiries(_ input: [UInt8]) {
        let identity = CIIdentity(manufacturer: 0x7D, family: 1, model: 1, revision: 1)
        var device = CIDevice(
            CISettings(identity: identity, productInstance: "treadle-1", versionName: "1"), random: 1)
        device.content.presets = (0..<200).map { CIContent.Preset(number: $0, title: "Preset \($0)") }
        device.content.states = [CIContent.State(id: "band", title: "Band")]
        var now: UInt64 = 1_000_000_000
        device.portCame(0, CIPort(servesState: true), at: now)
        for piece in input.split(separator: 0xF0) {
            device.receive([0xF0] + piece, on: 0, at: now)
            now += UInt64(piece.first ?? 0) * 10_000_000
            device.advance(to: now)
            while let request = device.nextRequest() {
                let answers: [CIAnswer] = [.done, .text("name: band"), .messages([[0xB0, 7, 9]])]
                device.answer(request.token, answers[piece.count % 3], at: now)
            }
            if piece.count % 2 == 0 { device.changed(.status, at: now) }
            while let output = device.nextOutput() {
                let inside = output.bytes.dropFirst().dropLast()
                #expect(output.bytes.count <= CILimits.messageBytes && inside.allSatisfy { $0 < 0x80 })
            }
        }
    }

    /// Datagrams of a peer, after which nothing sounds (N9). Keeps those that leave something.
    private func datagrams(_ input: [UInt8]) {
        let sounding = Evening.take(input)
        #expect(sounding == [])
        if sounding.isEmpty { return }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("treadle-fuzz-rtp")
        try? Data(input).write(to: file)
        print("fuzz rtp: the datagrams are in \(file.path)")
    }

    /// UMPs at a box of every kind of port, which sends well-formed ones only, and nothing sounds at the end (U3,
    /// U5).
    private func umps(_ input: [UInt8]) {
        #expect(throws: Never.self) {
            let problems = try UMPEvening().play(input)
            #expect(problems == [])
        }
    }

    /// Lines of a program at the socket, up to what the loop is given.
    private func control(_ input: [UInt8]) {
        var messages = InjectedMessages()
        let ring = Ring<Injection>(capacity: 1024)
        for line in input.split(separator: UInt8(ascii: "\n")) {
            switch try? ControlRequest.read(line) {
            case .inject(let way, let port, let bytes, let isHeld) where port < 32:
                _ = messages.inject(bytes, way, port: PortIndex(port), isHeld: isHeld)
            case .injectUMPs(let way, let port, let umps, let isHeld) where port < 32:
                messages.inject(umps, way, port: PortIndex(port), isHeld: isHeld)
            default: continue
            }
            var given = false
            _ = messages.handOver(to: ring, &given)
            while ring.pop() != nil {}
        }
        messages.release()
    }

    /// Bytes of a wire, in pieces whose lengths the bytes say.
    private func stream(_ input: [UInt8]) {
        var script = ""
        var (rest, time) = (input[...], 0)
        while let first = rest.first {
            let piece = rest.prefix(Int(first) % 7 + 1)
            rest = rest.dropFirst(piece.count)
            time += Int(first) % 5
            script += "\(time) keys \(Digits.hex(Array(piece)))\n"
        }
        RecordingMutator.play(Array(script.utf8), CompiledConfiguration(besides: box))
    }

    /// A clip, the text and the fields of its UMPs, and the same music as a Standard MIDI File, which is good.
    private func clip(_ input: [UInt8]) {
        guard let clip = try? MIDIClip(input) else { return }
        _ = clip.timeline
        for event in clip.events.prefix(64) {
            #expect(!UMPText().text(event.ump).isEmpty)
            #expect(!UMPTable(event.ump).text.isEmpty)
        }
        #expect((try? MIDIClip(clip.bytes))?.events == clip.events)
        #expect(throws: Never.self) { try MIDIFile(clip.file(named: "clip")) }
    }

    private func list(_ input: [UInt8]) {
        for top in [127, 16383] {
            var shape = ValueList.Shape()
            (shape.inTop, shape.outTop) = (top, top)
            if case .success(let list) = ValueList.read(input, name: "list", shape) { _ = Plot(list).text }
        }
        let words = String(decoding: input.prefix(200), as: UTF8.self).split(separator: " ").map { String($0) }
        if ValueList.isCurve(words) { _ = ValueList.curve(words, ValueList.Shape()) }
    }
}
