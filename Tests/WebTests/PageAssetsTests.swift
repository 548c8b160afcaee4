import Testing

@testable import Web

/// The files of the page in the program (W6, W17).
@Suite struct PageAssetsTests {
    private static let address = WebAddress([127, 0, 0, 1])

    private func request(_ path: String, knowing etag: String? = nil) -> WebRequest {
        WebRequest(
            .get, target: path, path: [], headers: etag.map { [.init("if-none-match", $0)] } ?? [],
            peer: PageAssetsTests.address, local: PageAssetsTests.address)
    }

    private func header(_ name: String, of answer: WebAnswer) -> String? {
        answer.headers.first { $0.name == name }?.value
    }

    /// The paths that the index refers to, each of which has to be there.
    @Test func isFoundByItsExactPath() throws {
        let index = try #require(PageAssets.find(path: "/"))
        #expect(index.isIndex)
        #expect(PageAssets.find(path: "/index.html")?.etag == index.etag)
    }

    @Test(arguments: [
        "", "index.html", "/index", "/index.html/", "//index.html", "/../index.html", "/js/main.js", "/%69ndex.html",
    ])
    func isNotFoundByAnotherPath(path: String) {
        #expect(PageAssets.find(path: path) == nil)
    }

    @Test func isCompressed() throws {
        let index = try #require(PageAssets.find(path: "/"))
        #expect(index.bytes.starts(with: [0x1F, 0x8B, 8]))
        let answer = index.answer(to: request("/"))
        #expect(answer.status == 200)
        #expect(answer.body == index.bytes)
        #expect(header("content-encoding", of: answer) == "gzip")
        #expect(header("content-type", of: answer) == "text/html; charset=utf-8")
    }

    @Test func indexIsNeverCached() throws {
        let index = try #require(PageAssets.find(path: "/"))
        #expect(header("cache-control", of: index.answer(to: request("/"))) == "no-store")
    }

    @Test func isNotSentToABrowserThatHasIt() throws {
        let index = try #require(PageAssets.find(path: "/"))
        let answer = index.answer(to: request("/", knowing: index.etag))
        #expect(answer.status == 304)
        #expect(answer.body.isEmpty)
        #expect(index.answer(to: request("/", knowing: "\"other\"")).status == 200)
    }

    @Test func hashHasSixteenDigits() {
        #expect(PageAssets.hash.utf8.count == 16)
    }
}
