import BLEMIDI
import Testing

/// The Attribute Protocol of a link that plays, in both roles.
@Suite struct ATTPlayingTests {
    @Test func packetsHaveTheHeadOfTheirRole() {
        #expect(PlayingLink(isCentral: false).head == "1B 12 00")
        #expect(PlayingLink(isCentral: true, valueHandle: 0x1234).head == "52 34 12")
        #expect(PlayingLink(isCentral: true, valueHandle: 0x1234, writesWithResponse: true).head == "12 34 12")
    }

    @Test func notificationsOfThePeersMIDIArePackets() {
        var link = PlayingLink(isCentral: true, valueHandle: 0x21)
        let rows: [(String, ATTServer.Outcome)] = [
            ("1B 21 00 80 80 F8", .packet(3..<6)), ("1B 21 00", .packet(3..<3)), ("1B 22 00 80 80 F8", .nothing),
            ("1B 21", .nothing), ("1B", .nothing), ("", .nothing),
        ]
        for (pdu, outcome) in rows {
            #expect(link.ask(pdu) == "")
            #expect(link.outcome == outcome, "\(pdu)")
        }
        var peripheral = PlayingLink(isCentral: false)
        #expect(peripheral.ask("1B 12 00 80 80 F8") == "")
        #expect(peripheral.outcome == .nothing)
    }

    @Test func indicationsAreConfirmed() {
        var link = PlayingLink(isCentral: true, valueHandle: 0x21)
        #expect(link.ask("1D 21 00 80 80 F8") == "1E")
        #expect(link.outcome == .packet(3..<6))
        // Service Changed of the peer.
        #expect(link.ask("1D 08 00 01 00 FF FF") == "1E")
        #expect(link.outcome == .answer(1))
    }

    /// B7: the box answers while it is central, too.
    @Test func requestsAreAnsweredInBothRoles() {
        for isCentral in [true, false] {
            var link = PlayingLink(isCentral: isCentral, valueHandle: 0x21)
            #expect(link.ask("0A 05 00") == "0B 00 00")
            #expect(link.ask("52 12 00 80 80 F8") == "")
            #expect(link.outcome == .packet(3..<6))
        }
    }

    @Test func theNextWriteWaitsForTheResponse() {
        var link = PlayingLink(isCentral: true, valueHandle: 0x21, writesWithResponse: true)
        for response in ["13", "01 12 21 00 0E"] {
            #expect(link.playing.maySend)
            link.playing.sentPacket()
            #expect(!link.playing.maySend)
            _ = link.ask("1B 21 00 80 80 F8")
            _ = link.ask("01 0A 21 00 0E")
            #expect(!link.playing.maySend)
            _ = link.ask(response)
        }
        link.playing.sentPacket()
        link.playing.ignoreResponses()
        #expect(link.playing.maySend)
        link.playing.sentPacket()
        #expect(link.playing.maySend)
        var commands = PlayingLink(isCentral: true, valueHandle: 0x21)
        commands.playing.sentPacket()
        #expect(commands.playing.maySend)
    }

    @Test func aPeerListensWhileItHasNotificationsOn() {
        #expect(PlayingLink(isCentral: true, valueHandle: 0x21).playing.isListening)
        var link = PlayingLink(isCentral: false)
        #expect(!link.playing.isListening)
        _ = link.ask("12 13 00 01 00")
        #expect(link.playing.isListening)
        _ = link.ask("12 13 00 00 00")
        #expect(!link.playing.isListening)
    }

    @Test func mtuIsTheAgreedOne() {
        var link = PlayingLink(isCentral: true, valueHandle: 0x21, mtu: 185)
        #expect(link.playing.mtu == 185)
        #expect(link.ask("02 64 00") == "03 F7 00")
        #expect(link.playing.mtu == 100)
        #expect(PlayingLink(isCentral: false, mtu: 5).playing.mtu == 23)
    }

    /// B14
    @Test func aFloodOfRequestsIsNoticed() {
        var link = PlayingLink(isCentral: false)
        // 500 a second are no flood, however long.
        for index in 0..<2000 { _ = link.ask("0A 05 00", at: UInt64(index) * 2_000_000) }
        #expect(!link.playing.isFlooded)
        for _ in 0..<10_000 { _ = link.ask("52 12 00 80 80 F8", at: 5_000_000_000) }
        #expect(!link.playing.isFlooded)
        for _ in 0..<500 { _ = link.ask("0A 05 00", at: 5_000_000_000) }
        #expect(!link.playing.isFlooded)
        _ = link.ask("0A 05 00", at: 5_900_000_000)
        #expect(link.playing.isFlooded)
    }
}
