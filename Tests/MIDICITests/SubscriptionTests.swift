import Testing

@testable import MIDICI

/// U9: subscriptions of peers.
@Suite struct SubscriptionTests {
    private func bench(_ resource: String) -> Bench {
        var bench = Bench()
        bench.meet()
        let reply = bench.inquire(0x38, #"{"command":"start","resource":"\#(resource)"}"#)
        #expect(reply?.kind == 0x39 && reply?.header == #"{"status":200,"subscribeId":"s1"}"#)
        return bench
    }

    private func changed(_ bench: inout Bench, _ resource: CIResource) -> WireChunk? {
        bench.device.changed(resource, at: bench.now)
        return bench.whole(bench.sent)
    }

    private func confirm(_ bench: inout Bench, _ update: WireChunk, _ status: Int = 200) -> WireChunk? {
        bench.whole(bench.hear(0x39, WireChunk.body(#"{"status":\#(status)}"#, request: update.request)))
    }

    @Test func theStatusIsSentWhole() throws {
        var bench = bench("X-Treadle-Status")
        bench.device.content.heldNotes = 2
        let update = try need(changed(&bench, .status))
        #expect(update.kind == 0x38 && update.header == #"{"command":"full","subscribeId":"s1"}"#)
        #expect(update.data == #"{"tempo":0.00,"heldNotes":2,"counters":{}}"#)
    }

    @Test(arguments: [CIResource.programList, .channelList, .stateList])
    func aListIsOnlySaidToHaveChanged(resource: CIResource) throws {
        var bench = bench(resource.name)
        let update = try need(changed(&bench, resource))
        #expect(update.header == #"{"command":"notify","subscribeId":"s1"}"# && update.data == "")
        #expect(changed(&bench, .status) == nil)
    }

    /// Changes before the subscriber has confirmed one are told as one.
    @Test func updatesWaitForTheReply() throws {
        var bench = bench("X-Treadle-Status")
        let first = try need(changed(&bench, .status))
        for notes in 1...50 {
            bench.device.content.heldNotes = notes
            #expect(changed(&bench, .status) == nil)
        }
        let second = try need(confirm(&bench, first))
        #expect(second.data.contains(#""heldNotes":50"#))
        #expect(confirm(&bench, second) == nil)
    }

    @Test func theSubscriberEndsIt() {
        var bench = bench("ProgramList")
        #expect(bench.inquire(0x38, #"{"command":"end","subscribeId":"s1"}"#)?.header == #"{"status":200}"#)
        #expect(changed(&bench, .programList) == nil)
    }

    /// A subscriber that starts anew gets the subscription that it has.
    @Test func startingTwiceGivesOneSubscription() {
        var bench = bench("ProgramList")
        let again = bench.inquire(0x38, #"{"command":"start","resource":"ProgramList"}"#)
        #expect(again?.header == #"{"status":200,"subscribeId":"s1"}"#)
        #expect(bench.device.subscriptions.count == 1)
    }

    @Test func aSubscriberThatKnowsNothingOfItIsToldNoMore() throws {
        var bench = bench("ProgramList")
        let update = try need(changed(&bench, .programList))
        #expect(confirm(&bench, update, 404) == nil)
        #expect(changed(&bench, .programList) == nil)
    }

    @Test func aSilentSubscriberIsToldTwice() throws {
        var bench = bench("ProgramList")
        let first = try need(changed(&bench, .programList))
        let second = try need(bench.whole(bench.wait(3)))
        #expect(second.header == first.header)
        #expect(bench.wait(3) == [])
        #expect(bench.device.subscriptions.isEmpty && bench.device.deadline == .max)
    }

    @Test func aPeerThatGoesEndsItsSubscriptions() {
        var bench = bench("ProgramList")
        _ = bench.hear(Wire.message(0x7E, from: Bench.other, to: Wire.broadcast, Wire.muid(Bench.other)))
        #expect(bench.device.subscriptions.isEmpty)
    }

    @Test func subscriptionsAreBounded() {
        var bench = Bench()
        for muid in 1...100 as ClosedRange<UInt32> {
            let body = WireChunk.body(#"{"command":"start","resource":"ProgramList"}"#)
            let reply = bench.whole(bench.hear(Wire.message(0x38, from: muid, to: bench.muid, body)))
            let isFull = muid > CILimits.subscriptions
            #expect(reply?.header.hasPrefix(isFull ? #"{"status":341"# : #"{"status":200"#) == true)
        }
        #expect(bench.device.subscriptions.count == CILimits.subscriptions)
    }
}
