import Compact
import Testing

@testable import Configuration

/// Operations are read from the JSON of a request.
@Suite struct FileOperationTests {
    private func read(_ text: String) throws -> [FileOperation] {
        let json = try #require(JSONReader.value(of: Array(text.utf8), depth: 40), "\(text)")
        return try FileOperation.list(of: json)
    }

    @Test func operationsKeepTheirOrder() throws {
        let text = """
            {"operations":[{"op":"set","at":["a",0,"127"],"value":-1.5},{"value":{"x":[true]},"at":["b"],"op":"set"},
            {"op":"insert","at":["l",2],"value":""},{"op":"remove","at":[0]},{"op":"move","at":["l",0],"value":3}]}
            """
        let path = [PathStep.key("a"), .index(0), .key("127")]
        let value = JSONValue.object([JSONMember(name: "x", value: .array([.bool(true)]))])
        #expect(
            try read(text) == [
                FileOperation(.set(.decimal("-1.5")), at: path), FileOperation(.set(value), at: [.key("b")]),
                FileOperation(.insert(.string("")), at: [.key("l"), .index(2)]),
                FileOperation(.remove, at: [.index(0)]), FileOperation(.move(to: 3), at: [.key("l"), .index(0)]),
            ])
        #expect(try read("{\"operations\":[{\"op\":\"set\",\"at\":[\"a\"],\"value\":null}]}").count == 1)
        #expect(try read("{\"operations\":[]}").isEmpty)
    }

    private static let malformed: [(String, String, Int?)] = [
        ("[]", "the request is no object", nil), ("{}", "`operations` is missing, or no list", nil),
        (#"{"operations":1}"#, "`operations` is missing, or no list", nil),
        (
            #"{"operation":[]}"#, "no key `operation` in the request; did you mean `operations`?", nil
        ),
        (#"{"operations":[],"operations":[]}"#, "`operations` appears twice in the request", nil),
        (#"{"operations":[1]}"#, "an operation is no object", 0),
        (#"{"operations":[{"at":[0],"op":"remove"},{"at":["a"]}]}"#, "`op` is missing, or no text", 1),
        (#"{"operations":[{"op":"delete","at":["a"]}]}"#, "no operation `delete`", 0),
        (#"{"operations":[{"op":"sett","at":["a"]}]}"#, "no operation `sett`; did you mean `set`?", 0),
        (#"{"operations":[{"op":"set"}]}"#, "`at` is missing; it is a list of keys and positions", 0),
        (#"{"operations":[{"op":"remove","at":[]}]}"#, "`at` is missing; it is a list of keys and positions", 0),
        (#"{"operations":[{"op":"remove","at":[-1]}]}"#, "`at` is a list of keys and of positions from 0", 0),
        (#"{"operations":[{"op":"remove","at":[1.5]}]}"#, "`at` is a list of keys and of positions from 0", 0),
        (#"{"operations":[{"op":"set","at":["a"]}]}"#, "`set` needs a `value`", 0),
        (#"{"operations":[{"op":"insert","at":["a"],"value":null}]}"#, "`insert` takes no `null`", 0),
        (#"{"operations":[{"op":"remove","at":["a"],"value":1}]}"#, "`remove` has no `value`", 0),
        (#"{"operations":[{"op":"move","at":["a"],"value":"b"}]}"#, "the `value` of `move` is a position from 0", 0),
        (#"{"operations":[{"op":"set","at":["a"],"value":[null]}]}"#, "a list or mapping has no empty values", 0),
        (#"{"operations":[{"op":"set","at":["a"],"value":1e3}]}"#, "a number has no exponent: 1e3", 0),
        (
            #"{"operations":[{"op":"set","at":["a"],"value":1000000000000000}]}"#,
            "a whole number has at most 15 digits: 1000000000000000", 0
        ),
        (
            #"{"operations":[{"op":"set","at":["a"],"value":0.12345678901234567890123}]}"#,
            "a number has at most 24 characters: 0.12345678901234567890123", 0
        ),
        (#"{"operations":[{"op":"set","at":["a"],"value":{"b":1,"b":2}}]}"#, "`b` appears twice in a mapping", 0),
    ]

    @Test(arguments: malformed) func otherRequestsAreMalformed(text: String, message: String, position: Int?) throws {
        let json = try #require(JSONReader.value(of: Array(text.utf8), depth: 40), "\(text)")
        do throws(EditProblem) {
            _ = try FileOperation.list(of: json)
            Issue.record("read: \(text)")
        } catch {
            var expected = EditProblem(.malformed, message)
            expected.operation = position
            // Where no word is near, all of them are listed.
            #expect(error == expected || error.message.hasPrefix(message) && error.operation == position, "\(error)")
        }
    }

    private func tooLarge(_ text: String) throws -> String? {
        do {
            _ = try read(text)
            return nil
        } catch let problem as EditProblem {
            #expect(problem.code == .tooLarge)
            return problem.message
        }
    }

    @Test func limitsOfARequestHold() throws {
        func request(_ count: Int, _ at: String, _ value: String) -> String {
            let one = "{\"op\":\"set\",\"at\":\(at),\"value\":\(value)}"
            return "{\"operations\":[" + Array(repeating: one, count: count).joined(separator: ",") + "]}"
        }
        func list(_ count: Int, of item: String) -> String {
            "[" + Array(repeating: item, count: count).joined(separator: ",") + "]"
        }
        #expect(try tooLarge(request(EditLimits.operations, "[0]", "1")) == nil)
        #expect(
            try tooLarge(request(EditLimits.operations + 1, "[0]", "1"))
                == "over the limit `operations`: at most 64 are possible")
        #expect(try tooLarge(request(1, list(EditLimits.steps, of: "0"), "1")) == nil)
        #expect(
            try tooLarge(request(1, list(EditLimits.steps + 1, of: "0"), "1"))
                == "over the limit `steps`: at most 48 are possible")
        let half = list(EditLimits.values / 2 - 1, of: "1")
        #expect(try tooLarge(request(2, "[0]", half)) == nil)
        #expect(
            try tooLarge(request(2, "[0]", list(EditLimits.values / 2, of: "1")))
                == "over the limit `values`: at most 10000 are possible")
        let deep = EditLimits.depth - 1
        let nested = String(repeating: "[", count: deep) + "1" + String(repeating: "]", count: deep)
        #expect(try tooLarge(request(1, "[0]", nested)) == nil)
        #expect(
            try tooLarge(request(1, "[0]", "[\(nested)]")) == "over the limit `depth`: at most 16 are possible")
    }

    @Test func fileWithTooManyValuesIsNotEdited() throws {
        let many = String(repeating: "x,", count: EditLimits.fileValues - 3)
        _ = try FileEditing(Array("a: [\(many)]\n".utf8))
        do throws(EditProblem) {
            _ = try FileEditing(Array("a: [x,\(many)]\n".utf8))
            Issue.record("read")
        } catch {
            #expect(error == .overLimit("fileValues", EditLimits.fileValues))
        }
    }
}
