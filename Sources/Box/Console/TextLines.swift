/// Lines of a text, one after the other, without the line feeds between them. Needs no memory for each line.
struct TextLines: Sequence, IteratorProtocol {
    /// Nil behind the last line.
    private var rest: ArraySlice<UInt8>?

    init(_ text: ArraySlice<UInt8>) { rest = text }

    /// The line that `next` gave last is the last one.
    var isAtEnd: Bool { rest == nil }

    mutating func next() -> ArraySlice<UInt8>? {
        guard let text = rest else { return nil }
        guard let end = text.firstIndex(of: UInt8(ascii: "\n")) else {
            rest = nil
            return text
        }
        rest = text[(end + 1)...]
        return text[..<end]
    }
}
