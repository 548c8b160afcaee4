import BLEMIDI
import CPlatform
import MIDI
import Plan
import Testing

@testable import Engine
@testable import Loop

/// B10: a peer that takes nothing for a while.
@Suite struct BluetoothWaitingTests {
    private let box: BluetoothRig

    init() throws { box = try BluetoothRig() }

    private func value(_ value: Int) -> Message { .controlChange(channel: 0, controller: 7, value: UInt8(value % 128)) }

    /// Plays values until the kernel takes no more. Returns the number of values.
    private func fill() -> Int {
        for count in 0..<2000 {
            if box.loop.outputs.ports[1].isBlocked { return count }
            box.play(value(count))
        }
        Issue.record("the kernel takes everything")
        return 0
    }

    @Test func valuesOfOneControllerCollapse() {
        let peer = box.link()
        let count = fill()
        for later in 0..<1000 { box.play(value(count + later)) }
        let bytes = BluetoothRig.midi(box.takeAll(peer))
        #expect(bytes.count == 3 * (count + 1))
        #expect(bytes.last == UInt8((count + 999) % 128))
        // The link goes on.
        box.play(.noteOn(channel: 0, key: 60, velocity: 100))
        #expect(BluetoothRig.midi(box.take(peer)) == [0x90, 60, 100])
    }

    @Test func aNoteOffOvertakesWhatWaits() throws {
        let peer = box.link()
        box.play(.noteOn(channel: 0, key: 60, velocity: 100))
        _ = box.take(peer)
        let count = fill()
        box.play(.noteOn(channel: 0, key: 62, velocity: 100), value(1))
        box.play(.noteOff(channel: 0, key: 60))
        let waited = Array(BluetoothRig.midi(box.takeAll(peer)).dropFirst(3 * count))
        #expect(waited == [0x80, 60, 64, 0x90, 62, 100, 0xB0, 7, 1])
    }

    /// H10
    @Test func aPanicGoesFirst() {
        let peer = box.link()
        box.play(.noteOn(channel: 0, key: 60, velocity: 100))
        _ = box.take(peer)
        let count = fill()
        box.play((0..<100).map { .noteOn(channel: 1, key: $0, velocity: 100) })
        box.obey(.perform(.panic))
        let waited = Array(BluetoothRig.midi(box.takeAll(peer)).dropFirst(3 * count))
        #expect(waited.starts(with: [0x80, 60, 64]))
        #expect(!waited.contains(0x91))
    }

    /// B10: no longer than 5 s.
    @Test func aLinkThatTakesNothingIsEnded() {
        _ = box.link()
        _ = fill()
        box.loop.advanceLinks(to: treadle_now() + LoopLimits.linkStall - 1_000_000_000)
        #expect(box.report().isLinked)
        box.loop.advanceLinks(to: treadle_now() + LoopLimits.linkStall)
        let report = box.report()
        #expect(!report.isLinked && report.reason == .stalled && report.socket == box.sockets[0])
    }

    /// B13: what waited for a peer that went is dropped, and does not reach the next one.
    @Test func whatWaitedForAPeerIsDropped() {
        let peer = box.link()
        let count = fill()
        box.play(value(count), .noteOn(channel: 0, key: 60, velocity: 100))
        box.hangUp(peer)
        let next = box.link()
        let bytes = BluetoothRig.midi(box.take(next))
        #expect(!bytes.contains(0x90))
        let hasWaiting = box.loop.engine.router.hasWaiting(BluetoothRig.tablet)
        #expect(!hasWaiting)
    }

    /// B8: a peer that wants writes with response gets one packet, and the next after its response.
    @Test func theNextWriteWaitsForTheResponse() {
        let peer = box.link(isCentral: true, writesWithResponse: true)
        for key: UInt8 in [60, 62, 64] { box.play(.noteOn(channel: 0, key: key, velocity: 100)) }
        #expect(box.take(peer).map { Array($0.suffix(3)) } == [[0x90, 60, 100]])
        box.turn()
        #expect(box.take(peer).isEmpty)
        box.send([0x13], to: peer)
        #expect(box.take(peer).map { Array($0.suffix(3)) } == [[0x90, 62, 100]])
        // Requests are answered meanwhile.
        box.send([0x0A, 5, 0], to: peer)
        #expect(box.take(peer) == [[0x0B, 0, 0]])
        box.send([0x13], to: peer)
        #expect(box.take(peer).map { Array($0.suffix(3)) } == [[0x90, 64, 100]])
    }

    /// E5: the last notes leave before the loop has ended.
    @Test func theEndReleasesWhatPeersHold() {
        let peer = box.link()
        box.play(.noteOn(channel: 0, key: 60, velocity: 100))
        _ = box.take(peer)
        box.loop.end()
        #expect(BluetoothRig.midi(box.take(peer)).starts(with: [0x80, 60, 64]))
    }
}
