import Panel
import Routing

extension Name {
    /// A name as displays need it, cut to what any could show.
    init(_ text: String) {
        self.init()
        let letters = DisplayText<20>(text.unicodeScalars)
        for index in 0..<letters.count { scalars[index] = letters[index] }
        count = UInt8(letters.count)
    }
}

/// Alphabetical order, in which capitals are like small letters (P4).
func alphabetically(_ a: String, _ b: String) -> Bool {
    let (small, other) = (folded(a), folded(b))
    return small == other ? bytesPrecede(a, b) : small.lexicographicallyPrecedes(other)
}

private func folded(_ text: String) -> [UInt8] {
    text.utf8.map { 65...90 ~= $0 ? $0 + 32 : $0 }
}
