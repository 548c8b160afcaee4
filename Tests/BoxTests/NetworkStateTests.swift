import Devices
import Foundation
import Host
import HostSupport
import Testing

@testable import Box
@testable import RTPMIDI

/// U9: a peer of network MIDI, which needs no password, and the files of the configuration.
@Suite struct NetworkStateTests {
    /// A peer that speaks MIDI-CI.
    private final class Peer: CIMessages {
        let peer: ShownPeersTests.CallingPeer
        let data: PeerAddress
        private var heard: [UInt8] = []
        private var request: UInt8 = 0

        init(_ box: PeerAddress) throws {
            peer = try ShownPeersTests.CallingPeer(box)
            data = box.with(port: box.port + 1)
            super.init(muid: 1)
        }

        func ask(_ kind: UInt8, _ header: String, _ body: String = "") -> (header: String, body: String) {
            request += 1
            peer.data.send(
                peer.packet(property(kind, request: request, header, body)), to: data, from: .none)
            var (first, whole) = ("", [UInt8]())
            while let texts = CIMessages.texts(receive(kind + 1)) {
                if first.isEmpty { first = texts.header }
                whole += texts.body
                if texts.isLast { break }
            }
            return (first, String(decoding: whole, as: UTF8.self))
        }

        /// The next message of a kind, without F7; empty unless one comes within a minute.
        func receive(_ kind: UInt8) -> [UInt8] {
            while true {
                while let end = heard.firstIndex(of: 0xF7) {
                    let message = Array(heard[..<end])
                    heard.removeSubrange(...end)
                    if message.count > 13, message[4] == kind {
                        box = Array(message[6..<10])
                        return message
                    }
                }
                guard PollSet.isReadable(peer.data.fd, within: 60_000) else { return [] }
                var bytes = [UInt8](repeating: 0, count: 2048)
                let count = bytes.withUnsafeMutableBytes { peer.data.receive(into: $0) }?.count ?? 0
                bytes.withUnsafeBytes { hear(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            }
        }

        /// Takes the SysEx of a packet: segments begin with F0, or F7 for a further one, and end with F0 where more
        /// follow (RFC 6295, 3.2). The box sends nothing else here.
        private func hear(_ bytes: UnsafeRawBufferPointer) {
            guard let packet = Packet(bytes) else { return }
            var rest = Array(packet.commands)[...]
            if packet.beginsWithDelta { skipDelta(&rest) }
            while let status = rest.popFirst() {
                if status == 0xF0 { heard.append(status) }
                while let byte = rest.first, byte < 0x80 {
                    heard.append(byte)
                    rest = rest.dropFirst()
                }
                if rest.popFirst() == 0xF7 { heard.append(0xF7) }
                skipDelta(&rest)
            }
        }

        private func skipDelta(_ rest: inout ArraySlice<UInt8>) {
            while let byte = rest.popFirst(), byte & 0x80 != 0 {}
        }
    }

    /// A peer that joins the port for everybody, or takes the name of another port, has the files only where that very
    /// port says `write: true`.
    @Test(arguments: [
        (port: #""*""#, box: "write: true", serves: false), (#""Stage*""#, "write: true", false),
        (#""Stage iPhone""#, "write: true", false), (#""*", write: true"#, "write: false", false),
        (#""Stage iPhone", write: true"#, "write: true", true),
    ])
    func peerNeedsTheWordOfItsPort(port: String, box settings: String, serves: Bool) throws {
        let free = try ShownPeersTests.CallingPeer.sockets()
        let udp = free.control.port
        free.control.close()
        free.data.close()
        let folder = try TemporaryFolder([
            "box.yaml": """
            treadle: 1
            network: { rtp-midi: { port: \(udp), accept: any, interfaces: [lo] } }
            ports: { phone: { network: \(port) } }
            midi-ci: { \(settings) }
            clock: { send-when-stopped: false }

            """, "presets/verse.yaml": "name: Verse\nnumber: 1\nroutings: []\n",
        ])
        let box = try RunningBox(["run", "--no-realtime", folder.path])
        defer { box.stop() }
        try #require(box.says("  phone: "), "\(box.said)")
        let peer = try Peer(try #require(PeerAddress("127.0.0.1:\(udp)")))
        try #require(peer.peer.joins())
        try #require(box.says("phone: Stage iPhone"), "\(box.said)")
        peer.peer.data.send(peer.peer.packet(peer.discovery()), to: peer.data, from: .none)
        try #require(peer.receive(0x71).count > 13)

        let list = peer.ask(0x34, #"{"resource":"StateList"}"#)
        let text = "name: Verse\nnumber: 1\nroutings: []\ntempo: 90\n"
        let set = peer.ask(0x36, #"{"resource":"State","resId":"presets-verse"}"#, #"{"text":"\#(escaped(text))"}"#)
        let status = serves ? #"{"status":200}"# : #"{"status":404}"#
        #expect(list.header == status && set.header == status, "\(list) \(set)")
        #expect(list.body.contains("Verse") == serves)
        #expect((folder.text("presets/verse.yaml") == text) == serves)
        // The presets are told as ever.
        #expect(peer.ask(0x34, #"{"resource":"ProgramList"}"#).body.contains("Verse"))
    }

    private func escaped(_ text: String) -> String { text.replacing("\n", with: "\\n") }
}
