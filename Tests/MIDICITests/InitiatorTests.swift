import Testing

@testable import MIDICI

/// U10: what the box asks of the device at a port.
@Suite struct InitiatorTests {
    private func bench(categories: UInt8 = 0x1C, version: UInt8 = 2) -> Bench {
        var bench = Bench(asks: true)
        _ = bench.sent
        let about = Wire.about(path: version > 1 ? [0, 0x7F] : [], categories: categories)
        bench.device.receive(
            Wire.message(0x71, from: Bench.other, to: bench.muid, about, version: version), on: 3, at: bench.now)
        return bench
    }

    /// Gives an answer to the last Get, and returns the next inquiry.
    private func answer(_ bench: inout Bench, _ asked: WireChunk, _ header: String, _ data: String) -> [[UInt8]] {
        bench.hear(0x35, WireChunk.body(header, data: data, request: asked.request))
    }

    @Test func aDeviceIsAskedStepByStep() throws {
        var bench = bench()
        #expect(bench.sent == [Wire.message(0x72, from: bench.muid, to: Bench.other, [0])])
        let capabilities = bench.hear(0x73, [0, 3, 0] + Array("abc".utf8))
        #expect(capabilities == [Wire.message(0x30, from: bench.muid, to: Bench.other, [4, 0, 0])])
        let list = try need(bench.whole(bench.hear(0x31, [2, 0, 0])))
        #expect(list.kind == 0x34 && list.header == #"{"resource":"ResourceList"}"#)
        let info = try need(
            bench.whole(
                answer(
                    &bench, list, #"{"status":200}"#,
                    #"[{"resource":"DeviceInfo"},{"resource":"ProgramList","canPaginate":true}]"#)))
        #expect(info.header == #"{"resource":"DeviceInfo"}"#)
        let programs = try need(
            bench.whole(
                answer(
                    &bench, info, #"{"status":200}"#,
                    #"{"manufacturer":"M","family":"F","model":"S\u00F6lo","version":"9","serialNumber":"1"}"#)))
        #expect(programs.header == #"{"resource":"ProgramList","offset":0,"limit":64}"#)
        let page = (0..<64).map { #"{"title":"P\#($0)","bankPC":[1,2,\#($0)]}"# }.joined(separator: ",")
        let more = try need(
            bench.whole(answer(&bench, programs, #"{"status":200,"totalCount":65}"#, "[\(page)]")))
        #expect(more.header == #"{"resource":"ProgramList","offset":64,"limit":64}"#)
        _ = bench.notices
        let rest = answer(
            &bench, more, #"{"status":200,"totalCount":65}"#, #"[{"title":"Warm Pad","bankPC":[0,0,7]}]"#)
        #expect(rest == [])
        let peer = try need(bench.device.peers.first)
        #expect(peer.productInstance == "abc" && peer.requestsAtOnce == 2 && peer.modelName == "Sölo")
        #expect(peer.programs?.count == 65)
        #expect(peer.programs?.last == CIProgram(title: "Warm Pad", bankMSB: 0, bankLSB: 0, program: 7))
        #expect(bench.notices == [.programs])
        #expect(bench.device.deadline == .max)
    }

    @Test func aDeviceWithoutPropertiesIsAskedForNone() {
        var bench = bench(categories: 0)
        _ = bench.sent
        #expect(bench.hear(0x73, [0, 0, 0]) == [])
        #expect(bench.device.deadline == .max)
    }

    /// Version 1 has no Endpoint Information.
    @Test func aDeviceOfVersion1IsAskedInVersion1() {
        var bench = bench(version: 1)
        #expect(bench.sent == [Wire.message(0x30, from: bench.muid, to: Bench.other, [4], version: 1)])
    }

    /// Each inquiry is sent twice, 3 s apart, then the next is tried.
    @Test func aSilentDeviceIsAskedTwice() {
        var bench = bench()
        var asked = bench.sent.map { $0[4] }
        for _ in 0..<20 { asked += bench.wait(3).map { $0[4] } }
        #expect(asked == [0x72, 0x72, 0x30, 0x30, 0x34, 0x34])
        #expect(bench.device.deadline == .max)
    }

    @Test func aNAKIsNotWaitedOut() {
        var bench = bench()
        _ = bench.sent
        #expect(bench.hear(0x7F, [0x72, 0x01, 0, 0, 0, 0, 0, 0, 0, 0]).map { $0[4] } == [0x30])
        #expect(bench.hear(0x7F, [0x72, 0x01, 0, 0, 0, 0, 0, 0, 0, 0]) == [])
    }

    /// NAK "busy" says how long to wait.
    @Test func aBusyDeviceIsAskedLater() {
        var bench = bench()
        _ = bench.sent
        #expect(bench.hear(0x7F, [0x72, 0x43, 7, 0, 0, 0, 0, 0, 0, 0]) == [])
        #expect(bench.wait(0.699) == [])
        #expect(bench.wait(0.001).map { $0[4] } == [0x72])
    }

    /// ACK "timeout wait" prolongs the time.
    @Test func anACKProlongsTheTime() {
        var bench = bench()
        _ = bench.sent
        _ = bench.wait(2)
        #expect(bench.hear(0x7D, [0x72, 0x10, 30, 0, 0, 0, 0, 0, 0, 0]) == [])
        #expect(bench.wait(2.999) == [])
        #expect(bench.wait(0.001).map { $0[4] } == [0x72])
    }

    @Test func answersThatWereNotAskedForAreIgnored() {
        var bench = bench()
        _ = bench.sent
        #expect(bench.hear(0x35, WireChunk.body(#"{"status":200}"#, data: "[]", request: 77)) == [])
        #expect(bench.hear(0x31, [1, 0, 0]) == [])
        #expect(bench.device.peers.first?.requestsAtOnce == nil)
    }

    /// A device that starts its Discovery while the box asks stays the same peer.
    @Test func aSecondDiscoveryDoesNotBeginAnew() {
        var bench = bench()
        _ = (bench.sent, bench.notices)
        _ = bench.hear(Wire.message(0x70, from: Bench.other, to: Wire.broadcast, Wire.about()))
        #expect(bench.notices == [])
        #expect(bench.device.peers.count == 1)
    }

    /// Program lists with resource ids are those that channels link to; one that is refused is left out.
    @Test func programListsOfChannelsAreAskedOneByOne() throws {
        var bench = bench()
        _ = bench.sent
        _ = bench.hear(0x73, [0, 0, 0])
        let list = try need(bench.whole(bench.hear(0x31, [2, 0, 0])))
        let offered = #"[{"resource":"ProgramList","requireResId":true},{"resource":"ChannelList"}]"#
        let channels = try need(bench.whole(answer(&bench, list, #"{"status":200}"#, offered)))
        #expect(channels.header == #"{"resource":"ChannelList"}"#)
        let link = { (id: String) in #"{"links":[{"resource":"ProgramList","resId":"\#(id)"}]}"# }
        let links = "[\(link("a")),\(link("b")),\(link("a")),\(link("c"))]"
        let first = try need(bench.whole(answer(&bench, channels, #"{"status":200}"#, links)))
        #expect(first.header == #"{"resource":"ProgramList","resId":"a"}"#)
        let second = try need(
            bench.whole(answer(&bench, first, #"{"status":200}"#, #"[{"title":"A","bankPC":[0,0,1]}]"#)))
        #expect(second.header == #"{"resource":"ProgramList","resId":"b"}"#)
        let third = try need(bench.whole(answer(&bench, second, #"{"status":404}"#, "")))
        #expect(third.header == #"{"resource":"ProgramList","resId":"c"}"#)
        #expect(answer(&bench, third, #"{"status":200}"#, #"[{"title":"C","bankPC":[0,1,2]}]"#) == [])
        #expect(bench.device.peers.first?.programs?.map { $0.title } == ["A", "C"])
    }

    /// A list that stops coming is not taken for a whole one.
    @Test func aCutProgramListIsNotKnown() throws {
        var bench = bench()
        _ = bench.sent
        _ = bench.hear(0x73, [0, 0, 0])
        let list = try need(bench.whole(bench.hear(0x31, [2, 0, 0])))
        let offered = #"[{"resource":"ProgramList","canPaginate":true}]"#
        let programs = try need(bench.whole(answer(&bench, list, #"{"status":200}"#, offered)))
        let page = #"[{"title":"A","bankPC":[0,0,1]}]"#
        #expect(answer(&bench, programs, #"{"status":200,"totalCount":9}"#, page).count == 1)
        for _ in 0..<3 { _ = bench.wait(3) }
        #expect(bench.device.peers.first?.programs == nil && bench.device.deadline == .max)
    }

    /// Without `asks`, the box only answers.
    @Test func aPortThatDoesNotAskSendsNothingOfItsOwn() {
        var bench = Bench()
        bench.meet()
        #expect(bench.sent == [] && bench.wait(100) == [])
        #expect(bench.device.peers.count == 1)
    }

    @Test func aPortThatGoesTakesItsPeers() {
        var bench = bench()
        _ = bench.notices
        bench.device.portWent(3, at: bench.now)
        #expect(bench.device.peers == [] && bench.notices == [.gone])
        #expect(bench.device.nextOutput() == nil && bench.device.deadline == .max)
    }
}
