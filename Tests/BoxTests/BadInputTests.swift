import Foundation
import HostSupport
import Testing

/// Bad input is refused with a limit's name and costs bounded memory and time.
@Suite struct BadInputTests {
    private static let head = "treadle: 1\nports: {k: {match: k}, o: {match: o}}\n"

    /// A file that is wrong, and what is said of it.
    struct Bad: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var says: String
        var text: @Sendable () -> String
    }

    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    static let all = [
        Bad(testDescription: "a file of 100 MB", says: "`fileBytes`") { "name: " + repeated("x", 100_000_000) },
        Bad(testDescription: "a giant scalar", says: "`valueBytes`") { "name: " + repeated("x", 4_000_000) },
        Bad(testDescription: "a giant quoted scalar", says: "`valueBytes`") {
            "name: \"\(repeated("x ", 2_000_000))\""
        },
        Bad(testDescription: "a long list", says: "`values`") { "a: [\(repeated("1,", 2_000_000))]" },
        Bad(testDescription: "many aliases", says: "`values`") { "a: &a 1\nb: [\(repeated("*a,", 1_300_000))]" },
        Bad(testDescription: "deep lists", says: "`levels`") { repeated("[", 4_000_000) },
        Bad(testDescription: "aliases of aliases", says: "`aliasedValues`") {
            var text = "a0: &a0 [\(repeated("x, ", 10))]\n"
            for level in 1...9 { text += "a\(level): &a\(level) [\(repeated("*a\(level - 1), ", 10))]\n" }
            return text
        },
        Bad(testDescription: "many tags", says: "`directives`") {
            (0..<100_000).map { "%TAG !t\($0)! tag:x\n" }.joined() + "---\na: 1\n"
        },
        Bad(testDescription: "many unknown keys", says: "and 89900 more") {
            head + (0..<90_000).map { "k\($0): 1\n" }.joined()
        },
        Bad(testDescription: "many misspelt controllers", says: " more") {
            let remaps = repeated("{from: modulatoin wheel, to: cc moduation}, ", 64)
            let routings = repeated("{from: [k], to: [o], controllers: {remap: [\(remaps)]}}, ", 64)
            return head + "presets:\n" + repeated("- {name: P, routings: [\(routings)]}\n", 8)
        },
        Bad(testDescription: "presets that insert each other", says: "`insert` goes in a circle") {
            let names = (0..<128).map { "p\($0)" }.joined(separator: ", ")
            return head + "presets:\n" + (0..<128).map { "- {name: p\($0), insert: [\(names)]}\n" }.joined()
        },
        Bad(testDescription: "many curves", says: "`curves`") {
            let presets = (0..<10).map { preset in
                let routings = (0..<8).map { routing in
                    let remaps = (1...64).map { x in
                        let point = "[\(x), \(100 * preset + routing)]"
                        return "{from: pitch-bend, to: pitch-bend, curve: {free: [0, \(point), [9000, 90], 127]}}"
                    }
                    return "{from: [k], to: [o], controllers: {remap: [\(remaps.joined(separator: ", "))]}}"
                }
                return "- {name: p\(preset), routings: [\(routings.joined(separator: ", "))]}\n"
            }
            return head + "presets:\n" + presets.joined()
        },
    ]

    @Test(arguments: all)
    func refusalTakesAtMost64MB(_ bad: Bad) throws {
        let folder = try TemporaryFolder(["box.yaml": bad.text()])
        // 64 MB less what the program itself takes.
        let run = try Confined(["check", folder.path], dataKB: 48 << 10)
        #expect(run.status == 1)
        #expect(run.errors.contains(bad.says), "\(run.errors.prefix(300))")
        #expect(run.errors.utf8.count < 100_000)
        // The processor's time, as seconds would depend on what else runs; far above what a debug build takes.
        #expect(run.seconds < 10, "\(run.seconds) s")
    }

    @Test func aListOfAnotherProgramIsReadUpToItsLimit() throws {
        let folder = try TemporaryFolder(["list.txt": Self.repeated("1\n", 20_000_000)])
        let run = try Confined(["list", folder.path + "/list.txt"], dataKB: 48 << 10)
        #expect(run.status == 1 && run.errors.contains("`fileBytes`"), "\(run.errors)")
    }

    @Test func aFileOfMIDIIsReadUpToItsLimit() throws {
        let folder = try TemporaryFolder(["song.mid": Self.repeated("x", 100_000_000)])
        let run = try Confined(["smf", folder.path + "/song.mid", "keys"], dataKB: 64 << 10)
        #expect(run.status == 1 && run.errors.contains("`fileBytes`"), "\(run.errors)")
    }
}
