import HostSupport
import Testing

@testable import Web

/// Paired browsers and tokens, and their file (W4, W7).
@Suite struct VisitorsTests {
    private let day = CalendarDay(20_500)
    private let now: UInt64 = 1_000_000_000_000
    private let phone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
        + "Version/17.5 Mobile/15E148 Safari/604.1"

    private func visitors(_ folder: TemporaryFolder, _ identity: String = "B827EB") -> Visitors {
        Visitors(in: folder.path, identity: identity)
    }

    private func request(_ headers: [WebRequest.Header]) -> WebRequest {
        let address = WebAddress([192, 0, 2, 1])
        return WebRequest(.get, target: "/", path: [], headers: headers, peer: address, local: address)
    }

    private func token(_ visitors: inout Visitors, isReader: Bool) throws -> Visitors.Added {
        let added = visitors.addToken("desk", isReader: isReader, on: day, at: now)
        return try #require(added)
    }

    private func cookie(_ text: String) -> WebRequest { request([.init("cookie", text)]) }
    private func bearer(_ text: String) -> WebRequest { request([.init("authorization", text)]) }

    @Test func aBrowserIsKnownByItsCookie() throws {
        let folder = try TemporaryFolder()
        var visitors = visitors(folder)
        let added = visitors.addBrowser(phone, on: day, at: now)
        #expect(added.visitor == WebVisitor(number: 1, name: "iPhone, Safari"))
        #expect(added.gone == nil)
        #expect(added.secret.utf8.count == 32)
        #expect(
            visitors.cookie(added.secret).value
                == "treadle-B827EB=\(added.secret); HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000")
        #expect(visitors.cookie(added.secret).name == "set-cookie")
        #expect(visitors.find(cookie("treadle-B827EB=\(added.secret)"), on: day, at: now) == added.visitor)
        // After a new start too.
        var again = self.visitors(folder)
        #expect(again.find(cookie("treadle-B827EB=\(added.secret)"), on: day, at: now) == added.visitor)
        #expect(try #require(folder.text("visitors")).contains(added.secret) == false)
    }

    /// With N for the name of the cookie, and * for the secret.
    @Test(arguments: [
        ("N=*", true), ("a=b; N=*", true), ("N=*; a=b", true), ("a=b;N=*;c=\"d;e\"", true), ("a; =; N=*; ;", true),
        ("N=*; N=*", false), ("N=; N=*", false), ("N=\"*\"", false), ("N =*", false), ("N= *", false), ("N=* ", false),
        ("n=*", false), ("xN=*", false), ("Nx=*", false), ("N=**", false), ("N=*0", false), ("N", false), ("N=", false),
        ("*", false), ("a=N=*", false), ("N==*", false), ("", false), ("N=*,N=*", false),
    ])
    func cookiesAreReadStrictly(text: String, isKnown: Bool) throws {
        let folder = try TemporaryFolder()
        var visitors = visitors(folder)
        let secret = visitors.addBrowser(nil, on: day, at: now).secret
        let named = text.replacing("N", with: "treadle-B827EB").replacing("n=", with: "TREADLE-B827EB=")
        let written = named.replacing("*", with: secret)
        #expect((visitors.find(cookie(written), on: day, at: now) != nil) == isKnown)
    }

    @Test func theCookieOfAnotherBoxIsUnknown() throws {
        let folder = try TemporaryFolder()
        let secret = {
            var visitors = self.visitors(folder)
            return visitors.addBrowser(nil, on: day, at: now).secret
        }()
        var other = visitors(folder, "DCA632")
        #expect(other.find(cookie("treadle-B827EB=\(secret)"), on: day, at: now) == nil)
    }

    @Test func aWrongSecretIsUnknown() throws {
        let folder = try TemporaryFolder()
        var visitors = visitors(folder)
        let secret = visitors.addBrowser(nil, on: day, at: now).secret
        let other = (secret.hasPrefix("0") ? "1" : "0") + secret.dropFirst()
        for text in [other, String(repeating: "0", count: 32), "", String(secret.dropLast()), "A" + secret.dropFirst()]
        {
            #expect(visitors.find(cookie("treadle-B827EB=\(text)"), on: day, at: now) == nil)
        }
    }

    @Test(arguments: [
        ("Bearer *", true), ("bearer *", true), ("BEARER *", true), ("Bearer  *", false), ("Bearer * ", false),
        ("Bearer*", false), ("Basic *", false), ("*", false), ("", false), ("Bearer", false), ("Bearer ", false),
    ])
    func aTokenIsABearer(text: String, isKnown: Bool) throws {
        let folder = try TemporaryFolder()
        var visitors = visitors(folder)
        let token = try token(&visitors, isReader: true)
        let written = bearer(text.replacing("*", with: token.secret))
        #expect((visitors.find(written, on: day, at: now) == token.visitor) == isKnown)
    }

    @Test func cookiesAndTokensDoNotStandForEachOther() throws {
        let folder = try TemporaryFolder()
        var visitors = visitors(folder)
        let browser = visitors.addBrowser(phone, on: day, at: now)
        let token = try token(&visitors, isReader: false)
        #expect(token.visitor == WebVisitor(number: 2, name: "desk", isToken: true))
        #expect(visitors.find(bearer("Bearer \(browser.secret)"), on: day, at: now) == nil)
        #expect(visitors.find(cookie("treadle-B827EB=\(token.secret)"), on: day, at: now) == nil)
        // A wrong token is not helped by a right cookie.
        let both = request([
            .init("authorization", "Bearer 0"), .init("cookie", "treadle-B827EB=\(browser.secret)"),
        ])
        #expect(visitors.find(both, on: day, at: now) == nil)
    }

    @Test(arguments: [
        ("desk", true), ("a", true), (String(repeating: "a", count: 64), true), ("B\u{FC}hne 2", true), ("", false),
        (String(repeating: "a", count: 65), false), (" ", false), ("a\nb", false), ("a\u{202E}b", false),
        ("a\u{1B}[1m", false),
    ])
    func namesOfTokensArePlain(name: String, isName: Bool) throws {
        let folder = try TemporaryFolder()
        var visitors = visitors(folder)
        #expect((visitors.addToken(name, isReader: false, on: day, at: now) != nil) == isName)
    }

    // MARK: - Limits (W3)

    @Test func theLeastUsedBrowserGoesForThe33rd() throws {
        let folder = try TemporaryFolder()
        var visitors = visitors(folder)
        let token = try token(&visitors, isReader: false)
        let added = (0..<32).map { _ in visitors.addBrowser(nil, on: day, at: now) }
        #expect(added.allSatisfy { $0.gone == nil })
        #expect(visitors.find(cookie("treadle-B827EB=\(added[0].secret)"), on: day, at: now) != nil)
        #expect(visitors.addBrowser(nil, on: day, at: now).gone == added[1].visitor)
        #expect(visitors.browsers.count == 32)
        #expect(visitors.find(cookie("treadle-B827EB=\(added[1].secret)"), on: day, at: now) == nil)
        #expect(visitors.find(bearer("Bearer \(token.secret)"), on: day, at: now) == token.visitor)
    }

    @Test func theLeastUsedTokenGoesForThe17th() throws {
        let folder = try TemporaryFolder()
        var visitors = visitors(folder)
        let browser = visitors.addBrowser(nil, on: day, at: now).visitor
        let added = (0..<16).map { visitors.addToken("\($0)", isReader: false, on: day, at: now) }
        #expect(added.allSatisfy { $0 != nil && $0?.gone == nil })
        #expect(visitors.addToken("16", isReader: false, on: day, at: now)?.gone?.name == "0")
        #expect(visitors.tokens.map(\.visitor.name) == (1...16).map { "\($0)" })
        #expect(visitors.browsers.map(\.visitor) == [browser])
    }

    @Test func aForgottenVisitorIsUnknown() throws {
        let folder = try TemporaryFolder()
        var visitors = visitors(folder)
        let added = visitors.addBrowser(nil, on: day, at: now)
        #expect(visitors.forget(7, at: now) == nil)
        #expect(visitors.forget(1, at: now) == added.visitor)
        #expect(visitors.find(cookie("treadle-B827EB=\(added.secret)"), on: day, at: now) == nil)
        var again = self.visitors(folder)
        #expect(again.browsers.isEmpty)
        // Its number is not used again.
        #expect(again.addBrowser(nil, on: day, at: now).visitor.number == 2)
    }

    // MARK: - The file

    @Test func theFileIsWrittenAtMostOnceADay() throws {
        let folder = try TemporaryFolder()
        var visitors = visitors(folder)
        let secret = visitors.addBrowser(nil, on: day, at: now).secret
        let written = try #require(folder.text("visitors"))
        try folder.write("other", "visitors")
        for _ in 0..<100 { _ = visitors.find(cookie("treadle-B827EB=\(secret)"), on: day, at: now) }
        #expect(folder.text("visitors") == "other")
        _ = visitors.find(cookie("treadle-B827EB=\(secret)"), on: CalendarDay(20_501), at: now)
        #expect(folder.text("visitors") == written.replacing("20500 20500", with: "20500 20501"))
        #expect(visitors.browsers.map(\.firstDay) == [day])
        #expect(visitors.browsers.map(\.lastDay.text) == ["2026-02-17"])
    }

    @Test func malformedLinesAreDropped() throws {
        let hash = String(repeating: "a5", count: 32)
        let good = "next 9\nbrowser 3 \(hash) 20500 20501 Mac, Firefox\nreader 4 \(hash) 1 2 a b  c\n"
        let bad = [
            "", " ", "next", "next -1", "next 9999999999999999999999", "browser", "browser 5 \(hash) 1 2",
            "browser 5 \(hash) 1 2 ", "browser x \(hash) 1 2 A", "browser -5 \(hash) 1 2 A", "browser 5 \(hash)0 1 2 A",
            "browser 5 \(hash)00 1 2 A", "browser 5 zz\(hash.dropFirst(2)) 1 2 A", "browser 5 \(hash) x 2 A",
            "browser 5 \(hash) 1 99999999999 A", "phone 5 \(hash) 1 2 A", "browser 5  \(hash) 1 2 A",
            "browser 5 \(hash) 1 2 A\u{7}", "browser 3 \(hash) 1 2 Twice", "browser 5 \(hash) 1 2 \u{202E}",
            "browser 5 \(hash) 1 2 \(String(repeating: "A", count: 65))",
        ]
        let folder = try TemporaryFolder(["visitors": good + bad.joined(separator: "\n")])
        let visitors = visitors(folder)
        #expect(visitors.text == good)
        let reader = WebVisitor(number: 4, name: "a b  c", isToken: true, isReader: true)
        #expect(visitors.tokens.map(\.visitor) == [reader])
    }

    @Test func aLongFileKeepsTheMostRecentlyUsed() throws {
        let hash = String(repeating: "a5", count: 32)
        let lines = (1...40).map { "browser \($0) \(hash) 1 2 A browser\n" }.joined()
        let folder = try TemporaryFolder(["visitors": lines])
        let visitors = visitors(folder)
        #expect(visitors.browsers.map(\.visitor.number) == Array(9...40))
    }

    @Test func bytesThatAreNoTextAreDropped() {
        let bytes = (0..<4096).map { UInt8(truncatingIfNeeded: $0 * 7919 >> 3) }
        let read = Visitors.read(bytes[...])
        #expect(read.entries.isEmpty)
        #expect(read.nextNumber == 1)
    }
}
