import Testing

@testable import Configuration

/// One random operation on a file, and the one that takes it back.
struct EditTrial {
    struct Pair {
        let operation: FileOperation
        let back: FileOperation?
        /// Whether the second operation restores every byte, not only the values.
        let isExact: Bool

        init(_ operation: FileOperation, back: FileOperation?, isExact: Bool = true) {
            (self.operation, self.back, self.isExact) = (operation, back, isExact)
        }
    }

    private let original: FileEditing
    private var editing: FileEditing
    private let seed: String

    init(_ editing: FileEditing, _ seed: String) { (original, self.editing, self.seed) = (editing, editing, seed) }

    /// Returns whether the operation was done; a refusal changes nothing.
    mutating func run(_ pair: Pair) throws -> Bool {
        do throws(EditProblem) {
            try editing.apply(pair.operation)
        } catch {
            #expect(editing.bytes == original.bytes, "\(seed)")
            #expect(error.code == .refused || error.code == .shared, "\(seed): \(pair.operation): \(error)")
            return false
        }
        checkValues(pair.operation)
        guard let back = pair.back else { return true }
        let between = text(editing)
        do throws(EditProblem) {
            try editing.apply(back)
        } catch {
            Issue.record("\(seed): \(pair.operation): \(error.message)\n\(text(original))\n---\n\(between)")
            return true
        }
        let isSame =
            pair.isExact
            ? editing.bytes == original.bytes : EditModel.isSame(editing.tree, original.tree)
        #expect(isSame, "\(seed): \(pair.operation)\n\(text(original))\n---\n\(between)\n---\n\(text(editing))")
        return true
    }

    /// Compares the values with those that the operation should have made. What an alias shares changes elsewhere too.
    private func checkValues(_ operation: FileOperation) {
        var hasAlias = false
        original.root.forEach { if $0.kind == .alias { hasAlias = true } }
        if hasAlias { return }
        var model = EditModel(value: original.tree)
        model.apply(operation)
        #expect(
            EditModel.isSame(editing.tree, model.value),
            "\(seed): \(operation)\n\(text(original))\n---\n\(text(editing))")
    }

    private func text(_ editing: FileEditing) -> String { String(decoding: editing.bytes, as: UTF8.self) }
}
