import MIDI
import Testing

@testable import Configuration

struct OnLoadTests {
    private func messages(_ text: String, _ routing: String = "") throws -> [Message] {
        try loaded(box("{from: [keys], to: [out], \(routing) on-load: [\(text)]}")).onLoad.map { $0.message }
    }

    @Test func onLoadMessagesAreSortedByDelayThenRoutingThenListedOrder() throws {
        let it = try loaded(
            box(
                """
                {from: [keys], to: [out], on-load: [{send: program 1, delay: 20 ms}, {send: program 2}]},
                {from: [keys], to: [out], on-load: [{send: program 3}, {send: program 4, delay: 1.5 ms}]}
                """))
        #expect(it.onLoad.map { $0.message.data1 } == [2, 3, 4, 1])
        #expect(it.onLoad.map { $0.delay } == [0, 0, 1_500_000, 20_000_000])
        #expect(it.onLoad.map { $0.routing } == [0, 1, 1, 0])
    }

    @Test func onLoadChannelDefaultsToRemapThenRestrictionThenOne() throws {
        #expect(try messages("{send: program 1}").map { $0.channel } == [0])
        #expect(try messages("{send: program 1}", "restrict: {channel: 9},").map { $0.channel } == [8])
        #expect(try messages("{send: program 1}", "restrict: {channel: 9}, channel: 5,").map { $0.channel } == [4])
        #expect(try messages("{send: program 1, channel: 3}", "channel: 5,").map { $0.channel } == [2])
        // Channel memory counts as a channel remap (P1).
        let memory = try loaded(
            box("{from: [keys], to: [module], restrict: {channel: 9}, on-load: [{send: program 1}]}"))
        #expect(memory.onLoad[0].message.channel == 2)
    }

    @Test func onLoadSendsControllerValues() throws {
        let sent = try messages(
            """
            {send: cc volume = 100}, {send: cc 7 14-bit = 1000}, {send: pitch-bend = 8192}, {send: pitch-bend \
            7-bit=127},
            {send: channel-pressure = 5}, {send: program = 6}
            """)
        #expect(
            sent == [
                Message(status: 0xB0, 7, 100), Message(pair: 7, value: 1000, channel: 0),
                Message(status: 0xE0, 0, 64), Message(status: 0xE0, 0, 127), Message(status: 0xD0, 5),
                Message(status: 0xC0, 6),
            ])
    }

    /// A key with velocity 0 is a note-off; a `note-value` has velocity 100.
    @Test func onLoadSendsNotes() throws {
        let it = try loaded(
            box(
                """
                {from: [keys], to: [out], channel: 3, on-load: [
                  {send: key C1 = 100}, {send: key C1=0}, {send: note-value = 0}, {send: 'message "92 40 01"'}]}
                """))
        #expect(
            it.onLoad.map { $0.message } == [
                Message(status: 0x92, 24, 100), Message(status: 0x82, 24, 64), Message(status: 0x92, 0, 100),
                Message(status: 0x92, 64, 1),
            ])
        #expect(it.onLoad.map { $0.replaces } == [false, false, true, false])
    }

    @Test func onLoadSendsMessagesInHex() throws {
        let sent = try messages(
            """
            {send: 'message "B2 07 40"'}, {send: 'message "B[CH] 07 40"', channel: 5}, {send: 'message "FA"'},
            {send: 'message "F0 F7"'}, {send: "message \\"f0 7e 7f 09 01 02 03 f7\\""}, {send: 'message "F0 01 02 03 \
            04 05 06 07 F7"'}
            """)
        #expect(
            sent == [
                Message(status: 0xB2, 7, 0x40), Message(status: 0xB4, 7, 0x40), Message(status: 0xFA),
                Message(0x3000_0000), Message(0x3006_7E7F, 0x0901_0203),
                Message(0x3016_0102, 0x0304_0506), Message(0x3031_0700),
            ])
    }

    /// P7: in listed order, before the routings' where the delay is the same; inserted presets' after the preset's own.
    @Test func presetsOwnMessagesComeFirst() throws {
        let it = try loaded(
            """
            treadle: 1
            ports: {keys: {match: k}, module: {match: m, channel: 3}, out: {match: o}}
            presets:
            - name: P
              insert: [Q]
              on-load:
              - {to: out, send: program 1}
              - {to: module, send: program 2}
              - {to: out, send: program 3, delay: 1 ms, channel: 9}
              - {to: out, send: program 4}
              routings: [{from: [keys], to: [out], on-load: [{send: program 6}, {send: program 7, delay: 1 ms}]}]
            - {name: Q, on-load: [{to: module, send: program 5}], routings: [{from: [keys], to: [module]}]}

            """)
        #expect(it.onLoad.map { $0.message.data1 } == [1, 2, 4, 5, 6, 3, 7])
        // Written, else the channel memory of the port, else 1.
        #expect(it.onLoad.map { $0.message.channel } == [0, 2, 0, 2, 0, 8, 0])
        // Behind the routings, one for each port.
        #expect(it.onLoad.map { $0.routing } == [2, 3, 2, 3, 0, 2, 0])
        #expect(it.summary.contains("preset P: 2 routings, 7 on-load messages\n"))
    }
}
