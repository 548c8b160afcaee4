import BLEMIDI
import CPlatform
import MIDI
import Plan
import Testing

@testable import Engine
@testable import Loop

/// Links with Bluetooth peers in the loop, over sockets of this machine (B1, B7, B9, B11, B13).
@Suite struct BluetoothLoopTests {
    private let box: BluetoothRig

    init() throws { box = try BluetoothRig() }

    @Test func noteOfAPeerIsRouted() {
        let peer = box.link()
        box.send(BluetoothRig.written(0x90, 60, 100), to: peer)
        #expect(box.played == [0x90, 60, 100])
        #expect(box.report().isLinked && box.report().socket == -1)
    }

    @Test func noteForACentralIsANotification() throws {
        let peer = box.link()
        box.play(.noteOn(channel: 0, key: 60, velocity: 100))
        let pdu = try #require(box.take(peer).first)
        #expect(Array(pdu[..<3]) == [0x1B, 18, 0] && Array(pdu.suffix(3)) == [0x90, 60, 100])
        #expect(pdu[3] & 0xC0 == 0x80 && pdu[4] & 0x80 == 0x80 && pdu.count == 8)
    }

    @Test func noteForAPeripheralIsAWrite() throws {
        let peer = box.link(isCentral: true)
        box.play(.noteOn(channel: 0, key: 60, velocity: 100))
        let pdu = try #require(box.take(peer).first)
        #expect(Array(pdu[..<3]) == [0x52, 0x21, 0] && Array(pdu.suffix(3)) == [0x90, 60, 100])
        box.send([0x1B, 0x21, 0, 0x80, 0x80, 0x90, 62, 100], to: peer)
        #expect(box.played == [0x90, 62, 100])
    }

    /// B9: one packet a wake, but in the 128 ms in which a packet has one message only.
    @Test func messagesOfAWakeShareAPacket() {
        let peer = box.link()
        box.play((60..<64).map { .noteOn(channel: 0, key: $0, velocity: 100) })
        let pdus = box.take(peer)
        #expect(pdus.count == 1 || pdus.allSatisfy { $0[3] == 0x80 })
        #expect(BluetoothRig.midi(pdus).count == 12)
    }

    /// B9: no packet is longer than the MTU has room for.
    @Test func packetsKeepTheAgreedMTU() {
        let peer = box.link(mtu: 23)
        let chord: [Message] = (0..<20).map { .noteOn(channel: 0, key: $0, velocity: 100) }
        box.play(chord)
        #expect(box.takeAll(peer).allSatisfy { $0.count <= 23 })
        #expect(box.send([0x02, 100, 0], to: peer))
        #expect(box.take(peer).last == [0x03, 247, 0])
        box.play(chord.map { .noteOff(channel: 0, key: $0.data1) })
        let pdus = box.takeAll(peer)
        #expect(BluetoothRig.midi(pdus).count == 60 && pdus.allSatisfy { $0.count <= 100 })
    }

    /// B7
    @Test func requestIsAnsweredInTheSameTurn() {
        for isCentral in [false, true] {
            let peer = box.link(slot: isCentral ? 1 : 0, isCentral: isCentral)
            box.send([0x0A, 3, 0], to: peer)
            #expect(box.take(peer) == [[0x0B] + Array("Links".utf8)])
        }
    }

    /// A write with response is routed and answered.
    @Test func aWriteRequestIsRoutedAndAnswered() {
        let peer = box.link()
        box.send([0x12, 18, 0, 0x80, 0x80, 0x90, 60, 100], to: peer)
        #expect(box.played == [0x90, 60, 100])
        #expect(box.take(peer) == [[0x13]])
    }

    @Test func aPeerGetsNotesWhenItTurnsNotificationsOn() {
        let peer = box.link(listens: false)
        box.play(.noteOn(channel: 0, key: 60, velocity: 100))
        #expect(box.take(peer).isEmpty)
        box.send([0x12, 19, 0, 1, 0], to: peer)
        #expect(box.take(peer) == [[0x13]])
        box.play(.noteOn(channel: 0, key: 62, velocity: 100))
        #expect(BluetoothRig.midi(box.take(peer)) == [0x90, 62, 100])
        box.send([0x12, 19, 0, 0, 0], to: peer)
        box.play(.noteOn(channel: 0, key: 64, velocity: 100))
        #expect(BluetoothRig.midi(box.take(peer)) == [])
        #expect(box.report().isLinked)
    }

    /// B5
    @Test func midiBeforeEncryptionIsIgnoredAndCounted() {
        let peer = box.link(listens: false, isOpen: false)
        box.send(BluetoothRig.written(0x90, 60, 100), to: peer)
        #expect(box.played == [])
        box.obey(.count)
        #expect(box.report().ignoredWrites == 1 && box.report().packetsIn == 0)
    }

    /// A PDU of no bytes is an empty frame, not the end.
    @Test func anEmptyFrameEndsNothing() {
        let peer = box.link()
        box.send([], to: peer)
        box.send(BluetoothRig.written(0x90, 60, 100), to: peer)
        #expect(box.played == [0x90, 60, 100])
        #expect(box.report().isLinked)
    }

    /// B13, H9
    @Test func aPeerThatGoesReleasesWhatItHolds() {
        let peer = box.link()
        let before = box.report().generation
        box.send(BluetoothRig.written(0x90, 60, 100), to: peer)
        box.hangUp(peer)
        #expect(box.played.suffix(3) == [0x80, 60, 64])
        let report = box.report()
        #expect(!report.isLinked && report.reason == .hungUp && report.socket == box.sockets[0])
        #expect(report.generation == before &+ 1)
        #expect(box.loop.reports.detached[1].read().port == BluetoothRig.tablet)
    }

    /// B13, S4: the next peer of the slot begins anew.
    @Test func aHalfSysExIsForgotten() {
        let peer = box.link()
        box.send([0x52, 18, 0, 0x80, 0x80, 0xF0] + Array(1...13), to: peer)
        box.obey(.unlink(slot: 0))
        #expect(box.report().reason == .unlinked)
        let begun = box.played
        #expect(begun.starts(with: [0xF0, 1, 2, 3, 4, 5, 6]) && begun.last == 0xF7)
        let next = box.link()
        box.send([0x52, 18, 0, 0x80, 8, 9, 0x80, 0xF7], to: next)
        #expect(box.played == [])
        box.send(BluetoothRig.written(0x90, 60, 100), to: next)
        #expect(box.played == [0x90, 60, 100])
    }

    /// H9: what was held at a peer when it went is released when it comes back.
    @Test func aReturnedPeerGetsTheMissingNoteOffs() {
        let peer = box.link(port: BluetoothRig.piano, isCentral: true)
        box.play(.noteOn(channel: 0, key: 60, velocity: 100))
        box.hangUp(peer)
        box.play(.noteOff(channel: 0, key: 60))
        let again = box.link(port: BluetoothRig.piano, isCentral: true)
        #expect(BluetoothRig.midi(box.take(again)) == [0x80, 60, 64])
    }

    /// B12
    @Test func aBufferedMessageIsRoutedInItsTime() {
        let peer = box.link(buffer: 5_000_000)
        box.send(BluetoothRig.written(0x90, 60, 100), to: peer)
        let limit = treadle_now() + 60_000_000_000
        var played = box.played
        while played.isEmpty && treadle_now() < limit {
            box.turn(1)
            played = box.played
        }
        #expect(played == [0x90, 60, 100])
    }

    /// B14
    @Test func aFloodOfRequestsEndsTheLink() {
        let peer = box.link()
        for _ in 0..<501 where box.report().isLinked {
            box.send([0x0A, 5, 0], to: peer)
            _ = box.take(peer)
        }
        // On a slow machine they may take longer than a second.
        if box.report().isLinked { return }
        #expect(box.report().reason == .flooded)
    }

    /// B14
    @Test func nonsenseIsCountedAndEndsNothing() {
        let peer = box.link()
        for pdu in [[0], [0xFF], [0x52], [0x52, 18, 0, 0], [0x52, 18, 0, 0x80, 60, 100], [0x12, 18]] as [[UInt8]] {
            box.send(pdu, to: peer)
        }
        box.obey(.count)
        #expect(box.report().isLinked && box.report().malformed > 0)
        #expect(box.played == [])
    }

    @Test func aBoxWithoutBluetoothHasNoLinks() throws {
        #expect(try UMPRig().loop.outputs.links.count == 0)
    }
}
