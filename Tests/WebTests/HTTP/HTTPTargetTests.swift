import Testing

@testable import Web

/// The target of a request (W5, W6).
@Suite struct HTTPTargetTests {
    @Test(arguments: [
        ("/", "/", []), ("/api/1/state", "/api/1/state", ["api", "1", "state"]), ("/a/", "/a/", ["a", ""]),
        ("/a%20b/%C3%A9", "/a%20b/%C3%A9", ["a b", "é"]), ("/a//b", "/a//b", ["a", "", "b"]),
        ("/+?x", "/+", ["+"]), ("http://BOX.local/a", "/a", ["a"]), ("http://box.local?x=1", "/", []),
    ]) func pathIsTakenApart(target: String, text: String, path: [String]) throws {
        let found = try #require(HTTPTarget(target, host: "box.local"))
        #expect(found.text == text)
        #expect(found.path == path)
    }

    @Test func queryIsDecodedInOrder() throws {
        let found = try #require(HTTPTarget("/?at=a%2Fb&from=0&&flag&x=1+2%3D3&y==", host: ""))
        #expect(found.query.map { $0.name } == ["at", "from", "flag", "x", "y"])
        #expect(found.query.map { $0.value } == ["a/b", "0", "", "1 2=3", "="])
    }

    @Test(arguments: [
        "", "*", "a", "/%", "/%1", "/%zz", "/%0g", "/a%2Fb", "/a%2fb", "/%00", "/?x=%00", "/?%", "/a#b", "/a b", "/\t",
        "/\u{7F}", "/é", "/%FF", "/%C3", "https://box.local/", "http://other/", "http://box.local:81/", "http:///",
        "//box.local/%",
    ]) func badTargetIsRefused(target: String) {
        #expect(HTTPTarget(target, host: "box.local") == nil)
    }
}
