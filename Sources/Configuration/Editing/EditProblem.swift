/// The reason why an edit is refused. Nothing has changed then.
package struct EditProblem: Error, Equatable, Sendable {
    package enum Code: Sendable {
        /// The request is not one that any file could take.
        case malformed
        /// The path leads to nothing.
        case missing
        /// The key is there already.
        case exists
        /// An alias or a merge shares the value with other places.
        case shared
        /// The file is not valid YAML, so that it has no values.
        case unreadable
        /// A request or a file beyond one of `EditLimits`.
        case tooLarge
        /// The edit would change more than its value.
        case refused

        /// The word for programs.
        package var word: String {
            switch self {
            case .malformed: "malformed"
            case .missing: "missing"
            case .exists: "exists"
            case .shared: "shared"
            case .unreadable: "unreadable"
            case .tooLarge: "too-large"
            case .refused: "refused"
            }
        }
    }

    package var code: Code
    package var message: String
    /// The place in the file, from 1, columns in characters; nil if the problem is in the request only.
    package var line: Int?
    package var column: Int?
    /// The position from 0 of the operation in its request.
    package var operation: Int?

    package init(_ code: Code, _ message: String, line: Int? = nil, column: Int? = nil) {
        (self.code, self.message, self.line, self.column) = (code, message, line, column)
    }

    static func overLimit(_ name: String, _ limit: Int) -> EditProblem {
        EditProblem(.tooLarge, "over the limit `\(name)`: at most \(limit) are possible")
    }
}
