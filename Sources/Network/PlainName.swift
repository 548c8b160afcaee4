import RTPMIDI

/// A session name in the form for comparison (N1): ASCII letters in lower case, and all apostrophes as `'`. Phones
/// write the curly one: `Anna’s iPhone`.
struct PlainName: Equatable {
    private let letters: [Unicode.Scalar]
    /// The size of the original name in bytes.
    private let count: Int

    init(_ name: String) {
        count = name.utf8.count
        letters = name.unicodeScalars.map { letter in
            switch letter {
            case "A"..."Z": Unicode.Scalar(letter.value | 0x20) ?? letter
            case "\u{2018}", "\u{2019}", "\u{02BC}": "'"
            default: letter
            }
        }
    }

    var text: String {
        var text = ""
        text.unicodeScalars.append(contentsOf: letters)
        return text
    }

    /// Whether an invitation, which has room for 23 bytes, may have cut the whole name to this one.
    func isCut(of whole: PlainName) -> Bool {
        guard count <= SessionName.capacity, whole.letters.starts(with: letters) else { return false }
        if whole.letters.count == letters.count { return true }
        let next = whole.letters[letters.count]
        // The original name may have the curly apostrophe, which has three bytes.
        let bytes = next == "'" ? 3 : UTF8.width(next)
        return count + bytes > SessionName.capacity
    }
}
