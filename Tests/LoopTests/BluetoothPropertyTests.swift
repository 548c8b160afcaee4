import BLEMIDI
import CPlatform
import MIDI
import Plan
import TestSupport
import Testing

@testable import Engine
@testable import Loop

/// B14: whatever peers do, nothing is left sounding, bent, pressed or sustained. A failure names the seed that repeats
/// it.
@Suite struct BluetoothPropertyTests {
    /// A peer at the other end of a link.
    private struct Remote {
        let socket: Int32
        let isCentral: Bool
        /// It reads nothing for now.
        var isStalled = false
        var reader = BLEPacketReader()
        var parser = StreamParser()
        var held = HeldByPeer()

        mutating func hear(_ pdus: [[UInt8]]) {
            for pdu in pdus where pdu.count > 3 && (pdu[0] == 0x1B || pdu[0] == 0x52) {
                var (reader, parser, held) = (reader, parser, held)
                pdu.dropFirst(3).withUnsafeBytes { packet in
                    reader.read(packet) { byte, _ in parser.feed(byte) { held.hear($0) } }
                }
                (self.reader, self.parser, self.held) = (reader, parser, held)
            }
        }
    }

    /// A message that holds or releases something, on one of two channels.
    private func message(_ random: inout SplitMix, from first: UInt8) -> Message {
        let channel = first + UInt8(random.below(2))
        let value = random.chance(40) ? 0 : UInt8(random.below(128))
        switch random.below(7) {
        case 0, 1: return .noteOn(channel: channel, key: 60 + UInt8(random.below(5)), velocity: 1 + value / 2)
        case 2, 3: return .noteOff(channel: channel, key: 60 + UInt8(random.below(5)))
        case 4: return .controlChange(channel: channel, controller: ControllerNumber.sustain, value: value)
        case 5: return Message(status: Status.pitchBend | channel, value, 64)
        default: return Message(status: Status.channelPressure | channel, value)
        }
    }

    /// What a peer sends: a packet of messages, a part of a SysEx, or nonsense.
    private func pdu(of peer: Remote, _ random: inout SplitMix) -> [UInt8] {
        let head: [UInt8] = peer.isCentral ? [0x52, 18, 0] : [0x1B, 0x21, 0]
        var packet: [UInt8] = [0x80 | UInt8(random.below(64))]
        switch random.below(10) {
        case 0: return (0..<random.below(12)).map { _ in UInt8(random.below(256)) }
        case 1: packet += (0..<random.below(20)).map { _ in UInt8(random.below(256)) }
        case 2: packet += [0x80, Status.sysEx] + (0..<random.below(20)).map { _ in UInt8(random.below(128)) }
        case 3: packet += [1, 2, 3, 0x80, Status.sysExEnd]
        default:
            for _ in 0...random.below(3) {
                var bytes = InlineArray<8, UInt8>(repeating: 0)
                let count = StreamWriter.encode(message(&random, from: 0), into: &bytes)
                packet.append(0x80 | UInt8(random.below(128)))
                for index in 0..<count { packet.append(bytes[index]) }
            }
        }
        return head + packet
    }

    @Test(arguments: SplitMix.seeds.prefix(60)) func nothingIsLeftBehind(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let box = try BluetoothRig()
        var peers: [Int: Remote] = [:]
        var synth = Remote(socket: -1, isCentral: true)
        for _ in 0..<150 {
            let slot = random.below(LoopLimits.links)
            switch random.below(12) {
            case 0, 1: if peers[slot] == nil { peers[slot] = link(slot, box, &random) }
            case 2: if let peer = peers[slot] { box.hangUp(peer.socket) }
            case 3: box.obey(.unlink(slot: UInt8(slot)))
            case 4: peers[slot]?.isStalled = random.chance(60)
            case 5, 6, 7: box.play((0...random.below(20)).map { _ in message(&random, from: 2) })
            default: if let peer = peers[slot] { box.send(pdu(of: peer, &random), to: peer.socket) }
            }
            forget(&peers, box)
            for slot in Array(peers.keys) where peers[slot]?.isStalled == false {
                if let socket = peers[slot]?.socket { peers[slot]?.hear(box.take(socket)) }
            }
            hear(box.played, by: &synth)
        }
        let now = treadle_now()
        box.loop.engine.inputWent(BluetoothRig.keys, at: now)
        box.turn()
        // Peers of one port wait for each other, and what may be feedback waits for 25 ms (R19).
        let end = now + 60_000_000_000
        var round = 0
        while round < 6 || peers.values.contains(where: { !$0.held.isEmpty }) && treadle_now() < end {
            round += 1
            for slot in Array(peers.keys) {
                if let socket = peers[slot]?.socket { peers[slot]?.hear(box.takeAll(socket)) }
            }
            // On a busy machine a peer may have read nothing for 5 s, and its link has ended.
            forget(&peers, box)
        }
        for slot in Array(peers.keys) {
            #expect(peers[slot]?.held.next() == nil, "seed \(seed), slot \(slot)")
        }
        for slot in 0..<LoopLimits.links { box.obey(.unlink(slot: UInt8(slot))) }
        repeat {
            box.turn()
            hear(box.played, by: &synth)
        } while !synth.held.isEmpty && treadle_now() < end
        #expect(synth.held.next() == nil, "seed \(seed)")
    }

    private func link(_ slot: Int, _ box: BluetoothRig, _ random: inout SplitMix) -> Remote {
        // Slot 3 is the piano's: a port by name has one peer at a time.
        let port = slot == 3 ? BluetoothRig.piano : BluetoothRig.tablet
        let isCentral = random.chance(50)
        let mtu = random.pick([23, 60, 247] as [UInt16])
        return Remote(
            socket: box.link(slot: UInt8(slot), port: port, isCentral: !isCentral, mtu: mtu), isCentral: isCentral)
    }

    /// Forgets the peers whose links have ended.
    private func forget(_ peers: inout [Int: Remote], _ box: BluetoothRig) {
        for slot in Array(peers.keys) where !box.report(slot).isLinked { peers[slot] = nil }
    }

    private func hear(_ bytes: [UInt8], by synth: inout Remote) {
        var (parser, held) = (synth.parser, synth.held)
        for byte in bytes { parser.feed(byte) { held.hear($0) } }
        (synth.parser, synth.held) = (parser, held)
    }
}
