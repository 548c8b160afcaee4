import CPlatform
import Compact
import Host

// `POST update`, `POST update/install` and `GET update` (I5, W15).
extension UpkeepTasks {
    private static let name = "update.treadle"

    func handleUpdate(_ exchange: WebExchange, _ rest: [String]) {
        let method = exchange.request.method
        if rest == ["install"] {
            return method == .post ? install(exchange) : exchange.refuseMethod(allowing: "POST")
        }
        if !rest.isEmpty { return exchange.refuse(.noResource) }
        switch method {
        case .get, .head: exchange.answer(.json(updateState))
        case .post: verify(exchange)
        default: exchange.refuseMethod(allowing: "GET, HEAD, POST")
        }
    }

    /// Lets the box verify an uploaded update, and answers its version.
    private func verify(_ exchange: WebExchange) {
        if isBusy { return exchange.refuse(UpkeepTasks.busy) }
        guard let path = exchange.request.bodyFile else { return exchange.refuse(.malformed("the body is no update")) }
        update = nil
        installation = .none
        if rename(path, "\(uploads)/\(UpkeepTasks.name)") < 0 {
            let why = String(cString: treadle_last_error())
            return exchange.refuse(FileRefusal(409, "failed", "the update cannot be kept: \(why)"))
        }
        begin("update check \(UpkeepTasks.name)", for: exchange) { [self] news in
            guard case .done(let text) = news else {
                guard let refusal = UpkeepTasks.refusal(news) else { return }
                unlink("\(uploads)/\(UpkeepTasks.name)")
                return exchange.refuse(refusal)
            }
            let words = text.split(separator: " ").map { String($0) }
            update = Update(version: words.first ?? "", relation: words.count > 1 ? words[1] : "newer")
            exchange.answer(.json(updateState))
        }
    }

    /// Installs the update that was verified. The answer comes when the box has begun; `GET update` tells the rest.
    private func install(_ exchange: WebExchange) {
        do throws(FileRefusal) {
            let isEmpty = exchange.request.body.isEmpty
            let json = isEmpty ? JSONValue.object([]) : try exchange.request.fileJSON(with: ["older"])
            guard let update else { throw FileRefusal(409, "no-update", "no update was uploaded and verified") }
            let isOlder = update.relation == "older"
            if isOlder && json["older"]?.flag != true {
                throw FileRefusal(409, "older", "\(update.version) is older than what runs; `older` must allow it")
            }
            begin(
                "update install \(UpkeepTasks.name)\(isOlder ? " older" : "")", for: exchange,
                began: { [self] in
                    installation = .writing(percent: 0)
                    exchange.answer(.json(updateState, status: 202))
                },
                then: { [self] in hear($0) })
        } catch {
            exchange.refuse(error)
        }
    }

    private func hear(_ news: News) {
        switch news {
        case .progress(let percent): installation = .writing(percent: percent)
        case .done: installation = .restarting
        case .refused(let text), .failed(let text):
            installation = .failed(text)
            update = nil
            unlink("\(uploads)/\(UpkeepTasks.name)")
        }
    }

    private var updateState: JSONValue {
        var members: [JSONMember] = []
        func add(_ name: String, _ value: JSONValue) { members.append(JSONMember(name: name, value: value)) }
        switch installation {
        case .none: add("state", .string(update == nil ? "none" : "verified"))
        case .writing(let percent):
            add("state", .string("writing"))
            add("percent", .number(percent))
        case .restarting: add("state", .string("restarting"))
        case .failed(let why):
            add("state", .string("failed"))
            add("message", .string(why))
        }
        if let update {
            add("version", .string(update.version))
            add("relation", .string(update.relation))
        }
        return .object(members)
    }
}
