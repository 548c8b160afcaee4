import Plan
import Testing

@testable import Configuration

/// Faults of `setlist` and of the action that chooses one (P8).
struct SetListDiagnosticsTests {
    @Test(arguments: [
        Marked(.box, "treadle: 1\nsetlist: §Verse\n", "a list of names of presets, such as [Verse, Chorus]"),
        Marked(.box, "treadle: 1\nsetlist: [§[]]\n", "names of presets"),
        Marked(.box, "treadle: 1\nsetlist: {Friday: §Verse}\n", "`Friday` is `Verse`; it must be a list of names"),
        Marked(
            .box, "treadle: 1\nsetlist: [Verse, §Vers]\npresets: [{name: Verse}]\n",
            "no preset is called `Vers`; did you mean `Verse`?"),
        Marked(.box, "treadle: 1\nsetlist: {§\"a\\nb\": []}\n", "control character"),
        Marked(.box, "treadle: 1\n§setlists: []\n", "did you mean `setlist`?"),
    ])
    func setListFaultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test func unknownSetListIsReportedWithTheNearest() {
        let head = "treadle: 1\nports: {keys: {match: k}}\nsetlist: {Friday: [], Sunday: []}\n"
        func action(_ text: String) -> String {
            head + "assignments: [{from: keys, controller: cc 1, do: {1: §\(text)}}]\n"
        }
        Marked(.box, action("setlist \"Fridy\""), "no set list is called `Fridy`; did you mean `Friday`?").check()
        Marked(.box, action("setlist Friday"), "the name of a set list in quotes").check()
        Marked(.box, action("set-list \"Friday\""), "did you mean `setlist`?").check()
    }

    @Test func setListsAreCompiled() throws {
        let it = try loaded(
            """
            treadle: 1
            ports: {keys: {match: k}}
            assignments: [{from: keys, controller: cc 1, do: {1: setlist "Sunday"}}]
            setlist: {Friday: [B, A, B], Sunday: []}
            presets: [{name: B, number: 1}, {name: A}]

            """)
        let lists = try #require(it.plan.pointee.setLists)
        #expect((0..<Int(lists[0].count)).map { lists[0].presets[$0] } == [1, 0, 1])
        #expect(it.setListNames == ["Friday", "Sunday"] && lists[1].count == 0)
        #expect(it.plan.pointee.assignments[0].choices[0].action == .setList(1))
        #expect(it.summary.contains("setlist Friday: 3 presets\nsetlist Sunday: 0 presets\npreset A"))
        let one = try loaded("treadle: 1\nsetlist: [A]\npresets: [{name: A}]\n")
        #expect(one.setListNames == [""] && one.summary.contains("\nsetlist: 1 preset\n"))
    }
}
