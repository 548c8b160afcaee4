import Compact
import Testing

@testable import Web

/// The box is asked for its state while somebody looks at it, and for messages while somebody asks for them.
@Suite struct StateFeedTests {
    private final class Bench {
        let box = ModelBox()
        let streams = LiveStreams(epoch: "E")
        let feed: StateFeed
        var known: [Bool] = []

        init() {
            feed = StateFeed(box.link, streams)
            box.link.heard = { [feed] line in
                let word = String(decoding: line.prefix { $0 != 32 }, as: UTF8.self)
                feed.accept(line.dropFirst(word.utf8.count + 1), isWhole: word == "state")
            }
            box.answers["state"] = ["ok", #"state {"revision":1,"sounding":2}"#]
        }

        func use() {
            feed.use(at: box.clock.now) { self.known.append($0) }
            box.run()
        }

        func wait(_ seconds: UInt64) {
            box.clock.now += seconds * 1_000_000_000
            feed.serve(at: box.clock.now)
            box.run()
        }
    }

    @Test func theStateIsFollowedWhileItIsUsed() {
        let bench = Bench()
        bench.use()
        #expect(bench.box.requests == ["state"] && bench.known == [true])
        bench.box.send(#"change {"revision":2,"sounding":3}"#)
        bench.box.run()
        #expect(bench.streams.live.revision == 2 && bench.streams.live.value?["sounding"] == .number(3))
        bench.wait(59)
        bench.use()
        bench.wait(59)
        #expect(bench.box.takeRequests() == ["state"] && bench.known == [true, true])
        bench.wait(1)
        #expect(bench.box.takeRequests() == ["state end"] && bench.streams.live.value == nil)
        // A change that was under way is of no use.
        bench.box.send(#"change {"revision":3}"#)
        bench.box.run()
        #expect(bench.streams.live.value == nil && bench.feed.deadline == UInt64.max)
        bench.use()
        #expect(bench.box.takeRequests() == ["state"] && bench.known == [true, true, true])
    }

    @Test func aStreamKeepsTheState() {
        let bench = Bench()
        bench.use()
        let stream = EventStream(visitor: WebVisitor(number: 1, name: "Browser"))
        bench.streams.follow(stream, nil, at: bench.box.clock.now)
        bench.wait(1000)
        #expect(bench.box.takeRequests() == ["state"])
        stream.isGone = true
        bench.streams.serve(at: bench.box.clock.now)
        bench.wait(60)
        #expect(bench.box.takeRequests() == ["state end"])
    }

    /// W3: 503 after 2 s. The box is asked again a second after it has refused.
    @Test func aStateThatDoesNotComeIsMissing() {
        let bench = Bench()
        bench.box.answers["state"] = ["error 4 programs follow the state already, the limit `stateFollowers`"]
        bench.use()
        bench.wait(1)
        #expect(bench.box.takeRequests() == ["state", "state"] && bench.known == [])
        bench.wait(1)
        #expect(bench.known == [false])
    }

    @Test func messagesAreWatchedWhileTheyAreWanted() {
        let box = ModelBox()
        let feed = MessageFeed(box.link)
        let (all, inputs) = (MessageWish(inputsOnly: false), MessageWish(inputsOnly: true))
        for (wish, learns, requests) in [
            (nil, false, []), (inputs, false, ["watch numbers in"]), (inputs, false, []),
            (all, false, ["watch numbers"]), (all, true, []), (nil, true, ["watch numbers in"]),
            (nil, false, ["watch end"]), (nil, false, []),
        ] as [(MessageWish?, Bool, [String])] {
            feed.want(wish, learns: learns)
            #expect(box.takeRequests() == requests)
        }
    }
}
