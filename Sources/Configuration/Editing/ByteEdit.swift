/// Bytes of a text that others replace.
struct ByteEdit {
    var range: Range<Int>
    var bytes: [UInt8]

    init(_ range: Range<Int>, _ bytes: [UInt8] = []) { (self.range, self.bytes) = (range, bytes) }
    init(_ range: Range<Int>, _ text: String) { self.init(range, Array(text.utf8)) }
    init(at: Int, _ bytes: [UInt8]) { self.init(at..<at, bytes) }
    init(at: Int, _ text: String) { self.init(at..<at, text) }

    /// Returns a text with edits, which do not overlap; all offsets are those of the unchanged text.
    static func applied(_ edits: [ByteEdit], to bytes: [UInt8]) -> [UInt8] {
        var (result, at): ([UInt8], Int) = ([], 0)
        for edit in edits.sorted(byNumber: { UInt64($0.range.lowerBound) }) {
            result += bytes[at..<max(at, edit.range.lowerBound)]
            result += edit.bytes
            at = max(at, edit.range.upperBound)
        }
        return result + bytes[at...]
    }
}
