import Compact
import Upkeep

// What requests of the files have in their headers and bodies.
extension WebRequest {
    /// The body as JSON of bounded depth and size.
    func fileJSON() throws(FileRefusal) -> JSONValue {
        // Decoding replaces bytes that are not UTF-8, so that the text differs.
        if !String(decoding: body, as: UTF8.self).utf8.elementsEqual(body) {
            throw .malformed("the body is not UTF-8")
        }
        let value = JSONReader.value(of: body, depth: WebLimits.jsonDepth, values: WebLimits.jsonValues)
        guard let value else {
            throw .malformed(
                "the body is no JSON of at most \(WebLimits.jsonDepth) levels and \(WebLimits.jsonValues) values")
        }
        return value
    }

    /// The body as an object whose names are all among `names`, each at most once.
    func fileJSON(with names: [String]) throws(FileRefusal) -> JSONValue {
        let json = try fileJSON()
        guard case .object(let members) = json else { throw .malformed("the body is no object") }
        for (index, member) in members.enumerated() {
            if !names.contains(member.name) { throw .malformed("no key `\(member.name)` is known here") }
            if members[..<index].contains(where: { $0.name == member.name }) {
                throw .malformed("`\(member.name)` appears twice")
            }
        }
        return json
    }

    /// The hash of the file that `If-Match` names; nil for the `If-None-Match: *` of a file that is to be new.
    func expectedHash() throws(FileRefusal) -> UInt64? {
        if header("if-none-match") == "*" { return nil }
        guard let text = header("if-match") else {
            throw FileRefusal(400, "no-hash", "`If-Match` with the hash of the file is missing")
        }
        var hash = Array(text.utf8)[...]
        if hash.count > 1, hash.first == UInt8(ascii: "\""), hash.last == UInt8(ascii: "\"") {
            hash = hash.dropFirst().dropLast()
        }
        guard let value = DraftName.hash(hash) ?? nil else {
            throw FileRefusal(400, "no-hash", "`If-Match` is the hash of a file: 16 hex digits in quotes")
        }
        return value
    }
}

extension WebExchange {
    /// The name of who asks, as a word for the box, which tells all browsers who has edited (W10).
    var by: String { LineWords.quoted(visitor?.name ?? "") }
}

extension JSONValue {
    /// The text of a member that must be a name: not empty, no control characters.
    func name(_ member: String) throws(FileRefusal) -> String {
        guard let text = self[member]?.text, !text.isEmpty else {
            throw .malformed("`\(member)` is missing, or no text")
        }
        if text.utf8.count > FilesLimits.nameBytes || text.utf8.contains(where: { $0 < 32 || $0 == 127 }) {
            throw .malformed("`\(member)` is too long, or has control characters")
        }
        return text
    }
}
