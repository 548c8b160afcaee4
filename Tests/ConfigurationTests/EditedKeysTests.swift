import Testing

@testable import Configuration

/// Keys of mappings, and lists and mappings in brackets and braces.
@Suite struct EditedKeysTests {
    private static let mappings = [
        EditRow("a:\n  b: 1\nc: 2\n", "remove", #"["a","b"]"#, nil, "c: 2\n"),
        EditRow("x: 1\n# of a\na: { b: { c: 1 } } # behind\n", "remove", #"["a","b","c"]"#, nil, "x: 1\n"),
        EditRow("a:\n- b: 1\n- c\n", "remove", #"["a",0,"b"]"#, nil, "a:\n- {}\n- c\n"),
        EditRow("a: [{ b: 1 }, c]\n", "remove", #"["a",0,"b"]"#, nil, "a: [{}, c]\n"),
        EditRow("- b: 1\n  c: 2\n", "remove", #"[0,"b"]"#, nil, "- c: 2\n"),
        EditRow("- b: 1\n  c: 2\n", "remove", #"[0,"c"]"#, nil, "- b: 1\n"),
        EditRow("-\n  b: 1\n  c: 2\n", "remove", #"[0,"b"]"#, nil, "-\n  c: 2\n"),
        EditRow("a: 1\nb: 2\nc: 3\n", "move", #"["c"]"#, "0", "c: 3\na: 1\nb: 2\n"),
        EditRow("- a: 1 # one\n  b: 2 # two\n", "move", #"[0,"b"]"#, "0", "- b: 2 # two\n  a: 1 # one\n"),
        EditRow("a:\n  b: 1\n", "set", #"["a","n","m"]"#, "-12", "a:\n  n: { m: -12 }\n  b: 1\n"),
        EditRow(
            "a:\n  b: 1\n", "insert", #"["a","n"]"#, #"{"k":[{"x":1}]}"#, "a:\n  n:\n    k:\n      - x: 1\n  b: 1\n"),
        EditRow("- b: 1\n", "set", #"[0,"n"]"#, "true", "- n: true\n  b: 1\n"),
        EditRow("a: 1\nb: 2\n", "set", #"["n"]"#, #""C-1..B3""#, "a: 1\nn: C-1..B3\nb: 2\n"),
        EditRow("a: 1\nb: 2\n", "set", #"["x: y"]"#, #""C#4""#, "a: 1\n\"x: y\": C#4\nb: 2\n"),
        EditRow("a: 1\nb: 2\n", "set", #"["127"]"#, #""none""#, "a: 1\n127: none\nb: 2\n"),
        EditRow("a: { b: 1 }\n", "set", #"["a","n"]"#, #""x, y""#, "a: { n: \"x, y\", b: 1 }\n"),
        EditRow("a: {}\n", "set", #"["a","n"]"#, "1", "a: { n: 1 }\n"),
        EditRow("a:\n  <<: &m { b: 1 }\n  c: 2\n", "remove", #"["a","c"]"#, nil, "a:\n  <<: &m { b: 1 }\n"),
    ]

    /// Keys with their values. A mapping that becomes empty goes with its key.
    @Test(arguments: mappings) func keysOfMappings(row: EditRow) throws { try row.check() }

    private static let flow = [
        EditRow("a: [1, 2, 3]\n", "remove", #"["a",0]"#, nil, "a: [2, 3]\n"),
        EditRow("a: [1, 2, 3]\n", "remove", #"["a",2]"#, nil, "a: [1, 2]\n"),
        EditRow("a: [ 1, 2, ]\n", "remove", #"["a",1]"#, nil, "a: [ 1, ]\n"),
        EditRow("a: [1]\n", "remove", #"["a",0]"#, nil, "a: []\n"),
        EditRow("a: [ 1 ]\n", "remove", #"["a",0]"#, nil, "a: [ ]\n"),
        EditRow("a: [1, 2, 3]\n", "move", #"["a",0]"#, "2", "a: [2, 3, 1]\n"),
        EditRow("a: [1, 2,3 ]\n", "move", #"["a",2]"#, "0", "a: [3, 1,2 ]\n"),
        EditRow("a: [1, 2]\n", "insert", #"["a",0]"#, #""x""#, "a: [x, 1, 2]\n"),
        EditRow("a: [1, 2]\n", "insert", #"["a",2]"#, #"{"b":1}"#, "a: [1, 2, { b: 1 }]\n"),
        EditRow("a: [ ]\n", "insert", #"["a",0]"#, #""x""#, "a: [ x ]\n"),
        EditRow("a: { b: 1, c: 2 }\n", "remove", #"["a","c"]"#, nil, "a: { b: 1 }\n"),
        EditRow("a: { b: 1, c: 2 }\n", "set", #"["a","n"]"#, "5", "a: { b: 1, n: 5, c: 2 }\n"),
        EditRow("a: {b: 1, c: 2}\n", "move", #"["a","c"]"#, "0", "a: {c: 2, b: 1}\n"),
        EditRow("a: [\n  1, # one\n  # of two\n  2\n]\n", "remove", #"["a",1]"#, nil, "a: [\n  1 # one\n]\n"),
        EditRow("a: [\n  1, # one\n  # of two\n  2\n]\n", "remove", #"["a",0]"#, nil, "a: [\n  # of two\n  2\n]\n"),
        EditRow(
            "a: [\n  1, # one\n  # of two\n  2 # two\n]\n", "move", #"["a",0]"#, "1",
            "a: [\n  # of two\n  2, # two\n  1 # one\n]\n"),
        EditRow(
            "a: [\n  1, # one\n  2 # two\n]\n", "insert", #"["a",2]"#, #""x""#,
            "a: [\n  1, # one\n  2, # two\n  x\n]\n"),
        EditRow("a: [\n  1,\n  2,\n]\n", "insert", #"["a",1]"#, #""x""#, "a: [\n  1,\n  x,\n  2,\n]\n"),
        EditRow("a: [\n  1,\n  2 ]\n", "remove", #"["a",1]"#, nil, "a: [\n  1 ]\n"),
        EditRow("a: [1,\n  2]\n", "insert", #"["a",1]"#, #""x""#, "a: [1,\n  x,\n  2]\n"),
        EditRow("{\"a\": \"x\", \"b\": 1}\n", "set", #"["n"]"#, #""y""#, "{\"a\": \"x\", \"n\": \"y\", \"b\": 1}\n"),
        EditRow("{\"a\": \"x\", \"b\": 1}\n", "set", #"["a"]"#, #""a \"b\"""#, "{\"a\": \"a \\\"b\\\"\", \"b\": 1}\n"),
        EditRow("a: { b: , c: 2 }\n", "set", #"["a","b"]"#, "5", "a: { b: 5 , c: 2 }\n"),
        EditRow("{\"a\": [\"x\"]}\n", "insert", #"["a",1]"#, #""y""#, "{\"a\": [\"x\", \"y\"]}\n"),
        EditRow("[{\"a\": 1}]\n", "insert", "[1]", #"{"a":"b"}"#, "[{\"a\": 1}, { \"a\": \"b\" }]\n"),
    ]

    /// Brackets and braces on one line and over several lines.
    @Test(arguments: flow) func itemsInBracketsAndBraces(row: EditRow) throws { try row.check() }
}
