import Devices
import Foundation
import Testing

@testable import Box

/// The flight recorder of a box with peers: an evening replays without them.
@Suite struct NetworkRecordingTests {
    /// A peer joins, plays a note and a SysEx, and leaves while the note sounds (H9).
    @Test func anEveningWithAPeerIsReplayed() throws {
        let free = try ShownPeersTests.CallingPeer.sockets()
        let port = free.control.port
        free.control.close()
        free.data.close()
        let line = try #require(Line())
        let file = try TemporaryFile(
            """
            treadle: 1
            network: { rtp-midi: { port: \(port), accept: any, interfaces: [lo] } }
            ports: { lobby: { network: "*", direction: in }, out: { uart: "\(line.path)", direction: out } }
            clock: { send-when-stopped: false }
            presets: [{ name: A, number: 1, routings: [{ from: [lobby], to: [out], channel: 3 }] }]

            """)
        let box = try RunningBox(["run", "--no-realtime", file.path], lines: [line])
        defer { box.stop() }
        try #require(box.says("  lobby: nobody has joined\n", "  out: out at "), "\(box.said)")
        // The evening begins after the first moment at which a replay can begin.
        var tries = 0
        while tries < 500, !(try Finished(["recorder", "--socket", box.socket]).output.contains("is exact")) {
            tries += 1
        }
        let address = try #require(PeerAddress("127.0.0.1:\(port)"))
        let peer = try ShownPeersTests.CallingPeer(address)
        try #require(peer.joins())
        let data = address.with(port: port + 1)
        peer.data.send(peer.packet(), to: data, from: .none)
        var sent = line.receive(3)
        #expect(sent == [0x92, 60, 100])
        peer.data.send(peer.packet([0xF0, 1, 2, 3, 4, 5, 6, 7, 8, 0xF7]), to: data, from: .none)
        sent += line.receive(10)
        peer.leaves()
        sent += line.receive(3)
        #expect(sent[3..<13] == [0xF0, 1, 2, 3, 4, 5, 6, 7, 8, 0xF7] && sent[13..<15] == [0x82, 60], "\(sent)")

        let script = file.path + ".txt"
        let recorder = try Finished(["recorder", "--socket", box.socket, "-o", script])
        #expect(recorder.status == 0, "\(recorder)")
        let text = try String(contentsOfFile: script, encoding: .utf8)
        #expect(text.contains("# The replay is exact.\n"), "\(text)")
        #expect(text.contains(" @came lobby in") && text.contains(" @went lobby in"), "\(text)")
        let render = try Finished(["render", file.path, script])
        let played = render.output.split(separator: "\n").flatMap { line in
            line.split(separator: " ").dropFirst(2).compactMap { UInt8($0, radix: 16) }
        }
        #expect(render.status == 0 && played == sent, "\(sent)\n\(render)\n\(text)")
    }
}
