import CPlatform
import Compact
import Configuration
import Host
import Upkeep

// `PATCH` and `PUT` of files: the new bytes go to the box, which keeps them as a draft (W12, W13).
extension FilesAPI {
    func editFile(_ exchange: WebExchange, _ path: String) {
        do throws(FileRefusal) {
            let json = try exchange.request.fileJSON()
            let operations: [FileOperation]
            do throws(EditProblem) {
                operations = try FileOperation.list(of: json)
            } catch {
                throw FileRefusal(error)
            }
            let hash = try exchange.request.expectedHash()
            change(path, from: .some(hash), for: exchange) { bytes throws(FileRefusal) in
                try FilesAPI.edited(path, bytes, by: operations)
            }
        } catch {
            exchange.refuse(error)
        }
    }

    func writeFile(_ exchange: WebExchange, _ path: String) {
        do throws(FileRefusal) {
            let json = try exchange.request.fileJSON(with: ["text"])
            guard let text = json["text"]?.text else { throw .malformed("`text` is missing, or no text") }
            if text.utf8.count > Configuration.mostBytes {
                throw FileRefusal(413, "too-large", "a file has at most \(Configuration.mostBytes) bytes")
            }
            let hash = try exchange.request.expectedHash()
            change(path, from: .some(hash), for: exchange) { _ throws(FileRefusal) in Array(text.utf8) }
        } catch {
            exchange.refuse(error)
        }
    }

    /// The bytes of a file with operations applied.
    static func edited(
        _ path: String, _ bytes: [UInt8], by operations: [FileOperation]
    ) throws(FileRefusal) -> [UInt8] {
        if !FolderFiles.isYAML(path) {
            throw FileRefusal(422, "unreadable", "only YAML files have values")
        }
        var editing: FileEditing
        do throws(EditProblem) {
            editing = try FileEditing(bytes)
        } catch {
            var refusal = FileRefusal(error)
            // The file is at fault, not the request.
            refusal.status = 422
            throw refusal
        }
        do throws(EditProblem) {
            try editing.apply(operations)
        } catch {
            throw FileRefusal(error)
        }
        return editing.bytes
    }

    /// How a file is changed: its new bytes, from the bytes as they are when the edit begins.
    typealias Change = ([UInt8]) throws(FileRefusal) -> [UInt8]

    /// Changes a file when all edits before have ended, and answers with the file as it is then.
    ///
    /// - Parameters:
    ///   - hash: nil if the caller has not seen the file; else the hash that the file must have, or nil inside if there
    ///     must be no file.
    func change(_ path: String, from hash: UInt64??, for exchange: WebExchange, _ make: @escaping Change) {
        edits.add { [self] done in
            // A browser that has gone cannot be told of the result.
            if exchange.isAnswered { return done() }
            do throws(FileRefusal) {
                if !files.canHold(path) { throw .noFile(path) }
                let old = try files.read(path)
                if let hash {
                    if hash != nil && old == nil { throw .noFile(path) }
                    if hash != old?.hash {
                        tellChanged(path, old, to: exchange)
                        return done()
                    }
                }
                let new = try make(old?.bytes ?? [])
                if new.count > Configuration.mostBytes {
                    throw FileRefusal(422, "too-large", "a file has at most \(Configuration.mostBytes) bytes")
                }
                if let old, old.bytes == new {
                    tell(path, old, to: exchange)
                    return done()
                }
                try put(path, old?.hash, new, for: exchange, then: done)
            } catch {
                exchange.refuse(error)
                done()
            }
        }
    }

    /// Hands the new bytes of a file to the box, and answers.
    private func put(
        _ path: String, _ hash: UInt64?, _ bytes: [UInt8], for exchange: WebExchange, then done: @escaping () -> Void
    ) throws(FileRefusal) {
        let name = freeName()
        do throws(SafeFiles<SystemCalls>.Problem) {
            var files = SafeFiles(SystemCalls())
            try files.write(bytes, to: "\(incoming)/\(name)")
        } catch {
            throw FileRefusal(409, "disk", "the edit cannot be handed to the box: \(error.message)")
        }
        let old = hash.map { DraftName.text($0) } ?? "-"
        let line = "draft put \(exchange.by) \(LineWords.quoted(path)) \(old) \(name)"
        link.ask(
            line,
            then: { [self] answer in
                // The box removes the file once it has read it.
                unlink("\(incoming)/\(name)")
                tell(answer, path, to: exchange)
                done()
            })
    }

    /// Chooses one of a draft and its file, after somebody has changed the file on the disk (W13).
    func chooseSide(_ exchange: WebExchange, _ path: String) {
        do throws(FileRefusal) {
            let json = try exchange.request.fileJSON(with: ["take"])
            guard let side = json["take"]?.text, side == "disk" || side == "draft" else {
                throw .malformed("`take` is disk or draft")
            }
            if !FolderFiles.isAllowed(path) { throw .noFile(path) }
            edits.add { [self] done in
                if exchange.isAnswered { return done() }
                link.ask(
                    "draft take \(side) \(LineWords.quoted(path)) \(exchange.by)",
                    then: { [self] answer in
                        tell(answer, path, to: exchange)
                        done()
                    })
            }
        } catch {
            exchange.refuse(error)
        }
    }

    /// Answers an edit as the box has answered it.
    private func tell(_ answer: BoxAnswer, _ path: String, to exchange: WebExchange) {
        do throws(FileRefusal) {
            if answer.isOk {
                guard let content = try files.read(path) else { throw .noFile(path) }
                return tell(path, content, to: exchange)
            }
            let (code, message) = try FilesAPI.refusal(answer)
            if code == "changed" { return tellChanged(path, try files.read(path), to: exchange) }
            let words = code == "disk" ? "the file has changed on the disk: take one of the two first" : message
            throw FileRefusal(409, code == "disk" ? "changed-on-disk" : code, words)
        } catch {
            exchange.refuse(error)
        }
    }

    /// The code and the message of a refused draft, `error CODE MESSAGE`.
    private static func refusal(_ answer: BoxAnswer) throws(FileRefusal) -> (code: String, message: String) {
        if answer.kind == .missing { throw .noAnswer }
        let words = answer.text.split(separator: " ", maxSplits: 1)
        guard let code = words.first else { throw .noAnswer }
        return (String(code), words.count > 1 ? String(words[1]) : answer.text)
    }
}
