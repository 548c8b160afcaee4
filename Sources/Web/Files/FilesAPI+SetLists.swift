import Compact
import Configuration

// `PUT setlists/NAME`: the order of a set list is written into the box file, whose other bytes stay (P8, W14).
extension FilesAPI {
    /// - Parameter rest: the name of the set list; nothing for the only one, which has no name.
    func handleSetLists(_ exchange: WebExchange, _ rest: [String]) {
        if rest.count > 1 { return exchange.refuse(.noResource) }
        if exchange.request.method != .put { return exchange.refuseMethod(allowing: "PUT") }
        do throws(FileRefusal) {
            let json = try exchange.request.fileJSON(with: ["presets"])
            let presets = try FilesAPI.presets(of: json)
            let name = rest.first ?? ""
            if name.utf8.count > FilesLimits.nameBytes || name.utf8.contains(where: { $0 < 32 || $0 == 127 }) {
                throw .malformed("the name of the set list is too long, or has control characters")
            }
            let hasHash = exchange.request.header("if-match") != nil
            let hash: UInt64?? = hasHash ? .some(try exchange.request.expectedHash()) : nil
            let box = files.box
            change(box, from: hash, for: exchange) { bytes throws(FileRefusal) in
                let at = try FilesAPI.place(ofSetList: name, in: bytes)
                return try FilesAPI.edited(box, bytes, by: [FileOperation(.set(.array(presets)), at: at)])
            }
        } catch {
            exchange.refuse(error)
        }
    }

    private static func presets(of json: JSONValue) throws(FileRefusal) -> [JSONValue] {
        guard let items = json["presets"]?.items, items.allSatisfy({ $0.text != nil }) else {
            throw .malformed("`presets` is a list of names")
        }
        if items.count > FilesLimits.setListPlaces {
            throw FileRefusal(413, "too-large", "a set list has at most \(FilesLimits.setListPlaces) places")
        }
        return items
    }

    /// Where a set list is written: `setlist: [Verse]` without a name, `setlist: { Friday: [Verse] }` with one.
    private static func place(ofSetList name: String, in bytes: [UInt8]) throws(FileRefusal) -> [PathStep] {
        let editing: FileEditing
        do throws(EditProblem) {
            editing = try FileEditing(bytes)
        } catch {
            throw FileRefusal(422, error.code.word, error.message)
        }
        let lists = editing.tree["setlist"]
        if let lists, lists.isObject == name.isEmpty, lists != .null {
            let why = name.isEmpty ? "the set lists have names" : "the only set list has no name"
            throw FileRefusal(404, "no-such-setlist", why)
        }
        return name.isEmpty ? [.key("setlist")] : [.key("setlist"), .key(name)]
    }
}
