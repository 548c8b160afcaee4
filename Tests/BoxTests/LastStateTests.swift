import HostSupport
import Plan
import Testing

@testable import Box
@testable import Upkeep

/// The place in the set list that outlives a power cut (P6, P8).
@Suite struct LastStateTests {
    @Test func thePlaceInASetListComesBack() throws {
        let folder = try TemporaryFolder()
        var last = LastState(in: folder.path)
        #expect(last.setListPlace(among: ["Friday night"]) == nil)
        last.keep(SetListPlace(list: 1, place: 3), of: "Friday night", at: 1_000_000_000)
        #expect(folder.text(".last-setlist") == "4 Friday night")
        var next = LastState(in: folder.path)
        #expect(next.setListPlace(among: ["", "B", "Friday night"]) == SetListPlace(list: 2, place: 3))
        #expect(next.setListPlace(among: ["Friday"]) == nil)
        next.keep(SetListPlace(), of: "", at: 2_000_000_000)
        #expect(folder.text(".last-setlist") == "0 ")
        var third = LastState(in: folder.path)
        #expect(third.setListPlace(among: [""]) == SetListPlace())
    }

    /// V1
    @Test func theValuesOfVariablesComeBack() throws {
        let folder = try TemporaryFolder()
        var last = LastState(in: folder.path)
        #expect(last.variableValues().isEmpty)
        last.keep([("amp", 2), ("größe", 127)], at: 1_000_000_000)
        #expect(folder.text(".last-variables") == "amp 2 größe 127")
        var next = LastState(in: folder.path)
        #expect(next.variableValues().map { $0.name } == ["amp", "größe"])
        #expect(next.variableValues().map { $0.value } == [2, 127])
        next.keep([], at: 2_000_000_000)
        #expect(folder.text(".last-variables") == "")
    }

    @Test(arguments: ["amp", "amp x", "amp -1", "amp 300", "amp 999999999999", " ", "\u{0}"])
    func nonsenseIsNoVariable(_ text: String) throws {
        let folder = try TemporaryFolder([".last-variables": text])
        var last = LastState(in: folder.path)
        #expect(last.variableValues().isEmpty)
    }

    @Test(arguments: ["", "4", "x Friday", "-1 Friday", "99999999 Friday", "\u{0}"])
    func nonsenseIsNoPlace(_ text: String) throws {
        let folder = try TemporaryFolder([".last-setlist": text])
        var last = LastState(in: folder.path)
        #expect(last.setListPlace(among: ["Friday"]) == nil)
    }
}
