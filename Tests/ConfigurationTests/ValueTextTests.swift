import Compact
import Testing

@testable import Configuration

/// New values are written in the style of the project and of their file.
@Suite struct ValueTextTests {
    private func set(_ value: JSONValue, in text: String) throws -> String {
        var editing = try FileEditing(Array(text.utf8))
        try editing.apply(FileOperation(.set(value), at: [.key("a")]))
        return String(decoding: editing.bytes, as: UTF8.self)
    }

    private func numbers(_ range: ClosedRange<Int>) -> String { range.map { "\($0)" }.joined(separator: ", ") }

    @Test func longListsOfScalarsGoOnInFurtherLines() throws {
        let list = JSONValue.array((1000...1029).map { .number($0) })
        let first = "a: [" + numbers(1000...1018) + ","
        #expect(try set(list, in: "a: 1\n") == first + "\n  " + numbers(1019...1029) + "]\n")
        #expect(first.count <= 120 && first.count + ", 1019,".count > 120)
    }

    @Test func mappingsThatFitOnNoLineGetLinesOfTheirOwn() throws {
        let names = (10...29).map { "key\($0)" }
        let mapping = JSONValue.object(names.map { JSONMember(name: $0, value: .number(1)) })
        #expect(try set(mapping, in: "a: 1\n") == "a:\n" + names.map { "  \($0): 1\n" }.joined())
        let short = JSONValue.object([JSONMember(name: "b", value: mapping)])
        let lines = "a:\n    b:\n" + names.map { "        \($0): 1\n" }.joined()
        #expect(try set(short, in: "c:\n    d: 1\na: 1\n") == "c:\n    d: 1\n" + lines)
    }

    /// A routing, as the page adds one.
    @Test func itemsOfListsHaveTheirKeysInLines() throws {
        let remap = JSONValue.array([.object([JSONMember(name: "from", value: .string("cc 1"))])])
        let routing = JSONValue.object([
            JSONMember(name: "name", value: .string("Left hand")),
            JSONMember(name: "from", value: .array([.string("keys")])),
            JSONMember(name: "notes", value: .object([JSONMember(name: "shift", value: .number(-12))])),
            JSONMember(name: "controllers", value: .object([JSONMember(name: "remap", value: remap)])),
        ])
        #expect(
            try set(.array([routing]), in: "a: []\n") == """
                a:
                  - name: Left hand
                    from: [keys]
                    notes: { shift: -12 }
                    controllers:
                      remap:
                        - from: cc 1

                """)
    }
}
