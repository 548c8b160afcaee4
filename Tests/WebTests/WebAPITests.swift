import Compact
import Foundation
import HostSupport
import Testing

@testable import Web

/// Requests of the API and their answers, with a model of the box behind it.
@Suite struct WebAPITests {
    private final class Bench {
        let box = ModelBox()
        let folder: TemporaryFolder
        let api: WebAPI
        var browser = WebVisitor(number: 1, name: "iPhone, Safari")

        init() throws {
            folder = try TemporaryFolder()
            var options = WebOptions()
            options.path = folder.path
            (options.state, options.incoming, options.uploads) = (folder.path, folder.path, folder.path)
            options.network = { .array($0.map { .string($0) }) }
            api = WebAPI(box.link, options, epoch: "E", clock: { [clock = box.clock] in clock.now })
            box.link.heard = { [unowned self] line in
                let word = String(decoding: line.prefix { $0 != 32 }, as: UTF8.self)
                api.feed.accept(line.dropFirst(word.utf8.count + 1), isWhole: word == "state")
            }
            box.answers["state"] = ["ok", #"state {"revision":1,"ports":[{"alias":"keys"}]}"#]
        }

        /// Sends a request; nil if it is not answered yet.
        @discardableResult
        func ask(
            _ method: WebRequest.Method, _ target: String, _ body: String = "", query: [WebRequest.Header] = [],
            isKnown: Bool = true
        ) -> WebExchange.Answer? {
            let address = WebAddress([127, 0, 0, 1])
            let path = target.split(separator: "/").map { String($0) }
            var request = WebRequest(method, target: target, path: path, query: query, peer: address, local: address)
            request.body = Array(body.utf8)
            let exchange = WebExchange(request)
            var given: WebExchange.Answer?
            exchange.visitor = isKnown ? browser : nil
            exchange.deliver = { given = $0 }
            api.handle(exchange)
            box.run()
            return given
        }

        /// Sends a request and returns status and body of its answer: `200 {}`.
        func text(
            _ method: WebRequest.Method, _ target: String, _ body: String = "", query: [WebRequest.Header] = [],
            isKnown: Bool = true
        ) -> String {
            switch ask(method, target, body, query: query, isKnown: isKnown) {
            case .answer(let answer): "\(answer.status) " + String(decoding: answer.body, as: UTF8.self)
            case .stream: "stream"
            case .file(_, let descriptor, let length):
                String(
                    decoding: FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readData(ofLength: length),
                    as: UTF8.self)
            case nil: "nothing"
            }
        }
    }

    @Test func strangersLearnTheNameAlone() throws {
        let bench = try Bench()
        _ = bench.api.settings.read(Array("name Stage board".utf8)[...])
        #expect(
            bench.text(.get, "/api/1/hello", isKnown: false)
                == #"200 {"treadle":1,"name":"Stage board","paired":false}"#)
        #expect(bench.text(.get, "/api/1/hello").hasSuffix(#""paired":true}"#))
    }

    @Test func theStateIsThatOfTheBox() throws {
        let bench = try Bench()
        #expect(bench.text(.get, "/api/1/state") == #"200 {"revision":1,"ports":[{"alias":"keys"}]}"#)
        bench.box.answers["timing"] = [#"| {"latency":{"unit":"µs"}}"#, "ok"]
        #expect(bench.text(.get, "/api/1/timing") == #"200 {"latency":{"unit":"µs"}}"#)
        #expect(bench.text(.get, "/api/1/events") == "stream" && bench.api.streams.count == 1)
        #expect(bench.text(.get, "/api/1/events", query: [.init("messages", "none")]).hasPrefix("400 "))
    }

    @Test(arguments: [
        (#"{"do":"load \"Verse\""}"#, "204 ", ["do load \"Verse\""]),
        (#"{"do":["tap","tap"]}"#, "204 ", ["do tap", "do tap"]),
        (#"{"do":"play keys 90 3C 50"}"#, "204 ", ["state", "play 0 90 3C 50"]),
        (#"{"do":"play pads 90 3C 50"}"#, "400 no-such-port", ["state"]),
        (#"{"do":"fly"}"#, "400 no-such-action", ["do fly"]),
        (#"{"do":["tap","fly","tap"]}"#, "400 no-such-action", ["do tap", "do fly"]),
        (#"{"do":"save"}"#, "409 cannot-save", [#"draft save "iPhone, Safari""#]),
        (#"{"do":"revert"}"#, "204 ", [#"draft revert "iPhone, Safari""#, "do revert"]),
        (#"{"do":"undo"}"#, "204 ", [#"draft undo "iPhone, Safari""#, "do undo"]),
        (#"{"do":"a\nreload"}"#, "400 bad-words", []),
        (#"{"do":[]}"#, "400 bad-words", []), (#"{"do":5}"#, "400 bad-words", []), ("{}", "400 bad-words", []),
        (#"{"do":["tap",5]}"#, "400 bad-words", []), (#"{"do":"tap","at":5}"#, "400 malformed", []),
        (#"{"do":"tap","time":81961.146}"#, "204 ", ["tap 81961146000"]),
        (#"{"do":"tap","time":81961}"#, "204 ", ["tap 81961000000"]),
        (#"{"do":"tap","time":0.30000000000000004}"#, "204 ", ["tap 300000"]),
        (#"{"do":"tap","time":-1}"#, "400 bad-words", []), (#"{"do":"tap","time":-0.5}"#, "400 bad-words", []),
        (#"{"do":"tap","time":"now"}"#, "400 bad-words", []), (#"{"do":"tap","time":null}"#, "400 bad-words", []),
        (#"{"do":"tap","time":1e300}"#, "400 bad-words", []), (#"{"do":"tap","time":NaN}"#, "400 malformed", []),
        (#"{"do":"tap","time":900000000000000000}"#, "400 bad-words", []),
        (#"{"do":"next","time":1}"#, "400 bad-words", []), (#"{"do":["tap"],"time":1}"#, "400 bad-words", []),
        (#"{"time":1}"#, "400 bad-words", []),
        (#"{"do":"tap","do":"tap"}"#, "400 malformed", []), ("[]", "400 malformed", []), ("", "400 malformed", []),
        ("{\"do\":[" + [String](repeating: "\"tap\"", count: 17).joined(separator: ",") + "]}", "400 bad-words", []),
    ])
    func doingIsAnswered(_ body: String, _ answer: String, _ requests: [String]) throws {
        let bench = try Bench()
        bench.box.answers["do fly"] = ["error there is no action 'fly'"]
        bench.box.answers[#"draft save "iPhone, Safari""#] = ["! verse.yaml: changed on disk", "error not saved"]
        bench.box.answers[#"draft undo "iPhone, Safari""#] = ["error nothing there is nothing to undo"]
        let text = bench.text(.post, "/api/1/do", body)
        let code = text.components(separatedBy: #""code":""#)
        let shown = String(text.prefix(4)) + (code.count > 1 ? String(code[1].prefix { $0 != "\"" }) : "")
        #expect(shown == answer && bench.box.requests == requests, "\(text)")
    }

    /// W1: a box that does not answer within 2 s is 503.
    @Test func aSilentBoxIsSaid() throws {
        let bench = try Bench()
        bench.box.answers["do next"] = .some(nil)
        let address = WebAddress([127, 0, 0, 1])
        var request = WebRequest(
            .post, target: "/api/1/do", path: ["api", "1", "do"], peer: address, local: address)
        request.body = Array(#"{"do":"next"}"#.utf8)
        let exchange = WebExchange(request)
        var status = 0
        exchange.visitor = bench.browser
        exchange.deliver = { if case .answer(let answer) = $0 { status = answer.status } }
        bench.api.handle(exchange)
        bench.box.run()
        #expect(status == 0)
        bench.box.link.serve(at: bench.box.clock.now + 2_000_000_000)
        #expect(status == 503)
    }

    /// W3: 60 changes a second; `panic` is never one too many.
    @Test func changesAreLimited() throws {
        let bench = try Bench()
        for _ in 0..<60 { #expect(bench.text(.post, "/api/1/do", #"{"do":"tap"}"#) == "204 ") }
        #expect(bench.text(.post, "/api/1/do", #"{"do":"tap"}"#).hasPrefix("429 "))
        #expect(bench.text(.post, "/api/1/do", #"{"do":"panic"}"#) == "204 ")
    }

    @Test(arguments: [
        (WebRequest.Method.post, "/api/1/state", "GET, HEAD"), (.get, "/api/1/do", "POST"),
        (.post, "/api/1/browsers/1", "DELETE"), (.delete, "/api/1/tokens", "POST"), (.post, "/", "GET, HEAD"),
        (.put, "/api/1/recorder.txt", "GET, HEAD"),
    ])
    func otherMethodsAreNamed(_ method: WebRequest.Method, _ target: String, _ allowed: String) throws {
        guard case .answer(let answer) = try Bench().ask(method, target, "{}") else {
            Issue.record("no answer")
            return
        }
        #expect(answer.status == 405 && answer.headers.contains { $0.name == "allow" && $0.value == allowed })
    }

    @Test(arguments: ["/api/1/none", "/api/1/state/more", "/api/1", "/api/2/state", "/none.js", "/../box.yaml"])
    func unknownAddressesAreNotFound(_ target: String) throws {
        #expect(try Bench().text(.get, target).hasPrefix("404 "))
    }

    @Test func theRecordingIsAPictureAndFiles() throws {
        let bench = try Bench()
        bench.box.answers["recorder"] = ["| # Length 10.0 ms.", "| 1.0 keys 90 3C 40", "| 10.0 end", "ok"]
        bench.box.answers["recorder smf"] = ["| 4D 54 68 64", "| 0A", "ok"]
        #expect(
            bench.text(.get, "/api/1/recorder", query: [.init("from", "0"), .init("to", "20")])
                == #"200 {"length":10,"replay":null,"lanes":["keys"],"notes":[["keys",60,64,1,10]],"marks":[]}"#)
        #expect(bench.text(.get, "/api/1/recorder.txt") == "# Length 10.0 ms.\n1.0 keys 90 3C 40\n10.0 end\n")
        #expect(bench.text(.get, "/api/1/recorder.mid") == "MThd\n")
        #expect(bench.folder.names == [], "the temporary files are gone")
        for bad in ["x", "-1", "99999999999"] {
            #expect(bench.text(.get, "/api/1/recorder", query: [.init("from", bad)]).hasPrefix("400 "))
        }
    }

    @Test func aboutHasTheNetworkAndBrowsers() throws {
        let bench = try Bench()
        bench.box.answers["status"] = ["| link on", "ok"]
        bench.box.clock.now = 12_000_000_000_000
        _ = bench.api.settings.read(Array("started 480000000000".utf8)[...])
        let text = bench.text(.get, "/api/1/about")
        #expect(
            text.hasPrefix(#"200 {"network":["link on"],"browsers":[],"tokens":[],"update":{"version":""#), "\(text)")
        #expect(text.hasSuffix(#","uptime":"3 h 12 min"}"#), "\(text)")
        // B16: of what `bluetooth` tells, `status` has all but the paired devices.
        bench.box.answers["bluetooth"] = ["| radio on", "| bond C0:FF:EE:00:00:01 FP-30X", "ok"]
        #expect(
            bench.text(.get, "/api/1/about").hasPrefix(#"200 {"network":["link on","bond C0:FF:EE:00:00:01 FP-30X"],"#))
    }

    /// L6: the modules of the code, and nothing else of the password.
    @Test func thePairedBrowserHasTheCodeOfTheAccessPoint() throws {
        let bench = try Bench()
        bench.box.answers["wifi code"] = ["| 101", "| 010", "| 111", "ok My \"box\""]
        #expect(
            bench.text(.get, "/api/1/wifi/code") == #"200 {"name":"My \"box\"","rows":["101","010","111"]}"#)
        #expect(bench.box.takeRequests().filter { $0 != "state" } == ["wifi code"])
        bench.box.answers["wifi code"] = ["error the box has no access point now"]
        let refusal = #"{"error":{"code":"no-access-point","message":"the box has no access point now"}}"#
        #expect(bench.text(.get, "/api/1/wifi/code") == "409 " + refusal)
        bench.box.answers["wifi code"] = .some(nil)
        #expect(bench.text(.get, "/api/1/wifi/code") == "nothing")
        #expect(bench.text(.post, "/api/1/wifi/code", "{}").hasPrefix("405 "))
        #expect(bench.text(.get, "/api/1/wifi").hasPrefix("404 "))
    }

    /// Tokens and strangers have no code, whatever the box has.
    @Test(arguments: [true, false]) func nobodyElseHasTheCode(isToken: Bool) throws {
        let bench = try Bench()
        if isToken { bench.browser = WebVisitor(number: 2, name: "desk", isToken: true) }
        #expect(bench.text(.get, "/api/1/wifi/code", isKnown: isToken).hasPrefix("403 "))
        #expect(bench.box.takeRequests().allSatisfy { $0 != "wifi code" })
    }

    /// B16: as `treadle bluetooth pair` and `forget`.
    @Test func devicesPairAndAreForgotten() throws {
        let bench = try Bench()
        #expect(bench.text(.post, "/api/1/bluetooth", "{}") == "204 ")
        #expect(bench.text(.delete, "/api/1/bluetooth/C0:FF:EE:00:00:01") == "204 ")
        #expect(bench.text(.delete, "/api/1/bluetooth/My \"pad\"") == "204 ")
        #expect(
            bench.box.takeRequests().filter { $0 != "state" } == [
                "bluetooth pair", #"bluetooth forget "C0:FF:EE:00:00:01""#, #"bluetooth forget "My ""pad""""#,
            ])
        bench.box.answers["bluetooth pair"] = ["error the box has no Bluetooth"]
        #expect(bench.text(.post, "/api/1/bluetooth", "{}").hasPrefix(#"409 {"error":{"code":"refused""#))
        // One device at a time.
        #expect(bench.text(.delete, "/api/1/bluetooth/all").hasPrefix("404 "))
        #expect(bench.text(.get, "/api/1/bluetooth").hasPrefix("405 "))
    }
}

// MARK: - Pairing

extension WebAPITests {
    /// The header of an answer.
    private static func header(_ name: String, _ answer: WebExchange.Answer?) -> String? {
        guard case .answer(let answer) = answer else { return nil }
        return answer.headers.first { $0.name == name }?.value
    }

    /// W4: the display shows a code, and the right one gives a cookie, by which the browser is known.
    @Test func aBrowserIsPairedByItsCode() throws {
        let bench = try Bench()
        #expect(bench.text(.post, "/api/1/pair", "{}", isKnown: false) == #"200 {"seconds":60}"#)
        let shown = try #require(bench.box.takeRequests().first?.split(separator: " "))
        #expect(shown.count == 4 && shown[0...1] == ["code", "show"] && shown[3] == "60")
        let wrong = shown[2] == "000000" ? "000001" : "000000"
        #expect(bench.text(.post, "/api/1/pair", "{\"code\":\"\(wrong)\"}", isKnown: false).hasPrefix("403 "))
        let paired = bench.ask(.post, "/api/1/pair", "{\"code\":\"\(shown[2])\"}", isKnown: false)
        let cookie = try #require(WebAPITests.header("set-cookie", paired))
        #expect(cookie.hasPrefix("treadle-") && bench.box.takeRequests() == ["code end"])
        let entry = try #require(bench.api.visitors.browsers.first)
        #expect(bench.text(.delete, "/api/1/browsers/\(entry.visitor.number + 1)").hasPrefix("404 "))
        #expect(bench.text(.delete, "/api/1/tokens/\(entry.visitor.number)").hasPrefix("404 "))
        #expect(bench.text(.delete, "/api/1/browsers/\(entry.visitor.number)") == "204 ")
        #expect(bench.api.visitors.browsers.isEmpty)
    }

    @Test func theBoxAsksForCodesAndTokens() throws {
        let bench = try Bench()
        func answers(_ ask: String) -> [String] {
            bench.api.answer(ask: Array(ask.utf8)[...])
            return bench.box.takeRequests()
        }
        let code = answers("7 code")
        #expect(code.count == 3 && code[0].hasPrefix("code show ") && code[2] == "answer 7 ok", "\(code)")
        #expect(code[1].hasPrefix("answer 7 | ") && code[1].hasSuffix(" 60"))
        let token = answers("8 token \"my desk\" read")
        #expect(token.count == 2 && token[1] == "answer 8 ok")
        let listed = answers("9 tokens")
        #expect(listed.count == 2 && listed[0].hasSuffix(" read my desk"), "\(listed)")
        let number = listed[0].split(separator: " ")[3]
        #expect(answers("10 forget \(number)") == ["answer 10 ok"])
        #expect(answers("11 forget \(number)") == ["answer 11 error no browser or token has the number \(number)"])
        #expect(answers("12 browsers") == ["answer 12 ok"])
        #expect(answers("13 fly") == ["answer 13 error the page does not know this request"])
        #expect(answers("").isEmpty)
    }
}
