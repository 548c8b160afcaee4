/// Returns the word nearest to a misspelt word; nil if none is near.
///
/// The distance counts inserted, deleted, changed and transposed letters; case is ignored.
package func nearest(to word: String, among words: [String]) -> String? {
    let letters = Letters(word)
    guard letters.count > 0 else { return nil }
    var best: String?
    var bestDistance = Swift.min(2, Swift.max(1, letters.count / 3)) + 1
    for candidate in words.prefix(mostCandidates) {
        let distance = letters.distance(to: Letters(candidate), below: bestDistance)
        // A word that shares no letter with the misspelt word does not help.
        if distance < bestDistance && distance < letters.count {
            best = candidate
            bestDistance = distance
        }
    }
    return best
}

/// The number of words that are compared with a misspelt word.
private let mostCandidates = 1024

/// Returns a suggestion such as "; did you mean `x`?", or an empty text.
func hint(_ word: String, among words: [String]) -> String {
    guard let near = nearest(to: word, among: words) else { return "" }
    return "; did you mean `\(clipped(near))`?"
}

/// Returns a suggestion. If no word is near, lists the words if there are at most 10: "; there are `keys` and `din`".
package func offer(_ word: String, among words: [String]) -> String {
    if word.asText({ $0.hasTypographicQuotes }) {
        return "; its curly quotes are part of the text, use straight quotes (\")"
    }
    let near = hint(word, among: words)
    if !near.isEmpty { return near }
    if words.isEmpty { return "; there are none" }
    if words.count > 10 { return "" }
    var text = words.count == 1 ? "; there is " : "; there are "
    for (index, word) in words.enumerated() {
        if index > 0 { text += index == words.count - 1 ? " and " : ", " }
        text += "`\(clipped(word))`"
    }
    return text
}

func hint(_ word: Text, among words: [String]) -> String { hint(word.string, among: words) }
func hint(_ word: Text, among words: [Text]) -> String { hint(word.string, among: words.map { $0.string }) }
func offer(_ word: Text, among words: [String]) -> String { offer(word.string, among: words) }

/// Returns a hint for an unquoted key or item that lacks a blank after its dash or colon, such as `-name` or
/// `name:Foo`; else an empty text.
func missingBlank(in word: Text) -> String {
    if word.count > 1 && word.first == UInt8(ascii: "-") && word.bytes[1] > 57 {
        return "; a blank is missing behind the dash"
    }
    guard let colon = word.bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, colon + 1 < word.count else { return "" }
    return "; a blank is missing behind the colon: `\(clipped(word.upTo(colon))): \(clipped(word.from(colon + 1)))`"
}

/// Returns a count with its noun, such as "1 line" or "2 lines".
func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}

/// The letters of a word in lower case; empty if the word has more than 32 letters.
private struct Letters {
    private static let most = 32
    private var letters = InlineArray<32, UInt32>(repeating: 0)
    private(set) var count = 0

    init(_ word: String) {
        for letter in word.unicodeScalars {
            if count == Letters.most {
                count = 0
                return
            }
            letters[count] = 65...90 ~= letter.value ? letter.value + 32 : letter.value
            count += 1
        }
    }

    /// Returns the optimal string alignment distance: the Levenshtein distance, but a transposition of neighbours
    /// counts as one step; at most `limit`.
    func distance(to other: Letters, below limit: Int) -> Int {
        if other.count == 0 || abs(count - other.count) >= limit { return limit }
        var before = InlineArray<33, Int>(repeating: 0)
        var above = before
        for column in 0...other.count { above[column] = column }
        for i in 1...count {
            var row = InlineArray<33, Int>(repeating: i)
            var least = i
            for j in 1...other.count {
                let isSame = letters[i - 1] == other.letters[j - 1]
                var cost = Swift.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (isSame ? 0 : 1))
                if i > 1, j > 1, letters[i - 1] == other.letters[j - 2], letters[i - 2] == other.letters[j - 1] {
                    cost = Swift.min(cost, before[j - 2] + 1)
                }
                row[j] = cost
                least = Swift.min(least, cost)
            }
            // Stops early, but not at `limit`: a transposition starts two rows above, where the distance may be one
            // less.
            if least > limit { return limit }
            (before, above) = (above, row)
        }
        return Swift.min(limit, above[other.count])
    }
}
