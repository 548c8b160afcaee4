import BLEMIDI
import MIDI
import Testing

/// The packets of wakes, and real-time that waits (B9).
@Suite struct BLESenderTests {
    /// A link with memory of its own, and the packets that it has sent.
    final class Peer {
        private let memory = UnsafeMutableRawPointer.allocate(byteCount: BLELink.byteCount, alignment: 16)
        let link: BLELink
        var packets: [String] = []

        init(buffer: Int = 0) { link = BLELink(in: memory, buffer: milliseconds(buffer)) }

        deinit { memory.deallocate() }

        @discardableResult
        func put(_ message: Message, at time: Int) -> Bool {
            link.sender.put(message, sentAt: milliseconds(time)) { packets.append(hex(Array($0))) }
        }

        func flush(at time: Int) {
            link.sender.flush(at: milliseconds(time)) { packets.append(hex(Array($0))) }
        }
    }

    private static let on = Message.noteOn(channel: 0, key: 60, velocity: 100)
    private static let clock = Message(status: Status.timingClock)
    private static let start = BLEPacketWriterTests.sysEx(.start, 1, 2, 3, 4, 5, 6)
    private static let end = BLEPacketWriterTests.sysEx(.end, 7)

    @Test func aWakeIsOnePacket() {
        let peer = Peer()
        peer.put(Self.on, at: 128)
        peer.put(Self.clock, at: 129)
        #expect(peer.packets.isEmpty)
        peer.flush(at: 129)
        peer.flush(at: 130)
        #expect(peer.packets == ["81 80 90 3C 64 81 F8"])
    }

    @Test func aFullPacketIsSentAtOnce() {
        let peer = Peer()
        peer.link.sender.mtu = 23
        for _ in 0..<5 { peer.put(Self.on, at: 128) }
        #expect(peer.packets == ["81 80 90 3C 64 80 90 3C 64 80 90 3C 64 80 90 3C 64"])
        peer.flush(at: 128)
        #expect(peer.packets.count == 2)
    }

    @Test func realTimeGoesBehindTheEndOfASysExInOrder() {
        let peer = Peer()
        peer.put(Self.start, at: 128)
        peer.put(Self.clock, at: 129)
        peer.put(Message(status: Status.start), at: 130)
        peer.flush(at: 130)
        #expect(peer.link.deadline == milliseconds(139))
        peer.put(Self.end, at: 131)
        peer.flush(at: 131)
        #expect(peer.packets == ["81 80 F0 01 02 03 04 05 06", "81 07 83 F7", "81 83 F8 83 FA"])
        #expect(peer.link.deadline == UInt64.max)
    }

    @Test func realTimeThatHasWaitedGoesBetweenTwoPackets() {
        let peer = Peer()
        peer.put(Self.start, at: 128)
        peer.put(Self.clock, at: 129)
        peer.flush(at: 138)
        #expect(peer.packets == ["81 80 F0 01 02 03 04 05 06"])
        peer.flush(at: 139)
        peer.put(Self.end, at: 140)
        peer.flush(at: 140)
        #expect(peer.packets == ["81 80 F0 01 02 03 04 05 06", "81 81 F8", "81 07 8C F7"])
    }

    @Test func theOldestOfTooManyWaitsNoLonger() {
        let peer = Peer()
        peer.put(Self.start, at: 128)
        for _ in 0..<9 { peer.put(Self.clock, at: 129) }
        #expect(peer.packets == ["81 80 F0 01 02 03 04 05 06"])
        peer.put(Self.end, at: 130)
        peer.flush(at: 130)
        #expect(peer.packets[1...2] == ["81 81 F8", "81 07 82 F7"])
        #expect(peer.packets.count == 4)
    }

    @Test func nothingElseIsTakenWithinASysEx() {
        let peer = Peer()
        peer.put(Self.start, at: 128)
        let isTaken = peer.put(Self.on, at: 129)
        #expect(!isTaken)
        peer.put(Self.end, at: 130)
        let isTakenBehind = peer.put(Self.on, at: 131)
        #expect(isTakenBehind)
    }

    @Test func forgottenPeerIsSentNothingOfBefore() {
        let peer = Peer()
        peer.link.sender.mtu = 100
        peer.put(Self.start, at: 128)
        peer.put(Self.clock, at: 129)
        peer.link.sender.forget()
        peer.put(Self.end, at: 130)
        peer.put(Self.on, at: 131)
        peer.flush(at: 200)
        #expect(peer.packets == ["81 83 90 3C 64"])
        #expect(peer.link.sender.mtu == 100)
    }

    /// A message that is delivered goes back within the same call (B11).
    @Test func bothDirectionsMayBeUsedAtOnce() {
        let peer = Peer(buffer: 18)
        let packet = bytes("80 80 90 3C 64")
        packet.withUnsafeBytes { peer.link.receiver.receive($0, at: milliseconds(128)) { _ in } }
        #expect(peer.link.deadline == milliseconds(146))
        peer.link.receiver.advance(to: milliseconds(146)) { peer.put($0, at: 146) }
        peer.flush(at: 146)
        #expect(peer.packets == ["81 92 90 3C 64"])
    }
}
