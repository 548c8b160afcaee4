import MIDI
import NetworkSupport
import TestSupport
import Testing

@testable import RTPMIDI

/// SysEx that are lost between two sessions (N7): each arrives once, whatever time code is lost before.
@Suite struct LostSysExTests {
    /// Two sessions whose packets are lost as told.
    private final class Road {
        var random = SplitMix(state: 3)
        let pair: SessionPair
        var heard: [Message] = []

        init() {
            pair = SessionPair(&random)
            pair.delivered = { [unowned self] index, message in if index == 1 { heard.append(message) } }
            pair.run(until: pair.now)
        }

        /// Sends messages in one packet each; its receiver answers.
        func send(_ messages: [Message], isLost: Bool) {
            pair.weather.loss = isLost ? 1 : 0
            for message in messages { _ = pair.sessions[0].put(message, at: pair.now) }
            pair.flush()
            pair.weather.loss = 0
            pair.run(until: pair.now)
        }

        /// Sends packets separated by `|`; one that begins with `-` is lost.
        func send(_ script: String) {
            var parser = StreamParser()
            for packet in script.split(separator: "|") {
                let isLost = packet.hasPrefix("-")
                send(messages(String(isLost ? packet.dropFirst() : packet), &parser), isLost: isLost)
            }
        }
    }

    private static let play = "F0 7F 7F 06 02 F7"
    private static let stop = "F0 7F 7F 06 01 F7"
    private static let locate = "F0 7F 7F 01 01 21 02 03 04 F7"
    private static let quarters = (0..<8).map { "-F1 \($0)1" }.joined(separator: "|")

    @Test(arguments: [
        "F1 01|\(quarters)|F1 01|\(play)|\(stop)|-\(play)",
        "\(play)|\(stop)|\(quarters)|F1 01|\(stop)|-\(play)",
        "-\(locate)|\(play)|\(stop)|-\(play)",
        // The next loss follows at once, before a journal has told the number.
        "-\(locate)|\(play)|-\(play)",
        "-\(locate)|\(play)|-\(stop)|-\(play)",
        "-\(locate)|\(play)|-F6",
        "-\(locate)|-\(locate)|\(play)|-\(locate)|\(play)|-\(play)",
        "\(play)|\(play)|-\(locate)|\(play)|\(play)|-\(play)|-\(play)",
        "-\(play)|-\(locate)|-\(play)|F1 01|-\(play)",
        "-\(locate)|-\(play)|\(play)|\(locate)|-\(play)",
        "-\(locate)|\(quarters)|F1 01|\(play)|\(stop)|-\(play)",
        // The journals of a peer that hears much go only a few packets back.
        "-\(locate)|\(play)|F6|F6|F6|F6|F6|F6|F6|F6|\(stop)|-\(play)",
        "-FF|\(play)|-\(play)|F6|\(stop)|-\(stop)",
        "\(play)|-FF|F6|\(play)|-\(play)|-\(locate)|F6|\(play)|-\(play)",
    ])
    func eachArrivesOnce(script: String) {
        let road = Road()
        // The end of each gap.
        road.send(script + "|B0 07 01")
        let sent = script.split(separator: "|").map { $0.hasPrefix("-") ? $0.dropFirst() : $0 }
            .filter { $0.hasPrefix("F0") && $0 != LostSysExTests.locate }
        let heard = road.heard.filter { $0.type == MessageType.sysEx }
        #expect(
            text(heard).replacing(LostSysExTests.locate, with: "").split(separator: " ").joined(separator: " ")
                == sent.joined(separator: " "))
    }

    /// B.5.1: without COUNT, the S bit says that the packet before the journal held the SysEx.
    @Test func equalSysExOfASenderWithoutCountIsNew() {
        let desk = SessionTests.Desk()
        desk.give(SessionTests.packet(1, bytes("F0 01 02 F7")))
        var packet = SessionTests.packet(3, bytes("B0 07 01"))
        packet[12] |= 0x40
        desk.give(packet + bytes("40 00 01 04 05 0B 01 82"))
        #expect(text(desk.delivered) == "F0 01 02 F7 F0 01 02 F7 B0 07 01")
        packet = SessionTests.packet(5, bytes("B0 07 02"))
        packet[12] |= 0x40
        desk.give(packet + bytes("C0 00 01 84 05 8B 01 82"))
        #expect(text(desk.delivered) == "F0 01 02 F7 F0 01 02 F7 B0 07 01 B0 07 02")
    }

    /// What was lost and what was repaired is told apart.
    @Test func onlyWhatCameBackCountsAsRepaired() {
        let road = Road()
        road.send("90 3C 40|-80 3C 40|B0 07 01")
        #expect(road.pair.sessions[1].counters.repaired == 1)
        #expect(road.pair.sessions[1].counters.lostSysEx == 0)
        let dump = SessionTests.dump(1500)
        road.send(Array(dump.prefix(200)), isLost: true)
        road.send(Array(dump.dropFirst(200)), isLost: false)
        road.send("B0 07 02")
        let counters = road.pair.sessions[1].counters
        #expect([counters.repaired, counters.unrepaired, counters.lostSysEx] == [1, 0, 1])
        #expect(road.heard.filter { $0.type == MessageType.sysEx } == [])
    }

    /// N9: a datagram above the limit may be cut, so it is not read.
    @Test func datagramsThatAreTooLargeAreCounted() {
        let desk = SessionTests.Desk()
        let most = SessionLimits.datagram - 12
        desk.give(SessionTests.packet(1, [0]) + [UInt8](repeating: 0, count: most))
        let counters = desk.pair.sessions[0].counters
        #expect([counters.tooLarge, counters.malformed] == [1, 0])
    }
}
