import Compact
import Foundation
import Testing

@testable import Web

/// Streams of events (W8, W3).
@Suite struct LiveStreamTests {
    /// Streams that are served at times of the test, in milliseconds.
    private final class Bench {
        let streams = LiveStreams(epoch: "E")
        var gone: [Int] = []

        init(_ state: String = #"{"revision":7,"preset":{"name":"Verse"}}"#) {
            streams.gone = { [unowned self] in gone.append($0.number) }
            if !state.isEmpty { streams.live.accept(whole: LiveStreamTests.json(state)) }
        }

        func open(_ visitor: Int, _ wish: MessageWish? = nil, at time: UInt64 = 1000) -> EventStream {
            let stream = EventStream(visitor: WebVisitor(number: visitor, name: "Browser"))
            streams.follow(stream, wish, at: time * 1_000_000)
            return stream
        }

        func serve(_ time: UInt64) { streams.serve(at: time * 1_000_000) }

        func change(_ patch: String) { streams.live.accept(change: LiveStreamTests.json(patch)) }

        func hear(_ line: String) throws {
            streams.hear(try #require(LiveMessage(Array(line.utf8)[...])))
        }

        /// When the streams have to be served next, in milliseconds.
        func deadline(at time: UInt64) -> UInt64 { streams.deadline(at: time * 1_000_000) / 1_000_000 }
    }

    private static func json(_ text: String) -> JSONValue {
        JSONReader.value(of: Array(text.utf8), depth: 16) ?? .null
    }

    /// What the transport would send now.
    private func text(_ stream: EventStream) -> String { String(decoding: stream.take(.max), as: UTF8.self) }

    @Test func theWholeStateIsFirstThenWhatChanges() {
        let bench = Bench()
        let stream = bench.open(1)
        bench.serve(1000)
        #expect(
            text(stream) == "id: E.7\nevent: state\ndata: {\"revision\":7,\"preset\":{\"name\":\"Verse\"}}\n\n")
        bench.change(#"{"revision":8,"preset":{"name":"Chorus"}}"#)
        // 20 a second: 50 ms apart.
        bench.serve(1049)
        #expect(text(stream) == "" && bench.deadline(at: 1049) == 1050)
        bench.serve(1050)
        #expect(text(stream) == "id: E.8\nevent: change\ndata: {\"revision\":8,\"preset\":{\"name\":\"Chorus\"}}\n\n")
        bench.change(#"{"revision":9,"preset":null}"#)
        bench.serve(1100)
        #expect(text(stream) == "id: E.9\nevent: change\ndata: {\"revision\":9,\"preset\":null}\n\n")
    }

    /// A name of the box is text for the page, whatever it has in it, and no line of the stream.
    @Test func textOfTheBoxStaysData() {
        let bench = Bench(#"{"revision":1,"name":"a\u000A\u000Aevent: bye\u202E<b>\""}"#)
        let stream = bench.open(1)
        bench.serve(1000)
        #expect(
            text(stream)
                == "id: E.1\nevent: state\ndata: "
                + #"{"revision":1,"name":"a\u000A\u000Aevent: bye\u202E<b>\""}"# + "\n\n")
    }

    /// A browser that does not read skips to the newest state, and nothing queues for it.
    @Test func aSlowBrowserSkipsToTheNewestState() {
        let bench = Bench()
        let (slow, other) = (bench.open(1), bench.open(2))
        bench.serve(1000)
        let waiting = slow.waiting.count
        _ = text(other)
        for step in 1...20 {
            bench.change("{\"revision\":\(7 + step),\"clock\":\(step),\"sounding\":\(step % 2)}")
            bench.serve(1000 + UInt64(step) * 50)
            #expect(text(other).contains("event: change\n"))
        }
        #expect(slow.waiting.count == waiting)
        #expect(text(slow).hasSuffix("\"preset\":{\"name\":\"Verse\"}}\n\n"))
        bench.serve(2100)
        #expect(
            text(slow) == "id: E.27\nevent: change\ndata: {\"revision\":27,\"clock\":20,\"sounding\":0}\n\n"
                + "id: E.27\nevent: alive\ndata: {\"time\":2100.000}\n\n")
    }

    /// W9, W11: a stream tells the box's clock once a second, whatever else it says.
    @Test func aStreamTellsTheTimeOnceASecond() {
        let bench = Bench()
        let stream = bench.open(1)
        bench.serve(1000)
        _ = text(stream)
        #expect(bench.deadline(at: 1000) == 2000)
        bench.change(#"{"revision":8}"#)
        bench.serve(1999)
        #expect(text(stream) == "id: E.8\nevent: change\ndata: {\"revision\":8}\n\n")
        bench.serve(2000)
        #expect(text(stream) == "id: E.8\nevent: alive\ndata: {\"time\":2000.000}\n\n")
        #expect(bench.deadline(at: 2000) == 3000)
    }

    /// Nothing comes before the whole state, and a browser that does not read costs no wake.
    @Test func nothingIsDueWithoutAStateOrAReader() {
        let bench = Bench("")
        let stream = bench.open(1)
        bench.serve(9000)
        #expect(text(stream) == "" && bench.streams.deadline(at: 9_000_000_000) == UInt64.max)
        bench.streams.live.accept(whole: LiveStreamTests.json(#"{"revision":1}"#))
        bench.serve(9000)
        #expect(!stream.waiting.isEmpty && bench.streams.deadline(at: 20_000_000_000) == UInt64.max)
    }

    /// W3: 3 streams of one browser, 8 in all; the oldest goes.
    @Test func theOldestStreamGoesForOneTooMany() {
        let bench = Bench()
        let own = (0..<3).map { _ in bench.open(1) }
        #expect(own.allSatisfy { !$0.isEnding })
        let fourth = bench.open(1)
        #expect(own.map { $0.isEnding } == [true, false, false] && !fourth.isEnding)
        #expect(text(own[0]) == "id: E.7\nevent: bye\ndata: {\"reason\":\"full\"}\n\n")
        let others = (2...6).map { bench.open($0) }
        #expect(!own[1].isEnding && bench.streams.count == 8)
        let ninth = bench.open(7)
        #expect(own.map { $0.isEnding } == [true, true, false] && bench.streams.count == 8)
        #expect((others + [ninth, fourth]).allSatisfy { !$0.isEnding } && bench.gone == [])
    }

    /// W4: forgetting a browser ends its streams, even if it does not read; a token of the same number stays.
    @Test func forgottenBrowsersAreTold() {
        let bench = Bench()
        let (stream, other) = (bench.open(1), bench.open(2))
        let token = EventStream(visitor: WebVisitor(number: 1, name: "desk", isToken: true))
        bench.streams.join(token, at: 0)
        bench.serve(1000)
        bench.streams.forget(stream.visitor)
        #expect(stream.isEnding && text(stream).hasSuffix("event: bye\ndata: {\"reason\":\"forgotten\"}\n\n"))
        #expect(!other.isEnding && !token.isEnding && bench.gone == [1])
    }

    @Test func allAreToldThatTheBoxEnds() {
        let bench = Bench()
        let stream = bench.open(1)
        #expect(bench.streams.endAll().count == 1)
        #expect(stream.isEnding && text(stream).contains("{\"reason\":\"restart\"}"))
    }

    /// W10: what a browser holds is let go with its last stream.
    @Test func aBrowserIsGoneWithItsLastStream() {
        let bench = Bench()
        let (one, two) = (bench.open(1), bench.open(1))
        one.isGone = true
        bench.serve(1000)
        #expect(bench.gone == [] && bench.streams.hasStream(of: one.visitor))
        two.isGone = true
        bench.serve(1000)
        #expect(bench.gone == [1] && bench.streams.count == 0)
    }

    @Test func editsOfFilesAreTold() {
        let bench = Bench()
        let stream = bench.open(1)
        bench.serve(1000)
        _ = text(stream)
        bench.streams.tellFiles(["presets/chorus.yaml"], by: "iPhone, Safari")
        #expect(
            text(stream) == "id: E.7\nevent: files\ndata: "
                + #"{"changed":["presets/chorus.yaml"],"by":"iPhone, Safari"}"# + "\n\n")
    }
}

// MARK: - Messages

extension LiveStreamTests {
    @Test func messagesGoToTheStreamsThatAskForThem() throws {
        let bench = Bench()
        let (all, inputs) = (
            bench.open(1, MessageWish(inputsOnly: false)), bench.open(1, MessageWish(inputsOnly: true))
        )
        let (keys, none) = (bench.open(2, MessageWish(inputsOnly: false, port: "keys")), bench.open(2))
        #expect(bench.streams.wish == MessageWish(inputsOnly: false))
        bench.serve(1000)
        for stream in [all, inputs, keys, none] { _ = text(stream) }
        try bench.hear(#"81961.250 in "keys" 90 3C 50"#)
        try bench.hear(#"81961.300 out "synth" "Strings" 92 3C 50"#)
        bench.streams.miss(3)
        bench.serve(1000)
        let (first, second) = (
            #"[81961.250,"in","keys",[144,60,80]]"#, #"[81961.300,"out","synth",[146,60,80],"Strings"]"#
        )
        func event(_ list: String) -> String {
            "id: E.7\nevent: messages\ndata: {\"missed\":3,\"list\":[\(list)]}\n\n"
        }
        #expect(text(all) == event("\(first),\(second)"))
        #expect(text(inputs) == event(first) && text(keys) == event(first) && text(none) == "")
    }

    /// At most 20 events and 600 messages a second. What is not shown is counted, and nothing is lost uncounted.
    @Test func aFloodIsCounted() throws {
        let bench = Bench()
        let stream = bench.open(1, MessageWish(inputsOnly: false))
        bench.serve(1000)
        _ = text(stream)
        var events: [(at: UInt64, shown: Int, missed: Int)] = []
        // 2,000 messages a second for three seconds.
        for step in 0..<3000 as Range<UInt64> {
            for _ in 0..<2 { try bench.hear(#"1.000 in "keys" F8"#) }
            bench.serve(1000 + step)
            let sent = text(stream)
            guard let begin = sent.range(of: "{\"missed\":") else { continue }
            let missed = Int(sent[begin.upperBound...].prefix { $0.isNumber }) ?? -1
            events.append((1000 + step, sent.components(separatedBy: "\"keys\"").count - 1, missed))
        }
        for event in events {
            let second = events.filter { event.at..<event.at + 1000 ~= $0.at }
            #expect(second.count <= 20 && second.reduce(0) { $0 + $1.shown } <= 600)
        }
        let (shown, missed) = (events.reduce(0) { $0 + $1.shown }, events.reduce(0) { $0 + $1.missed })
        #expect(shown + missed >= 5900 && shown + missed <= 6000 && shown >= 1700, "\(shown), \(missed)")
    }

    /// Messages for a browser that does not read are counted, within 64 KiB.
    @Test func messagesNobodyReadsAreCounted() throws {
        let bench = Bench()
        let stream = bench.open(1, MessageWish(inputsOnly: false))
        bench.serve(1000)
        for step in 1...100 as ClosedRange<UInt64> {
            for _ in 0..<100 { try bench.hear(#"1.000 in "keys" F8"#) }
            bench.serve(1000 + step * 50)
        }
        #expect(stream.waiting.count < EventStream.limit)
        _ = text(stream)
        bench.serve(7000)
        #expect(text(stream).contains("{\"missed\":9850,\"list\":[["))
    }

    @Test(arguments: [
        (#"1.000 in "keys" 90 3C 50"#, #"[1.000,"in","keys",[144,60,80]]"#),
        (#"1.000 out "out" "" F8"#, #"[1.000,"out","out",[248],""]"#),
        // A box that has run for two weeks.
        (#"1209600000.125 in "keys" F8"#, #"[1209600000.125,"in","keys",[248]]"#),
        (
            #"1.000 why "keys" "Piano" "outside its notes" 90 3C 50"#,
            #"[1.000,"why","keys",[144,60,80],"Piano","outside its notes"]"#
        ),
        (#"1.000 in "synth" 40903C00 C0000000"#, #"[1.000,"in","synth",{"words":[1083194368,3221225472]}]"#),
        (#"1.000 in "footswitches" "switch A long = 127""#, #"[1.000,"in","footswitches","switch A long = 127"]"#),
    ])
    func messagesAreData(_ line: String, _ json: String) throws {
        let message = try #require(LiveMessage(Array(line.utf8)[...]))
        #expect(String(decoding: message.json, as: UTF8.self) == json)
    }

    @Test(arguments: [
        "", "1.000", "1.000 in", #"1.000 in "keys""#, #"x in "keys" 90"#, #"1.000 up "keys" 90"#,
        #"1.000 out "out" 90"#, #"1.000 why "keys" "Piano" 90"#, #"1.000 in "keys 90"#,
    ])
    func otherLinesAreNoMessages(_ line: String) { #expect(LiveMessage(Array(line.utf8)[...]) == nil) }
}
