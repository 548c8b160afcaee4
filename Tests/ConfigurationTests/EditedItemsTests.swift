import Testing

@testable import Configuration

/// Items of lists and keys of mappings in lines of their own, with the comments and gaps between them.
@Suite struct EditedItemsTests {
    private static let comments = [
        EditRow("a:\n# one\n- 1 # behind\n# two\n- 2\n", "remove", #"["a",0]"#, nil, "a:\n# two\n- 2\n"),
        EditRow("a:\n# one\n- 1 # behind\n# two\n- 2\n", "remove", #"["a",1]"#, nil, "a:\n# one\n- 1 # behind\n"),
        EditRow(
            "a:\n# one\n- 1 # behind\n# two\n- 2\n", "move", #"["a",1]"#, "0", "a:\n# two\n- 2\n# one\n- 1 # behind\n"),
        EditRow("# top\n\n# above\n# b\nb: 1 # behind\nc: 2\n", "remove", #"["b"]"#, nil, "# top\n\nc: 2\n"),
        EditRow("# top\nb: 1\nc: 2\n", "remove", #"["b"]"#, nil, "c: 2\n"),
        EditRow("b: 1\n# far\n\nc: 2\n", "remove", #"["c"]"#, nil, "b: 1\n# far\n"),
        EditRow("a:\n  - b: 1\n    # deeper\n  - c: 2\n", "remove", #"["a",0]"#, nil, "a:\n  - c: 2\n"),
        EditRow("a:\n  - b: 1\n    # deeper\n  - c: 2\n", "remove", #"["a",1]"#, nil, "a:\n  - b: 1\n    # deeper\n"),
        EditRow("a:\n  - b: 1\n  # of c\n  - c: 2\n", "remove", #"["a",0]"#, nil, "a:\n  # of c\n  - c: 2\n"),
        EditRow("a:\n# outside\n  - b\n  - c\nd: 1\n", "move", #"["a",0]"#, "1", "a:\n  - c\n# outside\n  - b\nd: 1\n"),
        EditRow(
            "a:\n  - b\n  - c\n  # end\nd: 1\n", "insert", #"["a",2]"#, #""x""#,
            "a:\n  - b\n  - c\n  - x\n  # end\nd: 1\n"),
        EditRow("a: # items\n- b\n", "remove", #"["a",0]"#, nil, "a: [] # items\n"),
        EditRow("a:\n- b: 1 # of b\n  # of c\n  c: 2\n", "remove", #"["a",0,"b"]"#, nil, "a:\n- # of c\n  c: 2\n"),
        EditRow("a: 1\n# of b\nb: 2\n", "set", #"["n"]"#, "5", "a: 1\nn: 5\n# of b\nb: 2\n"),
        EditRow("a:\n- 1\n\n# free\n\n# of 2\n- 2\n", "remove", #"["a",0]"#, nil, "a:\n# free\n\n# of 2\n- 2\n"),
        EditRow("a: |\n  # text\n# of b\nb: 1\n", "remove", #"["b"]"#, nil, "a: |\n  # text\n"),
    ]

    /// Comments directly above an item and behind it go with it; all others stay.
    @Test(arguments: comments) func commentsAboveAndBehindGoWithTheirItem(row: EditRow) throws { try row.check() }

    private static let gaps = [
        EditRow("a:\n- 1\n\n- 2\n\n- 3\n", "remove", #"["a",1]"#, nil, "a:\n- 1\n\n- 3\n"),
        EditRow("a:\n- 1\n\n- 2\n\nb: 1\n", "remove", #"["a",1]"#, nil, "a:\n- 1\n\nb: 1\n"),
        EditRow("a:\n- 1\n\n- 2\n\nb: 1\n", "remove", #"["a",0]"#, nil, "a:\n- 2\n\nb: 1\n"),
        EditRow("a:\n- 1\n\n- 2\nb: 1\n", "insert", #"["a",1]"#, "9", "a:\n- 1\n\n- 9\n\n- 2\nb: 1\n"),
        EditRow("a:\n- 1\n\n- 2\n\nb: 1\n", "insert", #"["a",2]"#, "9", "a:\n- 1\n\n- 2\n\n- 9\n\nb: 1\n"),
        EditRow("a:\n- 1\n\n- 2\n", "insert", #"["a",0]"#, "9", "a:\n- 9\n\n- 1\n\n- 2\n"),
        EditRow("a:\n- 1\n\n- 2\n- 3\n", "move", #"["a",0]"#, "2", "a:\n- 2\n\n- 3\n- 1\n"),
        EditRow("a: 1\n\nb: 2\n", "set", #"["n"]"#, "5", "a: 1\n\nn: 5\nb: 2\n"),
        EditRow("a: 1\n  \t\n\nb: 2\n", "remove", #"["a"]"#, nil, "b: 2\n"),
    ]

    /// Empty lines between items stay between items.
    @Test(arguments: gaps) func emptyLinesStayBetweenItems(row: EditRow) throws { try row.check() }

    private static let lists = [
        EditRow("a:\n- 1\n- 2\n", "remove", #"["a",0]"#, nil, "a:\n- 2\n"),
        EditRow("a:\n- 1\n- 2\nb: 3\n", "remove", #"["a",1]"#, nil, "a:\n- 1\nb: 3\n"),
        EditRow("a:\n  - 1\nb: 2\n", "remove", #"["a",0]"#, nil, "a: []\nb: 2\n"),
        EditRow("a: []\nb: 2\n", "insert", #"["a",0]"#, #"{"c":1}"#, "a:\n  - c: 1\nb: 2\n"),
        EditRow(
            "a: [] # none\n", "insert", #"["a",0]"#, #"{"c":1,"d":[{"e":2}]}"#,
            "a: # none\n  - c: 1\n    d:\n      - e: 2\n"),
        EditRow("x:\n- 1\na: []\n", "insert", #"["a",0]"#, #"{"c":1}"#, "x:\n- 1\na:\n- c: 1\n"),
        EditRow("a: []\n", "insert", #"["a",0]"#, #""c""#, "a: [c]\n"),
        EditRow("- - 1\n  - 2\n- 3\n", "remove", "[0,0]", nil, "- - 2\n- 3\n"),
        EditRow("- - 1\n  - 2\n- 3\n", "move", "[0,1]", "0", "- - 2\n  - 1\n- 3\n"),
        EditRow("- - 1\n  - 2\n- 3\n", "insert", "[0,0]", #""x""#, "- - x\n  - 1\n  - 2\n- 3\n"),
        EditRow("- - 1\n- 3\n", "remove", "[0,0]", nil, "- []\n- 3\n"),
        EditRow("-\n  - 1\n- 3\n", "remove", "[0,0]", nil, "- []\n- 3\n"),
        EditRow("-\n- 1\n", "move", "[0]", "1", "- 1\n-\n"),
        EditRow(
            "a:\n    - 1\n    - 2\n", "insert", #"["a",2]"#, #"{"b":[1,2]}"#,
            "a:\n    - 1\n    - 2\n    - b: [1, 2]\n"),
        EditRow("a:\n- { b: 1 }\n", "insert", #"["a",1]"#, #"{"b":2,"c":"d"}"#, "a:\n- { b: 1 }\n- { b: 2, c: d }\n"),
        EditRow(
            "a:\n- b: 1\n", "insert", #"["a",1]"#, #"{"b":2,"c":{"d":"e"}}"#, "a:\n- b: 1\n- b: 2\n  c: { d: e }\n"),
        EditRow("a:\n- 1\n", "insert", #"["a",1]"#, "[[1],[2]]", "a:\n- 1\n- - [1]\n  - [2]\n"),
    ]

    /// Items of lists: the first, the last, the only one, and lists in lists.
    @Test(arguments: lists) func itemsOfLists(row: EditRow) throws { try row.check() }
}
