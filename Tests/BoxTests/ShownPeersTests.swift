import CPlatform
import Devices
import Foundation
import Host
import RTPMIDI
import Testing

@testable import Box

/// Peers as the commands show them while a box runs (N12).
@Suite struct ShownPeersTests {
    /// A peer of two sockets that invites a box at the loopback interface, and answers nothing.
    final class CallingPeer {
        let control: DatagramSocket
        let data: DatagramSocket
        private let box: PeerAddress
        private var sequence: UInt8 = 0
        private let asked = Invitation(token: 7, ssrc: 0xB0B0_B0B0, name: SessionName(utf8: "Stage iPhone".utf8))

        init(_ box: PeerAddress) throws {
            self.box = box
            (control, data) = try CallingPeer.sockets()
        }

        /// Two sockets whose ports follow each other.
        static func sockets() throws -> (control: DatagramSocket, data: DatagramSocket) {
            while true {
                let first = try DatagramSocket(port: 0, isShared: false)
                if let second = try? DatagramSocket(port: first.port &+ 1, isShared: false) { return (first, second) }
                first.close()
            }
        }

        deinit {
            control.close()
            data.close()
        }

        var place: String { "127.0.0.1:\(control.port)" }

        /// Opens the session on both ports.
        func joins() -> Bool {
            control.send(NetworkControl.bytes(.invitation(asked)), to: box, from: .none)
            guard isAccepted(control) else { return false }
            data.send(NetworkControl.bytes(.invitation(asked)), to: box.with(port: box.port + 1), from: .none)
            return isAccepted(data)
        }

        func leaves() {
            control.send(NetworkControl.bytes(.goodbye(token: 7, ssrc: asked.ssrc)), to: box, from: .none)
        }

        /// The next packet, with a command of at most 4095 bytes and no journal.
        func packet(_ command: [UInt8] = [0x90, 60, 100]) -> [UInt8] {
            sequence += 1
            let (high, low) = (UInt8(command.count >> 8), UInt8(command.count & 0xFF))
            let length = command.count < 16 ? [low] : [0x80 | high, low]
            return [0x80, 0x61, 0, sequence, 0, 0, 0, 0, 0xB0, 0xB0, 0xB0, 0xB0] + length + command
        }

        private func isAccepted(_ socket: DatagramSocket) -> Bool {
            guard PollSet.isReadable(socket.fd, within: 60_000) else { return false }
            var bytes = [UInt8](repeating: 0, count: 100)
            guard let given = bytes.withUnsafeMutableBytes({ socket.receive(into: $0) }) else { return false }
            let message = bytes.withUnsafeBytes {
                SessionMessage(UnsafeRawBufferPointer(rebasing: $0[..<given.count]))
            }
            if case .acceptance? = message { return true }
            return false
        }
    }

    /// A box with the port `lobby` for everybody, at two free UDP ports.
    struct NetworkBox {
        let box: RunningBox
        let address: PeerAddress
        private let file: TemporaryFile

        /// - Parameter mac: the peer of the port `mac`.
        init(mac: String = "\"Stage Mac\", initiate: false") throws {
            let free = try CallingPeer.sockets()
            let port = free.control.port
            free.control.close()
            free.data.close()
            address = try #require(PeerAddress("127.0.0.1:\(port)"))
            file = try TemporaryFile(
                """
                treadle: 1
                name: Lobby
                network: { rtp-midi: { port: \(port), accept: any, interfaces: [lo] } }
                ports: { lobby: { network: "*" }, mac: { network: \(mac) } }
                presets: [{ name: A, number: 1, routings: [{ from: [lobby], to: [lobby] }] }]

                """)
            box = try RunningBox(["run", "--no-realtime", file.path])
            try #require(box.says("  lobby: "), "\(box.said)")
        }

        var path: String { file.path }

        func run(_ words: String...) throws -> Finished { try Finished(words + ["--socket", box.socket]) }
    }

    @Test func peersComeAndGoInPortsAndStatus() throws {
        let box = try NetworkBox()
        defer { box.box.stop() }
        let nobody = ["  lobby: nobody has joined\n", "  mac: \"Stage Mac\" has not joined\n"]
        #expect(box.box.says(nobody[0], nobody[1]), "\(box.box.said)")
        let before = try box.run("status").output
        #expect(before.contains("missing   lobby: nobody has joined\n"), "\(before)")
        #expect(before.contains("missing   mac: \"Stage Mac\" has not joined\n"), "\(before)")

        let peer = try CallingPeer(box.address)
        #expect(peer.joins())
        #expect(box.box.says("  lobby: Stage iPhone at \(peer.place)\n"), "\(box.box.said)")
        let ports = try box.run("ports")
        #expect(ports.status == 0 && ports.output.contains("UDP port \(box.address.port)"), "\(ports)")
        let measures = "round trip not measured, 0 repaired, 0 unrepaired"
        let line = "Stage iPhone at \(peer.place): connected, lobby, \(measures)\n"
        #expect(ports.output.hasSuffix("\npeer \(line)"), "\(ports)")
        let status = try box.run("status").output
        #expect(status.contains("peer      \(line)"), "\(status)")
        #expect(status.contains("port      lobby: Stage iPhone at \(peer.place)\n"), "\(status)")

        let json = try box.run("ports", "--json").output
        let read = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let peers = try #require(read["peers"] as? [[String: Any]])
        #expect(peers.count == 1 && peers[0]["state"] as? String == "connected", "\(json)")
        #expect((read["session"] as? [String: Any])?["udp-port"] as? Int == Int(box.address.port), "\(json)")

        let monitor = try RunningBox(["monitor", "--json"], socket: box.box.socket)
        let words = try RunningBox(["monitor", "lobby"], socket: box.box.socket)
        defer {
            monitor.stop()
            words.stop()
        }
        // Until both watch.
        while !monitor.says("note C4", tries: 20) || !words.says("note C4", tries: 20) {
            peer.data.send(peer.packet(), to: box.address.with(port: box.address.port + 1), from: .none)
        }
        #expect(words.said.contains("lobby (Stage iPhone) > note C4 100 channel 1"), "\(words.said)")
        #expect(monitor.said.contains(#""port":"lobby","peer":"Stage iPhone","message":"note C4"#), "\(monitor.said)")

        peer.leaves()
        #expect(box.box.says("  lobby: nobody has joined\n", times: 2), "\(box.box.said)")
        #expect(try box.run("ports").output.hasSuffix("\npeer Stage iPhone at \(peer.place): gone, lobby\n"))
    }

    /// N3: the peer of a port by host name is invited at the address of that host.
    @Test func aHostNameIsResolvedAndInvited() throws {
        let peer = try CallingPeer(.none)
        let box = try NetworkBox(mac: "\"localhost:\(peer.control.port)\"")
        defer { box.box.stop() }
        #expect(PollSet.isReadable(peer.control.fd, within: 60_000))
        var bytes = [UInt8](repeating: 0, count: 100)
        let given = try #require(bytes.withUnsafeMutableBytes { peer.control.receive(into: $0) })
        let message = bytes.withUnsafeBytes {
            SessionMessage(UnsafeRawBufferPointer(rebasing: $0[..<given.count]))
        }
        var name: SessionName?
        if case .invitation(let asked)? = message { name = asked.name }
        #expect(name == SessionName(utf8: "Lobby".utf8), "\(String(describing: message))")
    }

    /// N12: a network that is off says so, and why, if the configuration has one.
    @Test func aNetworkThatIsOffSaysSo() throws {
        let first = try NetworkBox()
        defer { first.box.stop() }
        #expect(first.box.says("  lobby: nobody has joined\n"))
        let second = try RunningBox(["run", "--no-realtime", first.path])
        defer { second.stop() }
        #expect(second.says("  lobby: the network is off\n"), "\(second.said)")
        #expect(try Finished(["ports", "--socket", second.socket]).output.contains("session off: "))
        // N3: the ports are tried again until they are free.
        first.box.stop()
        #expect(second.says("is free now\n"), "\(second.said)")
        #expect(second.says("  lobby: nobody has joined\n"), "\(second.said)")

        let file = try TemporaryFile("treadle: 1\nports: { k: { match: k } }\n")
        let other = try RunningBox(["run", "--no-realtime", file.path])
        defer { other.stop() }
        #expect(other.says("  k: missing; "))
        #expect(try Finished(["ports", "--socket", other.socket]).output.hasSuffix("session off\n"))
        #expect(try Finished(["ports", file.path, "--socket", other.socket]).output.hasSuffix("missing: k\n"))
    }

    @Test func withoutABoxPortsSayWhenPeersAreShown() throws {
        let run = try Finished(["ports", "--socket", "/nowhere/treadle.sock"])
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.hasSuffix("session none: no box runs; peers are shown while one does\n"), "\(run)")
        let json = try Finished(["ports", "--json", "--socket", "/nowhere/treadle.sock"]).output
        #expect(
            json.hasSuffix(
                #""session":null,"peers":[],"turned-away":[],"radio":null,"bluetooth":[],"devices":[],"missing":[]}"#
                    + "\n"), "\(json)")
    }
}
