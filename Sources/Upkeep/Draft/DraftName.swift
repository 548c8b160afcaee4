/// Which files may have drafts (W6), and how hashes of their contents are written.
package enum DraftName {
    /// Whether a path is relative, leads to no hidden name and nowhere out of its folder, and ends in `.yaml` or
    /// `.txt`. Links are not looked at.
    package static func isAllowed(_ path: String) -> Bool {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count <= UpkeepLimits.draftPath, bytes.allSatisfy({ $0 >= 32 && $0 != 127 }) else {
            return false
        }
        let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        // A hidden name begins with a dot, and so do `.` and `..`.
        if parts.contains(where: { $0.isEmpty || $0.first == UInt8(ascii: ".") }) { return false }
        guard parts.count <= UpkeepLimits.draftLevels, let name = parts.last else { return false }
        return [".yaml", ".txt"].contains { ending in
            name.count > ending.utf8.count && name.suffix(ending.utf8.count).elementsEqual(ending.utf8)
        }
    }

    /// Whether a name is that of a file in a folder: not hidden and without a slash.
    package static func isPlain(_ name: String) -> Bool {
        let bytes = name.utf8
        return !bytes.isEmpty && bytes.count <= UpkeepLimits.draftPath && bytes.first != UInt8(ascii: ".")
            && bytes.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "/") }
    }

    /// The 16 hex digits of a hash, in small letters; `-` stands for no file.
    package static func text(_ hash: UInt64?) -> String {
        guard let hash else { return "-" }
        var digits: [UInt8] = []
        for place in (0..<16).reversed() {
            let digit = UInt8(truncatingIfNeeded: hash >> UInt64(4 * place)) & 15
            digits.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Reads what `text` has written: `.some(nil)` for `-`; nil if the text is neither.
    package static func hash(_ text: ArraySlice<UInt8>) -> UInt64?? {
        if text.elementsEqual("-".utf8) { return .some(nil) }
        if text.count != 16 { return nil }
        var hash: UInt64 = 0
        for byte in text {
            guard let digit = Digits.value(ofHex: byte) else { return nil }
            hash = hash << 4 | UInt64(digit)
        }
        return .some(hash)
    }
}
