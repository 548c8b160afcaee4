import Testing

@testable import Configuration

/// A file that exceeds a limit is refused with the limit's name, so that time and memory stay bounded.
struct ReadingLimitsTests {
    private let head = "treadle: 1\nports: {k: {match: k}, o: {match: o}}\n"

    private func errors(_ text: String, files: [String: String] = [:]) -> [String] {
        diagnostics(text, files: files).filter { $0.severity == .error }.map { $0.message }
    }

    private func isRefused(_ text: String, by limit: String, files: [String: String] = [:]) {
        let reported = errors(text, files: files)
        #expect(reported.contains { $0.hasPrefix("over the limit `\(limit)`: ") }, "\(reported.prefix(3))")
    }

    @Test func valuesAndAnchorsHaveAtMost4096Bytes() {
        let long = String(repeating: "x", count: ReadingLimits.valueBytes)
        #expect(!errors(head + "name: \(long)\n").contains { $0.contains("over the limit") })
        isRefused(head + "name: \(long)x\n", by: "valueBytes")
        isRefused(head + "name: \"\(long)x\"\n", by: "valueBytes")
        isRefused(head + "name: &\(long)x A\n", by: "valueBytes")
    }

    @Test func valuesOfAFileAreCounted() {
        let many = String(repeating: "1,", count: ReadingLimits.values)
        isRefused(head + "x: [\(many)]\n", by: "values")
        isRefused(head + "x: &a 1\ny: [\(many.replacing("1", with: "*a"))]\n", by: "values")
    }

    /// Each merge copies the entries of the merged mapping.
    @Test func mergedEntriesAreCounted() {
        let keys = (0..<40_000).map { "k\($0): 1" }.joined(separator: ", ")
        let merges = (0..<4).map { "b\($0): {<<: *a}\n" }.joined()
        isRefused("a: &a {\(keys)}\n\(merges)", by: "values")
    }

    @Test func valuesThatAliasesStandForAreCounted() {
        let tens = String(repeating: "x, ", count: 1000)
        isRefused("a: &a [\(tens)]\nb: [\(String(repeating: "*a, ", count: 1000))]\n", by: "aliasedValues")
    }

    /// libyaml compares each `%TAG` with all before it, in a second document too.
    @Test func atMost16DirectivesAreRead() {
        let tags = (0..<100_000).map { "%TAG !t\($0)! tag:x\n" }.joined()
        isRefused("\(tags)---\n\(head)", by: "directives")
        isRefused("\(head)...\n\(tags)---\n", by: "directives")
        #expect(errors("%YAML 1.1\n%TAG !a! tag:x\n---\n\(head)").isEmpty)
    }

    @Test func bytesOfAllFilesAreCounted() {
        let line = "# " + String(repeating: "x", count: 1 << 20) + "\n"
        let preset = String(repeating: line, count: 3)
        var files: [String: String] = [:]
        for number in 10..<22 { files["presets/\(number).yaml"] = preset + "name: P\(number)\n" }
        isRefused(head, by: "configurationBytes", files: files)
    }

    @Test func atMost256PresetFilesAreRead() {
        var files: [String: String] = [:]
        for number in 100..<356 { files["presets/\(number).yaml"] = "name: P\(number)\n" }
        #expect(errors(head, files: files).isEmpty)
        files["presets/x.yaml"] = "- ["
        isRefused(head, by: "presets", files: files)
    }

    /// A table of a 14-bit input takes 32 KB, so a small file could need gigabytes.
    @Test func curvesOf14BitsAreCounted() {
        func text(_ count: Int) -> String {
            let remaps = (0..<count).map {
                "{from: pitch-bend, to: cc 1, curve: {free: [0, [\($0 + 1), 9], [9000, 90], 127]}}"
            }
            let routings = stride(from: 0, to: count, by: 64).map { start in
                let some = remaps[start..<Swift.min(count, start + 64)].joined(separator: ", ")
                return "{from: [k], to: [o], controllers: {remap: [\(some)]}}"
            }
            return head + "presets: [{name: P, routings: [\(routings.joined(separator: ", "))]}]\n"
        }
        #expect(errors(text(ReadingLimits.curves)).isEmpty)
        isRefused(text(ReadingLimits.curves + 1), by: "curves")
    }

    /// On-load messages count again in each preset that inserts them.
    @Test func onLoadUMPsAreCountedWhereverTheyAreInserted() {
        let sysEx = "{send: 'message \"F0 \(String(repeating: "01 ", count: 254))F7\"'}"
        let sends = String(repeating: "\(sysEx), ", count: 8)
        func text(_ routings: Int, inserting: Int) -> String {
            let more = String(repeating: "{from: [k], to: [o], on-load: *s}, ", count: routings - 1)
            let others = (0..<inserting).map { "{name: P\($0), insert: [Q]}" }.joined(separator: ", ")
            return head + "presets: [{name: Q, routings: [{from: [k], to: [o], on-load: &s [\(sends)]}, \(more)]}, "
                + "\(others)]\n"
        }
        // Each of the 8 messages has 43 UMPs.
        #expect(errors(text(11, inserting: 127)).isEmpty)
        isRefused(text(12, inserting: 127), by: "onLoadPackets")
    }

    @Test func messagesBeyond100AreOnlyCounted() {
        let keys = (0..<250).map { "key\($0): 1\n" }.joined()
        guard case .failure(let diagnostics) = Configuration.load(text: head + keys) else {
            Issue.record("the configuration is accepted")
            return
        }
        #expect(diagnostics.list.count == 100 && diagnostics.omitted == 150)
        #expect(diagnostics.text.hasSuffix("and 150 more\n"))
    }

    /// A fault is reported once, however many aliases repeat it.
    @Test func faultRepeatedByAliasesIsReportedOnce() {
        let routings = Array(repeating: "*r", count: 60).joined(separator: ", ")
        let text = head + "presets: [{name: P, routings: [&r {from: [k], to: [o], mute: 5, bypass: 6}, \(routings)]}]\n"
        guard case .failure(let diagnostics) = Configuration.load(text: text) else {
            Issue.record("the configuration is accepted")
            return
        }
        #expect(diagnostics.list.count == 2 && diagnostics.omitted == 0)
    }

    /// Messages that are not kept are not composed, because searching a hint among all routings is slow.
    @Test func onlyKeptMessagesAreComposed() {
        let log = DiagnosticLog()
        var worded = 0
        func word() -> String {
            worded += 1
            return "message \(worded)"
        }
        for line in Int32(1)...10_000 { log.error(Place(file: -1, line: line, column: 1), word()) }
        #expect(worded == DiagnosticLog.most)
        #expect(log.errorCount == 10_000 && log.sorted().omitted == 9_900)
    }

    @Test func readingOfAnInvalidListFileStopsEarly() {
        let text = head + "presets: [{name: P, routings: [{from: [k], to: [o], velocity: {list: l}}]}]\n"
        let reported = errors(text, files: ["l": String(repeating: "x\n", count: 500_000)])
        #expect(reported.count == DiagnosticLog.most)
    }
}
