import Compact
import Foundation
import Testing

@testable import MIDICI

/// U9: Get, Set and the resources of the box.
@Suite struct ResourceTests {
    private static func preset(_ number: Int, _ title: String) -> CIContent.Preset {
        CIContent.Preset(number: number, title: title)
    }

    private func bench(longest: Int = 512, servesState: Bool = true) -> Bench {
        var bench = Bench(servesState: servesState)
        bench.meet(longest: longest)
        bench.device.content.presets = [
            ResourceTests.preset(0, "Intro"), ResourceTests.preset(1, "Größe 🎹"), ResourceTests.preset(130, "\"A\\B\""),
        ]
        bench.device.content.running = 1
        bench.device.content.tempo = 12_005
        bench.device.content.heldNotes = 3
        bench.device.content.counters = [CIContent.Counter(name: "dropped", value: .max)]
        bench.device.content.states = [CIContent.State(id: "band", title: "Band", revision: "7")]
        return bench
    }

    /// U9: four requests at once, version 0.0 of Property Exchange, which version 1 does not say.
    @Test func capabilitiesAreAnswered() {
        var bench = bench()
        #expect(bench.hear(0x30, [1, 0, 0]) == [Wire.message(0x31, from: bench.muid, to: Bench.other, [4, 0, 0])])
        let one = Wire.message(0x31, from: bench.muid, to: Bench.other, [4], version: 1)
        #expect(bench.hear(0x30, [1], version: 1) == [one])
    }

    @Test func theResourceListNamesAllOthers() throws {
        var bench = bench()
        let reply = try need(bench.get(#"{"resource":"ResourceList"}"#))
        #expect(reply.kind == 0x35 && reply.request == 9 && reply.header == #"{"status":200}"#)
        #expect(
            reply.data
                == #"[{"resource":"DeviceInfo"},"#
                + #"{"resource":"ChannelList","canSubscribe":true,"canPaginate":true},"#
                + #"{"resource":"ProgramList","canSubscribe":true,"canPaginate":true},"#
                + #"{"resource":"StateList","canSubscribe":true,"canPaginate":true},"#
                + #"{"resource":"State","canSet":"full","requireResId":true},"#
                + #"{"resource":"X-Treadle-Status","canSet":"full","canSubscribe":true,"#
                + #""schema":{"title":"Treadle Status","type":"object"}}]"#)
    }

    @Test func deviceInfoSaysWhatDiscoverySays() throws {
        var bench = bench()
        let reply = try need(bench.get(#"{"resource":"DeviceInfo"}"#))
        #expect(
            reply.data
                == #"{"manufacturerId":[0,125,0],"familyId":[1,0],"modelId":[1,0],"versionId":[1,2,3,4],"#
                + #""manufacturer":"Treadle","family":"Pedalboard","model":"Treadle","version":"1.2.3","#
                + #""serialNumber":"treadle-1"}"#)
    }

    /// U9: titles are ASCII on the wire.
    @Test func theProgramListHasThePresets() throws {
        var bench = bench()
        let reply = try need(bench.get(#"{"resource":"ProgramList"}"#))
        #expect(
            reply.data
                == #"[{"title":"Intro","bankPC":[0,0,0]},{"title":"Gr\u00F6\u00DFe \uD83C\uDFB9","bankPC":[0,0,1]},"#
                + #"{"title":"\"A\\B\"","bankPC":[0,1,2]}]"#)
    }

    @Test(arguments: [
        (0, 2, ["Intro", "Größe 🎹"]), (1, 1, ["Größe 🎹"]), (2, 5, ["\"A\\B\""]), (3, 5, []), (9_000_000, 5, []),
        (0, 0, []),
    ])
    func pagesHaveTheTotalCount(offset: Int, limit: Int, titles: [String]) throws {
        var bench = bench()
        let reply = try need(
            bench.get(#"{"resource":"ProgramList","offset":\#(offset),"limit":\#(limit)}"#))
        #expect(reply.header == #"{"status":200,"totalCount":3}"#)
        let list = JSONReader.value(of: Array(reply.data.utf8), depth: CILimits.jsonDepth)
        #expect(list?.items?.compactMap { $0["title"]?.text } == titles)
    }

    @Test func channelsShowTheRunningPreset() throws {
        var bench = bench()
        let reply = try need(bench.get(#"{"resource":"ChannelList","offset":15,"limit":4}"#))
        #expect(
            reply.data
                == #"[{"title":"Channel 16","channel":16,"programTitle":"Gr\u00F6\u00DFe \uD83C\uDFB9","#
                + #""bankPC":[0,0,1],"links":[{"resource":"ProgramList"}]}]"#)
    }

    @Test func theStatusHasPresetTempoNotesAndCounters() throws {
        var bench = bench()
        let reply = try need(bench.get(#"{"resource":"X-Treadle-Status"}"#))
        #expect(
            reply.data
                == #"{"preset":1,"title":"Gr\u00F6\u00DFe \uD83C\uDFB9","tempo":120.05,"heldNotes":3,"#
                + #""counters":{"dropped":18446744073709551615}}"#)
    }

    /// V5
    @Test func theStatusHasTheVariables() throws {
        var bench = bench()
        bench.device.content.variables = [
            CIContent.Variable(name: "amp", value: 2, range: 0...2),
            CIContent.Variable(name: "solo", value: 0, range: 0...1),
        ]
        let reply = try need(bench.get(#"{"resource":"X-Treadle-Status"}"#))
        #expect(reply.data.contains(#""heldNotes":3,"variables":{"amp":2,"solo":0},"counters":"#), "\(reply.data)")
        let status = #"{"resource":"X-Treadle-Status"}"#
        #expect(bench.inquire(0x36, status, data: #"{"variables":{"solo":1,"amp":0}}"#) == nil)
        let request = try need(bench.device.nextRequest())
        #expect(
            request.action
                == .setVariables([
                    CIRequest.VariableValue(name: "solo", value: 1), CIRequest.VariableValue(name: "amp", value: 0),
                ]))
        bench.device.answer(request.token, .done, at: bench.now)
        #expect(bench.whole(bench.sent)?.header == #"{"status":200}"#)
        for data in [#"{"amp":3}"#, #"{"gain":1}"#, #"{"amp":"1"}"#, "{}", "2"] {
            let reply = try need(bench.inquire(0x36, status, data: #"{"variables":\#(data)}"#))
            let header = JSONReader.value(of: Array(reply.header.utf8), depth: CILimits.jsonDepth)
            #expect(header?["status"]?.int == 342, "\(data)")
        }
    }

    // MARK: - States

    @Test func aStateIsReadByTheBox() throws {
        var bench = bench()
        #expect(
            bench.get(#"{"resource":"StateList"}"#)?.data
                == #"[{"title":"Band","stateId":"band","stateRev":"7"}]"#)
        #expect(bench.get(#"{"resource":"State","resId":"band"}"#) == nil)
        let request = try need(bench.device.nextRequest())
        #expect(request.action == .readState(id: "band"))
        bench.device.answer(request.token, .text("name: Ä\n"), at: bench.now)
        let reply = bench.whole(bench.sent)
        #expect(reply?.data == #"{"title":"Band","text":"name: \u00C4\u000A"}"#)
    }

    @Test func aStateAndAPresetAreLoadedByTheBox() throws {
        var bench = bench()
        let rows: [(String, String, CIRequest.Action)] = [
            (#"{"resource":"State","resId":"band"}"#, "", .loadState(id: "band", text: nil)),
            (#"{"resource":"State","resId":"band"}"#, #"{"text":"a: 1"}"#, .loadState(id: "band", text: "a: 1")),
            (#"{"resource":"X-Treadle-Status"}"#, #"{"preset":130}"#, .loadPreset(130)),
        ]
        for (header, data, action) in rows {
            #expect(bench.inquire(0x36, header, data: data) == nil)
            let request = try need(bench.device.nextRequest())
            #expect(request.action == action)
            bench.device.answer(request.token, .done, at: bench.now)
            #expect(bench.whole(bench.sent)?.header == #"{"status":200}"#)
        }
    }

    @Test func theBoxMayRefuse() throws {
        var bench = bench()
        _ = bench.inquire(0x36, #"{"resource":"X-Treadle-Status"}"#, data: #"{"preset":1}"#)
        let request = try need(bench.device.nextRequest())
        bench.device.answer(request.token, .refused(status: 403, "the menu is open"), at: bench.now)
        #expect(bench.whole(bench.sent)?.header == #"{"status":403,"message":"the menu is open"}"#)
        bench.device.answer(request.token, .done, at: bench.now)
        #expect(bench.sent == [])
    }

    /// A request that the box does not answer.
    @Test func aForgottenRequestIsAnsweredAfter2s() {
        var bench = bench()
        _ = bench.get(#"{"resource":"State","resId":"band"}"#)
        #expect(bench.device.deadline == bench.now + 2_000_000_000)
        #expect(bench.wait(1.999) == [])
        #expect(bench.whole(bench.wait(0.001))?.header == #"{"status":500,"message":"the box is busy"}"#)
        #expect(bench.device.nextRequest() == nil)
    }

    /// U9: where nobody may write, the box has no files to tell of: neither their names nor their texts, to no inquiry.
    @Test(
        arguments: [
            (0x34, #"{"resource":"StateList"}"#, ""), (0x34, #"{"resource":"StateList","offset":0,"limit":9}"#, ""),
            (0x34, #"{"resource":"State","resId":"band"}"#, ""), (0x34, #"{"resource":"State"}"#, ""),
            (0x36, #"{"resource":"State","resId":"band"}"#, ""), (0x36, #"{"resource":"State","resId":"x"}"#, "{"),
            (0x36, #"{"resource":"State","resId":"band"}"#, #"{"text":"a: 1"}"#),
            (0x38, #"{"command":"start","resource":"StateList"}"#, ""),
            (0x38, #"{"command":"start","resource":"State"}"#, ""),
        ] as [(UInt8, String, String)])
    func whereNobodyMayWriteThereAreNoStates(kind: UInt8, header: String, data: String) throws {
        var bench = bench(servesState: false)
        let reply = try need(bench.inquire(kind, header, data: data))
        #expect(reply.kind == kind + 1 && reply.header == #"{"status":404}"# && reply.data == "")
        #expect(bench.device.nextRequest() == nil && bench.device.subscriptions.isEmpty)
        let list = try need(bench.get(#"{"resource":"ResourceList"}"#)).data
        #expect(list.contains("ProgramList") && !list.contains("State\"") && !list.contains("StateList"))
        let page = try need(bench.get(#"{"resource":"ResourceList","offset":0,"limit":2}"#))
        #expect(page.header == #"{"status":200,"totalCount":4}"#)
        // What a program change does as well stays.
        #expect(bench.inquire(0x36, #"{"resource":"X-Treadle-Status"}"#, data: #"{"preset":1}"#) == nil)
        #expect(bench.device.nextRequest()?.action == .loadPreset(1))
    }

    // MARK: - Refusals

    @Test(
        arguments: [
            (0x34, #"{"resource":"CMList"}"#, "", 404), (0x34, #"{}"#, "", 400), (0x34, "no JSON", "", 400),
            (0x34, #"["resource"]"#, "", 400), (0x34, #"{"resource":"State"}"#, "", 400),
            (0x34, #"{"resource":"State","resId":"x"}"#, "", 404),
            (0x34, #"{"resource":"ProgramList","resId":"x"}"#, "", 404),
            (0x34, #"{"resource":"ProgramList","offset":-1}"#, "", 400),
            (0x34, #"{"resource":"ProgramList","limit":"all"}"#, "", 400),
            (0x34, #"{"resource":"DeviceInfo","mutualEncoding":"Mcoded7"}"#, "", 415),
            (0x34, #"{"resource":"DeviceInfo","mediaType":"text/plain"}"#, "", 415),
            (0x36, #"{"resource":"DeviceInfo"}"#, "{}", 405), (0x36, #"{"resource":"X-Treadle-Status"}"#, "{", 342),
            (0x36, #"{"resource":"X-Treadle-Status"}"#, #"{"preset":77}"#, 342),
            (0x36, #"{"resource":"X-Treadle-Status","setPartial":true}"#, #"{"/preset":1}"#, 405),
            (0x36, #"{"resource":"State","resId":"x"}"#, "", 404), (0x36, #"{"resource":"State"}"#, "", 400),
            (0x36, #"{"resource":"State","resId":"band"}"#, "[]", 342),
            (0x38, #"{"command":"start","resource":"State"}"#, "", 405), (0x38, #"{"command":"start"}"#, "", 404),
            (0x38, #"{"command":"end","subscribeId":"s1"}"#, "", 404), (0x38, #"{"command":"full"}"#, "", 404),
            (0x38, #"{"resource":"ProgramList"}"#, "", 400),
        ] as [(UInt8, String, String, Int)])
    func whatCannotBeHadIsAnsweredWithAStatus(kind: UInt8, header: String, data: String, status: Int) throws {
        var bench = bench()
        let reply = try need(bench.inquire(kind, header, data: data))
        #expect(reply.kind == kind + 1 && reply.request == 9 && reply.data == "")
        #expect(JSONReader.value(of: Array(reply.header.utf8), depth: CILimits.jsonDepth)?["status"]?.int == status)
        #expect(bench.device.nextRequest() == nil)
    }
}
