import Compact
import Host

/// The answer of the box to a request of its socket (docs/reference/COMMANDS.md, "The socket").
package struct BoxAnswer {
    package enum Kind: Equatable {
        case ok, error
        /// The box has not answered in time, has ended, or has too many requests of the page: 503.
        case missing
    }

    package var kind: Kind
    /// What stands behind `ok` or `error`.
    package var text: String
    /// The lines behind `| `, each with a line feed.
    package var output: [UInt8] = []
    /// The lines behind `! `: errors and warnings of files.
    package var warnings: [String] = []

    package init(_ kind: Kind, _ text: String = "") { (self.kind, self.text) = (kind, text) }

    package var isOk: Bool { kind == .ok }

    /// The lines behind `| `.
    package var lines: [String] {
        var lines = TextLines(output[...]).map { String(decoding: $0, as: UTF8.self) }
        lines.removeLast()
        return lines
    }

    /// The answer to a browser whose request the box has not answered.
    package static var unanswered: WebAnswer { .error(503, "no-answer", "the box does not answer") }
}
