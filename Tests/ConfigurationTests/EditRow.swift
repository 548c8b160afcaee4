import Compact
import Testing

@testable import Configuration

/// A text, an operation in the words of a request, and the text after it.
struct EditRow: Sendable, CustomTestStringConvertible {
    let text: String
    let op: String
    let at: String
    let value: String?
    let new: String

    init(_ text: String, _ op: String, _ at: String, _ value: String?, _ new: String) {
        (self.text, self.op, self.at, self.value, self.new) = (text, op, at, value, new)
    }

    var testDescription: String { "\(op) \(at) \(value ?? "") in \(text.debugDescription)" }

    /// The operation, read from a request.
    var operation: FileOperation {
        get throws {
            let operations = try EditRow.operations(op, at, value)
            return try #require(operations.first)
        }
    }

    /// Reads an operation from a request.
    static func operations(_ op: String, _ at: String, _ value: String?) throws -> [FileOperation] {
        let value = value.map { ",\"value\":\($0)" } ?? ""
        let text = "{\"operations\":[{\"op\":\"\(op)\",\"at\":\(at)\(value)}]}"
        let request = try #require(JSONReader.value(of: Array(text.utf8), depth: 20), "\(text)")
        return try FileOperation.list(of: request)
    }

    /// Tries the operation, and the one that takes it back.
    func check() throws {
        var editing = try FileEditing(Array(text.utf8))
        let operation = try self.operation
        let back = try operation.inverse(in: editing)
        try editing.apply(operation)
        #expect(String(decoding: editing.bytes, as: UTF8.self) == new)
        guard let back else { return }
        try editing.apply(back)
        #expect(String(decoding: editing.bytes, as: UTF8.self) == text)
    }
}

extension FileOperation {
    /// The operation that takes this one back to the byte; nil if there may be none. An empty mapping is none: it goes
    /// with its key.
    func inverse(in editing: FileEditing) throws(EditProblem) -> FileOperation? {
        switch change {
        case .set, .remove: return nil
        case .insert:
            let above = try editing.find(path.dropLast()).node
            return above.kind == .mapping && above.items.isEmpty ? nil : FileOperation(.remove, at: path)
        case .move(let to):
            let found = try editing.find(path[...])
            guard let holder = found.holders.last, let position = holder.node.own.firstIndex(of: holder.index) else {
                return nil
            }
            let step = holder.node.kind == .list ? PathStep.index(to) : path[path.count - 1]
            return FileOperation(.move(to: position), at: path.dropLast() + [step])
        }
    }
}
