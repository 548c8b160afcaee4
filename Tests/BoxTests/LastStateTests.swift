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

    @Test(arguments: ["", "4", "x Friday", "-1 Friday", "99999999 Friday", "\u{0}"])
    func nonsenseIsNoPlace(_ text: String) throws {
        let folder = try TemporaryFolder([".last-setlist": text])
        var last = LastState(in: folder.path)
        #expect(last.setListPlace(among: ["Friday"]) == nil)
    }
}
