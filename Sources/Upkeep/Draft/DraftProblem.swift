/// Why drafts stay as they are (W13).
package struct DraftProblem: Error, Equatable {
    package enum Code: String {
        /// Somebody has edited the file meanwhile: the hash differs.
        case changed
        /// The file on disk has changed since the draft began, or cannot be read or written.
        case disk
        /// Too many files or bytes.
        case limit
        /// No file that may be edited has this path (W6).
        case path
        /// There is nothing to undo, to save or to take.
        case nothing
        /// A draft has errors.
        case errors
        /// The box cannot do it now.
        case unavailable
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
}
