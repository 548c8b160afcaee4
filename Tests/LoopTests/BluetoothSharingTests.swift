import BLEMIDI
import CPlatform
import MIDI
import Plan
import Testing

@testable import Engine
@testable import Loop

/// Several Bluetooth peers of one port (B1, B14).
@Suite struct BluetoothSharingTests {
    private let box: BluetoothRig

    init() throws { box = try BluetoothRig() }

    @Test func peersHoldTheirNotesApart() {
        let (first, second) = (box.link(slot: 0), box.link(slot: 1))
        box.send(BluetoothRig.written(0x90, 60, 100), to: first)
        box.send(BluetoothRig.written(0x90, 64, 100), to: second)
        _ = box.played
        box.hangUp(first)
        #expect(box.played == [0x80, 60, 64])
        #expect(!box.report(0).isLinked && box.report(1).isLinked)
        box.send(BluetoothRig.written(0x80, 64, 64), to: second)
        #expect(box.played == [0x80, 64, 64])
    }

    /// H9: `notes-off-on-unplug: false` holds for each peer.
    @Test func aPortMayKeepWhatItsPeersHeld() throws {
        let box = try BluetoothRig(", notes-off-on-unplug: false")
        let first = box.link(slot: 0)
        _ = box.link(slot: 1)
        box.send(BluetoothRig.written(0x90, 60, 100), to: first)
        _ = box.played
        box.hangUp(first)
        #expect(box.played == [])
    }

    @Test func eachPeerGetsWhatIsPlayed() {
        let (first, second) = (box.link(slot: 0), box.link(slot: 1, isCentral: true))
        box.play(.noteOn(channel: 0, key: 60, velocity: 100))
        #expect(BluetoothRig.midi(box.take(first)) == [0x90, 60, 100])
        #expect(BluetoothRig.midi(box.take(second)) == [0x90, 60, 100])
    }

    /// B13: what was sent last may have been lost with the link, so notes that it has released count too.
    @Test(arguments: [true, false]) func peerThatComesBackIsReleased(othersStay: Bool) {
        let (lost, other) = (box.link(slot: 0, identity: 7), box.link(slot: 1))
        box.play(.noteOn(channel: 0, key: 60, velocity: 100), .controlChange(channel: 1, controller: 64, value: 127))
        box.play(.noteOn(channel: 0, key: 62, velocity: 100), .noteOff(channel: 0, key: 62))
        _ = box.take(lost)
        box.hangUp(lost)
        box.play(.noteOff(channel: 0, key: 60), .controlChange(channel: 1, controller: 64, value: 0))
        _ = box.take(other)
        if !othersStay { box.hangUp(other) }
        let stranger = box.link(slot: 0)
        #expect(!othersStay || box.take(stranger).isEmpty)
        let back = box.link(slot: 2, identity: 7, listens: false)
        #expect(box.take(back).isEmpty)
        // It turns notifications on.
        box.send([0x12, 19, 0, 1, 0], to: back)
        let bytes = BluetoothRig.midi(box.take(back).filter { $0[0] == ATT.notification })
        #expect(bytes.starts(with: [0x80, 60, 64, 0x80, 62, 64, 0xB1, 64, 0]))
        #expect(!othersStay || box.take(other).isEmpty)
        box.play(.noteOn(channel: 0, key: 64, velocity: 100))
        #expect(BluetoothRig.midi(box.take(back)).suffix(3) == [0x90, 64, 100])
    }

    /// B13, `encryption: optional`: a peer that pairs while it plays is remembered by its identity.
    @Test func peerThatTellsItsIdentityLaterIsReleasedWhenItComesBack() {
        let (guest, other) = (box.link(slot: 0, identity: 1), box.link(slot: 1))
        box.play(.noteOn(channel: 0, key: 60, velocity: 100))
        box.obey(.identify(slot: 0, identity: 7))
        box.hangUp(guest)
        box.play(.noteOff(channel: 0, key: 60))
        _ = box.take(other)
        #expect(BluetoothRig.midi(box.take(box.link(slot: 2, identity: 7))) == [0x80, 60, 64])
        #expect(box.take(box.link(slot: 0, identity: 1)).isEmpty)
    }

    /// B13: it came back as a stranger. What it was sent since then sounds on.
    @Test func peerThatTellsItsIdentityLaterIsReleasedFromItsLastLink() {
        let (lost, other) = (box.link(slot: 0, identity: 7), box.link(slot: 1))
        box.play(.noteOn(channel: 0, key: 60, velocity: 100), .noteOn(channel: 0, key: 62, velocity: 100))
        box.hangUp(lost)
        box.play(.noteOff(channel: 0, key: 60), .noteOff(channel: 0, key: 62))
        let stranger = box.link(slot: 0, identity: 1)
        box.play(.noteOn(channel: 0, key: 62, velocity: 90))
        #expect(BluetoothRig.midi(box.take(stranger)) == [0x90, 62, 90])
        _ = box.take(other)
        box.obey(.identify(slot: 0, identity: 7))
        #expect(BluetoothRig.midi(box.take(stranger)) == [0x80, 60, 64])
        box.play(.noteOff(channel: 0, key: 62))
        #expect(BluetoothRig.midi(box.take(stranger)) == [0x80, 62, 64])
        #expect(BluetoothRig.midi(box.take(other)) == [0x80, 62, 64])
    }

    /// The link may have ended before the peer's identity comes.
    @Test func identityOfAPeerThatHasGoneIsIgnored() {
        box.obey(.identify(slot: 3, identity: 7))
        box.obey(.identify(slot: 200, identity: 7))
        #expect(!box.report(3).isLinked)
    }

    /// S8
    @Test func sysExOfTwoPeersDoesNotMix() {
        let (first, second, third) = (box.link(slot: 0), box.link(slot: 1), box.link(slot: 2))
        box.send([0x52, 18, 0, 0x80, 0x80, 0xF0, 1, 2, 3, 4, 5, 6, 7], to: first)
        box.send([0x52, 18, 0, 0x80, 0x80, 0xF0, 11, 12, 13, 14, 15, 16, 17], to: second)
        box.send(BluetoothRig.written(0x90, 60, 100), to: third)
        #expect(box.played == [0x90, 60, 100])
        box.send([0x52, 18, 0, 0x80, 8, 0x80, 0xF7], to: first)
        #expect(box.played == [0xF0, 1, 2, 3, 4, 5, 6, 7, 8, 0xF7])
    }

    /// B14: the others wait for a peer that takes nothing for a quarter of a second at most, and it holds nothing when
    /// it takes part again.
    @Test func aStalledPeerDoesNotHoldUpTheOthers() {
        let (stalled, other) = (box.link(slot: 0), box.link(slot: 1))
        box.play(.noteOn(channel: 0, key: 60, velocity: 100))
        var given = box.take(stalled)
        _ = box.take(other)
        for value in 0..<2000 where !box.loop.outputs.ports[1].isBlocked {
            box.play(.controlChange(channel: 0, controller: 64, value: UInt8(value % 2) * 127))
            _ = box.take(other)
        }
        #expect(box.loop.outputs.ports[1].isBlocked)
        box.play(.noteOff(channel: 0, key: 60), .noteOn(channel: 0, key: 62, velocity: 100))
        #expect(box.take(other).isEmpty)
        box.loop.advanceLinks(to: treadle_now() + LoopLimits.linkPatience)
        box.turn()
        let bytes = BluetoothRig.midi(box.take(other))
        #expect(bytes.starts(with: [0x80, 60, 64]) && bytes.suffix(3) == [0x90, 62, 100])
        box.play(.controlChange(channel: 0, controller: 64, value: 0))
        // Now the peer takes everything again.
        given += box.takeAll(stalled)
        var (parser, held) = (StreamParser(), HeldByPeer())
        for byte in BluetoothRig.midi(given) { parser.feed(byte) { held.hear($0) } }
        #expect(held.next() == nil)
        #expect(box.report(0).isLinked)
        box.play(.noteOn(channel: 0, key: 65, velocity: 100))
        #expect(BluetoothRig.midi(box.take(stalled)) == [0x90, 65, 100])
    }
}
