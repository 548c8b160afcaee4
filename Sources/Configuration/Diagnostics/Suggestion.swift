/// The word nearest to a misspelt one, or nil where none is near.
///
/// Distance counts inserted, dropped, changed and transposed letters; upper and lower case are alike.
func nearest(to word: String, among words: [String]) -> String? {
    let letters = lowercased(word)
    var best: String?
    var bestDistance = Swift.min(2, Swift.max(1, letters.count / 3)) + 1
    for candidate in words {
        let distance = editDistance(letters, lowercased(candidate))
        // A word that shares no letter with what was written is no help.
        if distance < bestDistance && distance < letters.count {
            best = candidate
            bestDistance = distance
        }
    }
    return best
}

/// ` (did you mean "x"?)`, or nothing.
func hint(_ word: String, among words: [String]) -> String {
    guard let near = nearest(to: word, among: words) else { return "" }
    return "; did you mean `\(near)`?"
}

/// The same, and where nothing is near all there is, if that can be overseen: "; there are `keys` and `din`".
func offer(_ word: String, among words: [String]) -> String {
    if nearest(to: word, among: words) != nil { return hint(word, among: words) }
    if words.isEmpty { return "; there are none" }
    if words.count > 8 { return "" }
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

/// "1 line", "2 lines".
func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}

private func lowercased(_ word: String) -> [UInt32] {
    word.unicodeScalars.map { 65...90 ~= $0.value ? $0.value + 32 : $0.value }
}

/// Optimal string alignment: Levenshtein's distance with transposition of neighbours as one step.
private func editDistance(_ a: [UInt32], _ b: [UInt32]) -> Int {
    // Longer words are no slip of the finger.
    if a.count > 64 || b.count > 64 { return Int.max }
    if a.isEmpty || b.isEmpty { return Swift.max(a.count, b.count) }
    var before: [Int] = []
    var above = Array(0...b.count)
    for i in 1...a.count {
        var row = [i]
        for j in 1...b.count {
            var cost = Swift.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
            if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { cost = Swift.min(cost, before[j - 2] + 1) }
            row.append(cost)
        }
        before = above
        above = row
    }
    return above[b.count]
}
