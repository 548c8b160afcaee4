/// A pattern as shells have them: `*` stands for any characters, also none, `?` for exactly one, everything else for
/// itself. The whole name has to match, and case counts: names are written as ALSA shows them.
public struct Glob: Equatable, Sendable {
    private let pattern: [Unicode.Scalar]

    public init(_ pattern: String) {
        self.pattern = Array(pattern.unicodeScalars)
    }

    public func matches(_ text: String) -> Bool {
        let text = Array(text.unicodeScalars)
        var p = 0
        var t = 0
        // Where the last `*` was, and where the text it stands for ends at the moment.
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
