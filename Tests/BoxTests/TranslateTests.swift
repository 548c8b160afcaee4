import Testing

@testable import Box

@Suite struct TranslateTests {
    private func problem(_ line: String, from: Translation.Format = .bytes) -> (Int, String)? {
        var translation = Translation(from: from, to: .ump, group: 0)
        return translation.feed(Array(line.utf8)[...]).map { ($0.column, $0.message) }
    }

    private func translated(_ line: String, _ from: Translation.Format, _ to: Translation.Format) -> String {
        var translation = Translation(from: from, to: to, group: 0)
        _ = translation.feed(Array(line.utf8)[...])
        translation.finish()
        return String(decoding: translation.take(), as: UTF8.self)
    }

    @Test(arguments: [
        ("9", 1, "'9'"), ("90 3", 4, "'3'"), ("90 3C4", 4, "'3C4'"), ("90  XY", 5, "'XY'"), ("\t90\tG0", 5, "'G0'"),
        ("90 3C 40 # no comments", 10, "'#'"), ("90\r 3C", 1, "'90\r'"),
    ])
    func aBadByteIsNamedWithItsColumn(line: String, column: Int, text: String) throws {
        let problem = try #require(self.problem(line))
        #expect(problem.0 == column && problem.1 == "\(text) is not a byte of two hex digits")
    }

    @Test(arguments: [("2090", 1), ("20903C40 3", 10), ("20903C4G", 1), ("20903C400", 1)])
    func aBadWordIsNamedWithItsColumn(line: String, column: Int) throws {
        let problem = try #require(self.problem(line, from: .ump))
        #expect(problem.0 == column && problem.1.contains("is not a word of eight hex digits"))
    }

    @Test func blanksCaseAndCarriageReturnAreIgnored() {
        #expect(problem("") == nil && problem("  \t ") == nil)
        #expect(translated(" 9f\t7C  0a\r", .bytes, .ump) == "209F7C0A")
    }

    @Test func unfinishedMessagesAreFlushedOrDropped() {
        #expect(translated("F0 01 02 03 04 05 06 07", .bytes, .ump) == "30160102 03040506 30300000 00000000")
        #expect(translated("30130102 03000000", .ump, .bytes) == "F0 01 02 03 F7")
        #expect(translated("90 3C", .bytes, .ump).isEmpty)
        #expect(translated("30130102", .ump, .bytes).isEmpty)
    }

    @Test(
        arguments: [
            ([], "--from"), (["--from", "bytes"], "--to"), (["--from"], "--from needs a value"),
            (["--from", "bites", "--to", "ump"], "not 'bites'"), (["--from", "ump3", "--to", "ump"], "not 'ump3'"),
            (["--from", "bytes", "--to", "ump", "--group", "16"], "0..15"),
            (["--from", "bytes", "--to", "ump", "--group", "x"], "0..15"),
            (["--from", "bytes", "--to", "ump", "file", "other"], "unexpected argument 'other'"),
        ] as [([String], String)])
    func wrongUsageIsReported(words: [String], says: String) {
        do throws(Arguments.Problem) {
            var arguments = try Arguments(words, of: CommandTable.translate)
            _ = try TranslateCommand.run(&arguments)
            Issue.record("was taken")
        } catch {
            #expect(error.message.contains(says), "\(error.message)")
        }
    }
}
