import CPlatform

/// Questions to the page's process: `ask N WORDS`, answered by `answer N | TEXT` and at last `answer N ok` or
/// `answer N error TEXT`.
struct WebQuestions {
    private struct Question {
        let number: Int
        let deadline: UInt64
        var lines: [String] = []
        let then: ([String]) -> Void
    }

    private var open: [Question] = []
    private var last = 0

    /// Asks. `then` is called once, with lines of the socket: `| TEXT` and at last `ok` or `error TEXT`.
    mutating func ask(_ words: String, _ client: ControlClient?, at now: UInt64, then: @escaping ([String]) -> Void) {
        guard let client else { return then(["error the page is starting; try again"]) }
        last += 1
        if open.count >= WebChildLimits.questions || !client.answer("ask \(last) \(words)") {
            return then(["error the page has other questions to answer; try again"])
        }
        open.append(Question(number: last, deadline: now + WebChildLimits.questionTime, then: then))
        client.flush()
    }

    /// Accepts a part of an answer. Returns false if nobody asked.
    mutating func accept(_ number: Int, _ part: PageRequest.Part) -> Bool {
        guard let index = open.firstIndex(where: { $0.number == number }) else { return false }
        switch part {
        case .line(let text):
            if open[index].lines.count < WebChildLimits.answerLines { open[index].lines.append("| \(text)") }
        case .done: finish(index, "ok")
        case .refused(let text): finish(index, "error \(text)")
        }
        return true
    }

    private mutating func finish(_ index: Int, _ line: String) {
        let question = open.remove(at: index)
        question.then(question.lines + [line])
    }

    mutating func refuseAll(_ why: String) { while !open.isEmpty { finish(0, "error \(why)") } }

    mutating func refuse(lateAt now: UInt64) {
        while let index = open.firstIndex(where: { $0.deadline <= now }) {
            finish(index, "error the page's process has not answered")
        }
    }

    /// When a question is late, in ns; `UInt64.max`: there is none.
    var deadline: UInt64 { open.reduce(UInt64.max) { min($0, $1.deadline) } }
}
