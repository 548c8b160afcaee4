import Compact
import Configuration
import Upkeep

// `GET files`, `GET files/PATH` and `POST check`.
extension FilesAPI {
    func listFiles(_ exchange: WebExchange) {
        var json = JSON()
        json.beginArray()
        for path in files.paths {
            // A file that is too large to be read, or has gone meanwhile, is not listed.
            guard let content = try? files.read(path) else { continue }
            json.beginObject()
            json.member("path", path)
            json.member("bytes", content.bytes.count)
            json.member("hash", DraftName.text(content.hash))
            json.member("draft", content.isDraft)
            json.endObject()
        }
        json.endArray()
        exchange.answer(.written(json))
    }

    /// `GET files/PATH`, and `GET files/PATH?on=disk` for the file without its draft.
    func tellFile(_ exchange: WebExchange, _ path: String) {
        do throws(FileRefusal) {
            let side = exchange.request.parameter("on")
            if let side, side != "disk" { throw .malformed("`on` is disk, not `\(side)`") }
            guard let content = try files.read(path, isOnDisk: side != nil) else { throw .noFile(path) }
            tell(path, content, to: exchange)
        } catch {
            exchange.refuse(error)
        }
    }

    /// Answers with a file as it is now.
    func tell(_ path: String, _ content: FolderFiles.Content, to exchange: WebExchange) {
        var json = JSON()
        write(path, content, to: &json)
        var answer = WebAnswer.written(json)
        answer.headers.append(.init("etag", "\"\(DraftName.text(content.hash))\""))
        exchange.answer(answer)
    }

    /// Answers that somebody else has changed a file, with the file as it is now (W10).
    func tellChanged(_ path: String, _ content: FolderFiles.Content?, to exchange: WebExchange) {
        var json = JSON()
        json.beginObject()
        json.key("error")
        json.beginObject()
        json.member("code", "changed")
        json.member(
            "message", content == nil ? "somebody has removed the file" : "somebody has changed the file meanwhile")
        json.endObject()
        json.key("file")
        if let content { write(path, content, to: &json) } else { json.null() }
        json.endObject()
        exchange.answer(.written(json, status: 412))
    }

    private func write(_ path: String, _ content: FolderFiles.Content, to json: inout JSON) {
        let report = check.report()
        json.beginObject()
        json.member("path", path)
        json.member("hash", DraftName.text(content.hash))
        json.member("draft", content.isDraft)
        json.key("text")
        json.string(content.bytes[...])
        if FolderFiles.isYAML(path), let editing = try? FileEditing(content.bytes) {
            editing.write(to: &json)
        } else {
            // A list of values, or no valid YAML.
            json.key("tree")
            json.null()
            json.key("places")
            json.beginObject()
            json.endObject()
        }
        json.member("good", report.isGood)
        report.write(to: &json)
        json.endObject()
    }

    /// Checks a text that is being written, as if the file had it. Changes nothing.
    func checkText(_ exchange: WebExchange) {
        do throws(FileRefusal) {
            let json = try exchange.request.fileJSON(with: ["path", "text"])
            let path = try json.name("path")
            guard let text = json["text"]?.text else { throw .malformed("`text` is missing, or no text") }
            if !FolderFiles.isAllowed(path) { throw .noFile(path) }
            let report = check.report(replacing: path, by: Array(text.utf8))
            var answer = JSON()
            answer.beginObject()
            answer.member("good", report.isGood)
            report.write(to: &answer)
            answer.endObject()
            exchange.answer(.written(answer))
        } catch {
            exchange.refuse(error)
        }
    }
}

extension WebAnswer {
    /// An answer of the API whose text is written already.
    static func written(_ json: JSON, status: Int = 200) -> WebAnswer {
        var answer = WebAnswer(status)
        answer.headers = [.init("content-type", "application/json"), .init("cache-control", "no-store")]
        answer.body = json.bytes
        return answer
    }
}
