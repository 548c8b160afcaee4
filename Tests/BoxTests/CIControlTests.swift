import CPlatform
import Configuration
import Foundation
import HostSupport
import Testing

@testable import Box

/// MIDI-CI in a running box whose ports are lines (U9, U10, U11).
@Suite struct CIControlTests {
    /// A box with 40 presets, so that their list needs several chunks, whose port `synth` speaks MIDI-CI.
    private func box(_ synth: Line, _ out: Line, _ settings: String = "") throws -> (RunningBox, TemporaryFolder) {
        let folder = try TemporaryFolder()
        let presets = (1...40).map {
            "- { name: Preset number \($0), number: \($0), routings: [{ from: [synth], to: [out] }] }\n"
        }
        try folder.write(
            """
            treadle: 1
            name: CI
            ports:
              synth: { uart: "\(synth.path)"\(settings) }
              out: { uart: "\(out.path)", direction: out }
            presets:
            \(presets.joined())
            """, "box.yaml")
        let box = try RunningBox(["run", "--no-realtime", folder.path], lines: [synth, out])
        #expect(box.says("synth: in and out", "out: out at"), "\(box.said)")
        return (box, folder)
    }

    /// U9: Discovery, a list in chunks, Set, and a notification, while notes go on.
    @Test func boxAnswersOnAPortOfBytes() throws {
        let (synth, out) = (try #require(Line()), try #require(Line()))
        let (box, _) = try box(synth, out)
        let peer = CITestPeer(synth)
        synth.send(peer.discovery())
        #expect(Array(peer.receive(0x71).dropFirst(14).prefix(7)) == [0, 0x7D, 0, 1, 0, 1, 0])

        synth.send(peer.property(0x34, request: 1, #"{"resource":"ProgramList","offset":0,"limit":40}"#))
        synth.send([0x90, 60, 100])
        let list = peer.reply(0x35)
        #expect(list.header.contains(#""status":200"#) && list.chunks > 1, "\(list)")
        #expect(list.body.contains(#"{"title":"Preset number 40","bankPC":[0,0,40]}"#), "\(list)")
        // U11: MIDI-CI reaches no routing, the note does.
        #expect(out.receive(3) == [0x90, 60, 100])

        synth.send(peer.property(0x38, request: 2, #"{"command":"start","resource":"X-Treadle-Status"}"#))
        #expect(peer.reply(0x39).header.contains(#""status":200"#))
        synth.send(peer.property(0x36, request: 3, #"{"resource":"X-Treadle-Status"}"#, #"{"preset":7}"#))
        var notified = ""
        while !notified.contains(#""preset":7"#) {
            let next = peer.reply(0x38)
            if next.chunks == 0 { break }
            notified = next.body
        }
        #expect(notified.contains(#""title":"Preset number 7""#), "\(notified)")
        box.stop()
    }

    /// U10: the box asks once who is there, and shows who has answered.
    @Test func boxFindsTheDeviceOfAPort() throws {
        let (synth, out) = (try #require(Line()), try #require(Line()))
        let (box, folder) = try box(synth, out)
        let peer = CITestPeer(synth)
        #expect(peer.receive(0x70).count == 31)
        synth.send(peer.discovery(0x71))
        var hasAll = false
        while !hasAll {
            let inquiry = peer.receive()
            if inquiry.isEmpty { break }
            hasAll = answer(inquiry, peer)
        }
        for _ in 0..<6000 where folder.text(".known-programs") == nil { usleep(10_000) }
        #expect(folder.text(".known-programs") == "port synth\n63 1 5 Warm Pad\n")
        let status = try RunningBox(["status"], socket: box.socket)
        #expect(status.says("device    synth: a device (43 00 00, family 5, model 6, revision 1.2.3.4, 1 program)"))
        let send = try RunningBox(["send", "out", "program \"Warm Pad\""], socket: box.socket)
        #expect(send.ended().errors.contains("the programs of `out` are not known yet"))
        box.stop()
    }

    /// Answers an inquiry of the box as a synthesizer with one program does. Returns whether the box has its programs
    /// now.
    private func answer(_ inquiry: [UInt8], _ peer: CITestPeer) -> Bool {
        let text = String(decoding: inquiry.dropFirst(17), as: UTF8.self)
        switch inquiry[4] {
        case 0x72: peer.line.send(peer.message(0x73, to: peer.box, [0, 2, 0, 0x41, 0x42]))
        case 0x30: peer.line.send(peer.message(0x31, to: peer.box, [4, 0, 0]))
        case 0x34:
            let isList = text.contains("ResourceList")
            let list = isList ? #"[{"resource":"ProgramList"}]"# : #"[{"title":"Warm Pad","bankPC":[63,1,5]}]"#
            peer.line.send(peer.property(0x35, request: inquiry[14], #"{"status":200,"totalCount":1}"#, list))
            return text.contains("ProgramList")
        default: break
        }
        return false
    }

    /// U11: a thousand discoveries a second are answered up to a limit, and notes go on.
    @Test func floodOfDiscoveriesHoldsNothing() throws {
        let (synth, out) = (try #require(Line()), try #require(Line()))
        let (box, _) = try box(synth, out)
        let peer = CITestPeer(synth)
        for round in 0..<100 {
            for _ in 0..<10 { synth.send(peer.discovery()) }
            if round == 50 { synth.send([0x90, 64, 100]) }
            usleep(10_000)
        }
        #expect(out.receive(3) == [0x90, 64, 100])
        #expect(!peer.receive(0x71).isEmpty)
        box.stop()
    }

    /// U11: `status` tells a message that was dropped because it was too long.
    @Test func messageThatIsTooLongIsCounted() throws {
        let (synth, out) = (try #require(Line()), try #require(Line()))
        let (box, _) = try box(synth, out)
        let long = [0xF0, 0x7E, 0x7F, 0x0D, 0x70] + [UInt8](repeating: 0, count: 4200) + [0xF7]
        synth.send(long + [0x90, 60, 100])
        #expect(out.receive(3) == [0x90, 60, 100])
        let status = try RunningBox(["status"], socket: box.socket)
        #expect(status.says("lost-inquiries 1\n"), "\(status.said)")
        box.stop()
    }

    /// U10: `midi-ci: false` at a port neither asks nor answers.
    @Test func portWithoutMIDICIIsSilent() throws {
        let (synth, out) = (try #require(Line()), try #require(Line()))
        let (box, _) = try box(synth, out, ", midi-ci: false")
        synth.send(CITestPeer(synth).discovery() + [0x90, 60, 100])
        #expect(out.receive(3) == [0x90, 60, 100])
        box.stop()
        #expect(synth.rest() == [])
    }
}
