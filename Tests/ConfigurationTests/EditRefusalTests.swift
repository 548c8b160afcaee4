import Compact
import Testing

@testable import Configuration

/// What is refused is told in words with its place, and changes nothing.
@Suite struct EditRefusalTests {
    struct Row: Sendable {
        let text: String
        let op: String
        let at: String
        let value: String?
        let code: EditProblem.Code
        let message: String
        /// Line and column of the place.
        let place: [Int]

        init(
            _ text: String, _ op: String, _ at: String, _ value: String?, _ code: EditProblem.Code, _ message: String,
            _ place: [Int]
        ) {
            (self.text, self.op, self.at, self.value) = (text, op, at, value)
            (self.code, self.message, self.place) = (code, message, place)
        }
    }

    private static let list = "# é\nroutings:\n  - name: é\n    to: [a, b]\n"
    private static let shared = "a: &x\n  b: 1\n  l: [1]\nc: *x\nd:\n  <<: *x\n  e: 2\nf: [1, *x]\n"
    private static let alias = "an alias shares this value"
    private static let merge = "a merge shares this value"
    private static let other = "this cannot change without other values; edit the text of the file"

    private static let rows = [
        Row(list, "remove", #"["routings",7]"#, nil, .missing, "no item 7 in routings, which has 1 item", [3, 3]),
        Row(list, "set", #"["routings",1]"#, "1", .missing, "no item 1 in routings, which has 1 item", [3, 3]),
        Row(list, "insert", #"["routings",2]"#, "1", .missing, "no item 2 in routings, which has 1 item", [3, 3]),
        Row(list, "move", #"["routings",0]"#, "1", .missing, "no item 1 in routings, which has 1 item", [3, 3]),
        Row(
            list, "remove", #"["routings",0,"to",2]"#, nil, .missing, "no item 2 in routings.0.to, which has 2 items",
            [4, 9]),
        Row(
            list, "remove", #"["routing"]"#, nil, .missing, "no key `routing` in the file; did you mean `routings`?",
            [2, 1]),
        Row(list, "remove", #"["routings",0,"x"]"#, nil, .missing, "no key `x` in routings.0", [3, 5]),
        Row(
            list, "set", #"["routings","first"]"#, "1", .missing,
            "routings is a list; its items have numbers from 0", [3, 3]),
        Row(list, "set", #"["routings",0,"name","x"]"#, "1", .missing, "routings.0.name is a single value", [3, 11]),
        Row(list, "set", #"["x",0]"#, "1", .missing, "no key `x` in the file", [2, 1]),
        Row(
            "a:\nb: 1\n", "set", #"["a","c"]"#, "1", .missing, "a is empty; set it to a list or mapping first", [1, 3]),
        Row(list, "insert", #"["routings",0,"name"]"#, "1", .exists, "`name` is there already", [3, 5]),
        Row(shared, "set", #"["c"]"#, "1", .shared, alias, [4, 4]),
        Row(shared, "set", #"["c","b"]"#, "2", .shared, alias, [4, 4]),
        Row(shared, "remove", #"["c"]"#, nil, .shared, alias, [4, 4]),
        Row(shared, "insert", #"["c","l",0]"#, "2", .shared, alias, [4, 4]),
        Row(shared, "move", #"["f",1]"#, "0", .shared, alias, [8, 8]),
        Row(shared, "set", #"["d","b"]"#, "2", .shared, merge, [6, 3]),
        Row(shared, "insert", #"["d","b"]"#, "2", .shared, merge, [6, 3]),
        Row(shared, "remove", #"["d","l",0]"#, nil, .shared, merge, [6, 3]),
        Row(shared, "remove", #"["a"]"#, nil, .shared, alias, [4, 4]),
        Row(shared, "set", #"["d"]"#, #"{"e":2}"#, .shared, merge, [6, 3]),
        Row("- &n a\n- *n\n", "move", "[0]", "1", .shared, alias, [2, 3]),
        Row("a: &m { <<: { b: 1 } }\nc: 1\n", "set", #"["a","b"]"#, "2", .shared, merge, [1, 9]),
        Row("a: 1\n", "remove", #"["a"]"#, nil, .refused, "a file needs at least one key", [1, 1]),
        Row("a: { b: 1 }\n", "remove", #"["a","b"]"#, nil, .refused, "a file needs at least one key", [1, 1]),
        Row("a: [b: 1]\n", "remove", #"["a",0,"b"]"#, nil, .refused, braces, [1, 5]),
        Row("a: [b: 1]\n", "insert", #"["a",0,"c"]"#, "2", .refused, braces, [1, 5]),
        Row("? a\n: 1\nb: 2\n", "remove", #"["b"]"#, nil, .refused, written, [1, 3]),
        Row("{ a: b }: c\nd: 1\n", "remove", #"["d"]"#, nil, .refused, written, [1, 1]),
        Row(
            "- - a\n  # of b\n  - b\n", "move", "[0,1]", "0", .refused,
            "the comment above this item cannot stand behind a dash; edit the text of the file", [3, 3]),
        Row(
            "a: [1, # one\n  2]\n", "move", #"["a",0]"#, "1", .refused,
            "comments stand between these items; edit the text of the file", [2, 3]),
        Row("- |+\n  a\n\n- b\n\n", "move", "[0]", "1", .refused, other, [1, 3]),
        Row("a: |\n  x\nb: 1", "move", #"["b"]"#, "0", .refused, other, [3, 4]),
        Row("- |\n  x", "insert", "[1]", "1", .refused, other, [1, 1]),
    ]
    private static let braces = "a mapping written so cannot be edited; write it in braces"
    private static let written = "items written so cannot be edited; edit the text of the file"

    @Test(arguments: rows) func refusalNamesItsPlaceAndChangesNothing(row: Row) throws {
        var editing = try FileEditing(Array(row.text.utf8))
        let operations = try EditRow.operations(row.op, row.at, row.value)
        do throws(EditProblem) {
            try editing.apply(operations)
            Issue.record("not refused: \(row.op) \(row.at) in \(row.text)")
        } catch {
            var expected = EditProblem(row.code, row.message, line: row.place[0], column: row.place[1])
            expected.operation = 0
            #expect(error == expected, "\(row.op) \(row.at) in \(row.text)")
        }
        #expect(editing.bytes == Array(row.text.utf8))
    }

    /// An operation that is refused takes those before it back.
    @Test func operationsAreDoneTogetherOrNotAtAll() throws {
        var editing = try FileEditing(Array("a: 1\nb: 2\n".utf8))
        let two = [FileOperation(.set(.number(5)), at: [.key("a")]), FileOperation(.remove, at: [.key("c")])]
        do throws(EditProblem) {
            try editing.apply(two)
            Issue.record("not refused")
        } catch {
            #expect(error.operation == 1 && error.code == .missing)
        }
        #expect(editing.bytes == Array("a: 1\nb: 2\n".utf8))
        try editing.apply([two[0], FileOperation(.remove, at: [.key("b")])])
        #expect(editing.bytes == Array("a: 5\n".utf8))
    }

    @Test(arguments: ["a: [1\nb: 2\n", "a: 1\n---\nb: 2\n", "# nothing\n", "", "a: *x\n", "a: \u{1}\n", "\ta: 1\n"])
    func textThatIsNoYAMLHasNoValues(text: String) {
        do throws(EditProblem) {
            _ = try FileEditing(Array(text.utf8))
            Issue.record("read: \(text)")
        } catch {
            #expect(error.code == .unreadable && error.line != nil, "\(text): \(error.message)")
        }
    }
}
