import Host

// The file of visitors: a line `next NUMBER`, then one for each in the order of their last use,
// `KIND NUMBER HASH FIRST LAST NAME`, with the days since 1970-01-01.
//
//     next 3
//     reader 2 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752 20521 20530 desk
//     browser 1 fd61a03af4f77d870fc21e05e7e80678095c92d808cfb3b5c279ee04c74aca13 20521 20533 iPhone, Safari
extension Visitors {
    var text: String {
        entries.reduce("next \(nextNumber)\n") { text, entry in
            let (visitor, hash) = (entry.visitor, HexText.text(entry.hash))
            let kind = visitor.isToken ? visitor.isReader ? "reader" : "token" : "browser"
            let days = "\(entry.firstDay.number) \(entry.lastDay.number)"
            return text + "\(kind) \(visitor.number) \(hash) \(days) \(visitor.name)\n"
        }
    }

    /// Reads the file. Malformed lines, and those with a number that was there, are dropped; beyond the limits, the
    /// least recently used visitors.
    static func read(_ text: ArraySlice<UInt8>) -> (entries: [Entry], nextNumber: Int) {
        var (entries, next): ([Entry], Int) = ([], 1)
        for line in TextLines(text) {
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 5, omittingEmptySubsequences: false)
            if parts.count == 2, parts[0].elementsEqual("next".utf8) { next = max(next, whole(parts[1]) ?? 1) }
            guard let entry = entry(parts) else { continue }
            if entries.contains(where: { $0.visitor.number == entry.visitor.number }) { continue }
            entries.append(entry)
            _ = makeRoom(in: &entries, areTokens: entry.visitor.isToken, for: 0)
        }
        return (entries, entries.reduce(next) { max($0, $1.visitor.number + 1) })
    }

    private static func entry(_ parts: [ArraySlice<UInt8>]) -> Entry? {
        let texts = parts.map { String(decoding: $0, as: UTF8.self) }
        guard texts.count == 6, ["browser", "token", "reader"].contains(texts[0]), isName(texts[5]),
            let number = whole(parts[1]), let first = whole(parts[3]), let last = whole(parts[4]),
            let hash = HexText.bytes(parts[2]), hash.count == WebSecret.hashBytes
        else { return nil }
        let visitor = WebVisitor(
            number: number, name: texts[5], isToken: texts[0] != "browser", isReader: texts[0] == "reader")
        return Entry(visitor: visitor, hash: hash, firstDay: CalendarDay(first), lastDay: CalendarDay(last))
    }

    /// A number of at most nine digits; nil for other text.
    private static func whole(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.count <= 9, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
