/// A shell pattern: `*` matches any number of characters, `?` exactly one, and other characters match themselves. The
/// whole name must match, including case, because names are written as ALSA shows them.
package struct Glob: Equatable, Sendable {
    private let pattern: [Unicode.Scalar]

    package init(_ pattern: String) {
        self.pattern = Array(pattern.unicodeScalars)
    }

    package func matches(_ text: String) -> Bool {
        let text = Array(text.unicodeScalars)
        var p = 0
        var t = 0
        // The position of the last `*`, and the current end of the text that it matches.
        var star: (pattern: Int, text: Int)?
        while t < text.count {
            if p < pattern.count, pattern[p] == "*" {
                star = (p, t)
                p += 1
            } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
                p += 1
                t += 1
            } else if let last = star {
                star = (last.pattern, last.text + 1)
                p = last.pattern + 1
                t = last.text + 1
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == "*" }
    }
}
