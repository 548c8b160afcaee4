/// The lines of a text without their line feeds, as slices: no line is copied.
package struct TextLines: Sequence, IteratorProtocol {
    /// Nil after the last line.
    private var rest: ArraySlice<UInt8>?

    package init(_ text: ArraySlice<UInt8>) { rest = text }

    /// Whether `next` has returned the last line.
    package var isAtEnd: Bool { rest == nil }

    package mutating func next() -> ArraySlice<UInt8>? {
        guard let text = rest else { return nil }
        guard let end = text.firstIndex(of: UInt8(ascii: "\n")) else {
            rest = nil
            return text
        }
        rest = text[(end + 1)...]
        return text[..<end]
    }
}
