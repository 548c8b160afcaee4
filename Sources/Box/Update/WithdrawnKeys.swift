import CPlatform

/// Keys that sign no update any more, because somebody else may have them (I5). A box unites its own list with that of
/// each update that it installs, so the list only grows: neither an older update nor a backup makes it shorter.
struct WithdrawnKeys: Equatable {
    /// Where the box remembers them. The name is hidden, so no backup holds the file and no restore replaces it.
    static let path = StateFolder.ofAppliance + "/.withdrawn-keys"
    /// The file of an image's list, beside the keys that the image trusts.
    static let name = "withdrawn"

    private(set) var numbers: [KeyNumber] = []

    init() {}

    /// The list in a file: a key in each line, and what follows it or `#` is a comment. Other lines are passed over,
    /// so that a damaged line loses no other.
    init(text: [UInt8]) {
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            if let word = line.split(separator: " ").first, let number = KeyNumber(word) { insert(number) }
        }
    }

    /// The list in a signed comment: the keys behind `withdrawn:`, apart by blanks.
    ///
    /// - Returns: nil if one of them is no key; then no key of the list can be trusted to be left out.
    init?(comment: [UInt8]) {
        let words = String(decoding: comment, as: UTF8.self).split(separator: " ")
        guard let mark = words.firstIndex(of: "withdrawn:") else { return }
        for word in words[(mark + 1)...] {
            guard let number = KeyNumber(word) else { return nil }
            insert(number)
        }
    }

    /// The list that the box remembers; empty if it has none.
    static func read(_ path: String = path) -> WithdrawnKeys {
        Console.readFile(path).map { WithdrawnKeys(text: $0) } ?? WithdrawnKeys()
    }

    func contains(_ number: KeyNumber) -> Bool { numbers.contains(number) }

    mutating func add(_ other: WithdrawnKeys) { for number in other.numbers { insert(number) } }

    private mutating func insert(_ number: KeyNumber) { if !contains(number) { numbers.append(number) } }

    /// Remembers these keys together with those in the file. Returns false if they would not survive a power cut.
    func keep(_ path: String = path) -> Bool {
        let old = WithdrawnKeys.read(path)
        var all = old
        all.add(self)
        if all == old { return true }
        var files = SafeFiles(SystemCalls())
        let text = all.numbers.map { $0.text + "\n" }.joined()
        return (try? files.write(Array(text.utf8), to: path)) != nil
    }
}
