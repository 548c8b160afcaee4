import Compact

// `POST presets`: presets are made, renamed, numbered, copied and deleted by the box, as from its menu (M12, W14).
extension FilesAPI {
    func changePresets(_ exchange: WebExchange) {
        do throws(FileRefusal) {
            let json = try exchange.request.fileJSON(with: ["do", "name", "value", "step"])
            let line = try FilesAPI.presetRequest(json)
            edits.add { [self] done in
                if exchange.isAnswered { return done() }
                link.ask(
                    "\(line) \(exchange.by)",
                    then: { answer in
                        FilesAPI.tell(answer, to: exchange)
                        done()
                    })
            }
        } catch {
            exchange.refuse(error)
        }
    }

    /// The request to the box, without who asks.
    static func presetRequest(_ json: JSONValue) throws(FileRefusal) -> String {
        func word(_ member: String) throws(FileRefusal) -> String { LineWords.quoted(try json.name(member)) }
        func number(_ member: String) throws(FileRefusal) -> Int {
            guard case .number(let number)? = json[member], number >= 0 else {
                throw .malformed("`\(member)` is missing, or no whole number from 0")
            }
            return number
        }
        switch json["do"]?.text {
        case "new":
            let after = json["value"] == nil ? "" : " after \(try word("value"))"
            return "preset new \(try word("name"))\(after)"
        case "duplicate": return "preset duplicate \(try word("name")) \(try word("value"))"
        case "rename": return "preset rename \(try word("name")) \(try word("value"))"
        case "number": return "preset number \(try word("name")) \(try number("value"))"
        case "delete": return "preset delete \(try word("name"))"
        case "undo": return "preset undo \(try number("step"))"
        default: throw .malformed("`do` is new, duplicate, rename, number, delete or undo")
        }
    }

    /// Answers with the number of the step that `undo` takes back.
    private static func tell(_ answer: BoxAnswer, to exchange: WebExchange) {
        if answer.kind == .missing { return exchange.refuse(.noAnswer) }
        if !answer.isOk { return exchange.refuse(FileRefusal(409, "refused", answer.text)) }
        let step = answer.text.split(separator: " ").last.flatMap { Int(String($0)) }
        guard let step else { return exchange.answer(WebAnswer(204)) }
        exchange.answer(.json(.object([JSONMember(name: "undo", value: .number(step))])))
    }
}
