/// The content of a configuration file that is edited by paths of keys and positions (docs/reference/API.md, "Editing a
/// file"). An edit changes the bytes of its value; all others stay.
package struct FileEditing {
    package let bytes: [UInt8]
    /// The number of bytes of a byte order mark.
    let markCount: Int
    /// The line end of new lines.
    let lineEnd: [UInt8]
    /// Whether the last line has no end.
    let isUnended: Bool
    /// The text without a byte order mark.
    let actual: YAMLLayout
    /// The same text, but with an end of its last line, so that lines can be moved. Edits refer to it.
    let layout: YAMLLayout

    var lines: YAMLLines { layout.lines }
    var root: LayoutNode { layout.root }

    /// Reads the content of a file; throws if it is not valid YAML.
    package init(_ bytes: [UInt8]) throws(EditProblem) {
        self.bytes = bytes
        markCount = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = Array(bytes[markCount...])
        lineEnd = YAMLLines.end(in: text)
        isUnended = text.last.map { !YAMLLines.isBreak($0) } ?? false
        actual = try FileEditing.layout(of: text)
        layout = isUnended ? try FileEditing.layout(of: text + lineEnd) : actual
    }

    private static func layout(of text: [UInt8]) throws(EditProblem) -> YAMLLayout {
        let log = DiagnosticLog()
        guard let layout = YAMLLayout(text, log: log) else {
            var faults = log.list.filter { $0.severity == .error }.prefix(1)
            text.withUnsafeBufferPointer { DiagnosticLog.show($0, in: &faults) }
            let fault = faults.first
            throw EditProblem(
                .unreadable, "the file cannot be read: \(fault?.message ?? "not valid YAML")", line: fault?.line,
                column: fault?.column)
        }
        if layout.tree.values > EditLimits.fileValues { throw .overLimit("fileValues", EditLimits.fileValues) }
        return layout
    }

    /// Hashes the content of a file, to detect changes.
    package static func hash(of bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { Arena.hash(of: $0) } }

    /// Applies operations in their order, or none of them if one is refused.
    package mutating func apply(_ operations: [FileOperation]) throws(EditProblem) {
        let before = self
        for (position, operation) in operations.enumerated() {
            do throws(EditProblem) {
                try apply(operation)
            } catch {
                self = before
                var problem = error
                problem.operation = position
                throw problem
            }
        }
    }

    /// Applies an operation; throws without a change if it is refused.
    package mutating func apply(_ operation: FileOperation) throws(EditProblem) {
        let before = self
        do throws(EditProblem) {
            if operation.path.isEmpty { throw EditProblem(.malformed, "`at` names no value") }
            switch operation.change {
            case .set(let value): try set(operation.path, value)
            case .insert(let value): try insert(operation.path, value)
            case .remove: try remove(operation.path)
            case .move(let index): try move(operation.path, index)
            }
        } catch {
            self = before
            throw error
        }
    }

    /// Makes edits if the file then holds exactly what is expected.
    ///
    /// - Parameters:
    ///   - offset: the place of the edited value, for the message.
    ///   - mayEndLine: whether an end of the last line may be added: a block of text that becomes the last value of a
    ///     file would lose its own line end otherwise.
    mutating func commit(
        _ edits: [ByteEdit], _ expected: WrittenValue, at offset: Int, mayEndLine: Bool = true
    ) throws(EditProblem) {
        let mark = bytes[..<markCount]
        let whole = ByteEdit.applied(edits, to: lines.bytes)
        var texts = [whole]
        if isUnended && whole.suffix(lineEnd.count) == lineEnd[...] {
            texts = [Array(whole.dropLast(lineEnd.count))] + (mayEndLine ? [whole] : [])
        }
        for text in texts {
            guard let new = try? FileEditing(mark + text) else { continue }
            if WrittenValue(new.actual.root) == expected {
                self = new
                return
            }
        }
        throw problem(.refused, "this cannot change without other values; edit the text of the file", at: offset)
    }

    /// A problem at an offset of the text.
    func problem(_ code: EditProblem.Code, _ message: String, at offset: Int) -> EditProblem {
        let (line, column) = lines.place(of: offset)
        return EditProblem(code, message, line: line, column: column)
    }
}
