import Testing

@testable import Web

/// The connection of the page's process to the box.
@Suite struct BoxLinkTests {
    private final class Heard {
        var answers: [String] = []
    }

    private static func word(_ answer: BoxAnswer) -> String {
        switch answer.kind {
        case .ok: "ok \(answer.text)"
        case .error: "error \(answer.text)"
        case .missing: "missing"
        }
    }

    @Test func answersComeInTheOrderOfTheRequests() {
        let (box, heard) = (ModelBox(), Heard())
        box.answers["status"] = ["| box Stage", "| tempo 120", "ok"]
        box.answers["do fly"] = ["error there is no action 'fly'"]
        box.answers["reload"] = ["! box.yaml:3: error", "error the file has errors"]
        for request in ["status", "do fly", "reload", "tilt end"] {
            box.link.ask(request) { answer in
                let lines = (answer.lines + answer.warnings).joined(separator: ",")
                heard.answers.append("\(request): \(BoxLinkTests.word(answer)) [\(lines)]")
            }
        }
        box.answers["tilt end"] = ["ok -20..35"]
        box.run()
        #expect(
            heard.answers == [
                "status: ok  [box Stage,tempo 120]", "do fly: error there is no action 'fly' []",
                "reload: error the file has errors [box.yaml:3: error]", "tilt end: ok -20..35 []",
            ])
    }

    /// Lines that are no answers go past the answers, wherever a line is cut.
    @Test func otherLinesAreHeardBetweenAnswers() {
        let (box, heard) = (ModelBox(), Heard())
        box.link.heard = { heard.answers.append("heard " + String(decoding: $0, as: UTF8.self)) }
        box.answers["status"] = ["| box", "change {\"revision\":2}", "ok"]
        box.link.ask("status") { heard.answers.append("answer " + $0.lines.joined()) }
        box.run()
        #expect(heard.answers == ["heard change {\"revision\":2}", "answer box"])
    }

    /// Of many requests two are at the box; what is urgent passes the others.
    @Test func urgentRequestsPassThoseThatWait() {
        let (box, heard) = (ModelBox(), Heard())
        for number in 1...6 {
            box.answers["do tempo \(number)"] = .some(nil)
            box.link.ask("do tempo \(number)") { _ in heard.answers.append("\(number)") }
        }
        box.link.ask("do panic", isUrgent: true) { _ in heard.answers.append("panic") }
        #expect(box.takeRequests() == (1...2).map { "do tempo \($0)" } + ["do panic"])
        for _ in 1...3 { box.send("ok") }
        #expect(box.takeRequests() == ["do tempo 3", "do tempo 4"])
        #expect(heard.answers == ["1", "2", "panic"])
    }

    /// After 2 s there is no answer (503). One that comes later belongs to no other request.
    @Test func lateAnswersAreMissing() {
        let (box, heard) = (ModelBox(), Heard())
        box.answers["status"] = .some(nil)
        box.link.ask("status") { heard.answers.append(BoxLinkTests.word($0)) }
        box.run()
        let asked = box.clock.now
        #expect(box.link.deadline == asked + 2_000_000_000)
        box.link.serve(at: asked + 1_999_999_999)
        #expect(heard.answers == [])
        box.link.serve(at: asked + 2_000_000_000)
        #expect(heard.answers == ["missing"] && box.link.deadline == UInt64.max)
        box.link.ask("tilt end") { heard.answers.append(BoxLinkTests.word($0)) }
        box.answers["tilt end"] = ["ok late", "ok -1..1"]
        box.run()
        #expect(heard.answers == ["missing", "ok -1..1"])
    }

    /// A long answer is passed on line by line, and has time as long as it goes on.
    @Test func longAnswersAreReadAsTheyCome() {
        let (box, heard) = (ModelBox(), Heard())
        box.answers["recorder"] = .some(nil)
        box.link.read("recorder", within: 100, each: { heard.answers.append(String(decoding: $0, as: UTF8.self)) }) {
            heard.answers.append("\(BoxLinkTests.word($0)) \($0.output.count)")
        }
        box.run()
        box.clock.now += 90
        box.send("| 0.000 keys 90")
        box.run()
        box.link.serve(at: box.clock.now + 99)
        box.send("| 1.000 end")
        box.send("ok")
        box.run()
        #expect(heard.answers == ["0.000 keys 90", "1.000 end", "ok  0"])
    }

    @Test func requestsEndWithTheBox() {
        let (box, heard) = (ModelBox(), Heard())
        box.answers["status"] = .some(nil)
        box.link.ask("status") { heard.answers.append(BoxLinkTests.word($0)) }
        box.run()
        box.end()
        #expect(box.link.hasEnded && heard.answers == ["missing"])
        box.link.ask("status") { heard.answers.append(BoxLinkTests.word($0)) }
        #expect(heard.answers == ["missing", "missing"] && !box.link.hasOutput)
    }

    /// A line feed would begin another request, and the box ends a client with a longer line.
    @Test(arguments: [("do load \"a\nreload\"", false), (String(repeating: "x", count: 8191), true)])
    func linesStayOneRequest(_ line: String, _ isSent: Bool) {
        let (box, heard) = (ModelBox(), Heard())
        box.link.ask(line) { heard.answers.append(BoxLinkTests.word($0)) }
        #expect(box.takeRequests() == (isSent ? [line] : []))
        box.link.ask(line + "x") { heard.answers.append(BoxLinkTests.word($0)) }
        #expect(box.takeRequests() == [] && heard.answers.count == 2)
    }

    /// The outgoing backlog is bounded: further requests are told that there is no answer.
    @Test func requestsThatWaitAreLimited() {
        let (box, heard) = (ModelBox(), Heard())
        for number in 0..<LinkLimits.window + LinkLimits.waiting {
            box.answers["do \(number)"] = .some(nil)
            box.link.ask("do \(number)") { _ in heard.answers.append("\(number)") }
        }
        #expect(heard.answers == [])
        box.link.ask("do more") { heard.answers.append(BoxLinkTests.word($0)) }
        #expect(heard.answers == ["missing"])
    }
}
