/// The entries of a mapping, taken by key. An entry that is never taken has an unknown key.
struct Fields {
    /// A description of the mapping for messages: "a port".
    let what: String
    let place: Place
    let entries: UnsafeBufferPointer<YAMLNode.Entry>
    /// False if the value is not a mapping, which is already reported.
    let isMapping: Bool
    /// Keys that were asked for, in the memory of the tree.
    private let known: UnsafeMutablePointer<Text>
    private var knownCount = 0
    /// Number of these keys that exist; a mapping has each key once.
    private var found = 0

    /// More keys than any mapping of the language has.
    private static let mostKeys = 24

    init(what: String, place: Place, entries: UnsafeBufferPointer<YAMLNode.Entry>?, _ memory: Arena) {
        known = memory.room(Fields.mostKeys, of: Text.self)
        self.what = what
        self.place = place
        self.entries = entries ?? UnsafeBufferPointer(start: nil, count: 0)
        isMapping = entries != nil
    }

    /// Returns the entry of a key, and counts the key as known.
    @_optimize(speed)
    mutating func take(_ key: Text) -> YAMLNode.Entry? {
        (known + knownCount).initialize(to: key)
        knownCount += 1
        for index in 0..<entries.count where entries[index].key == key {
            found += 1
            return entries[index]
        }
        return nil
    }

    /// Whether any of several keys exists. If none does, counts all of them as known.
    @_optimize(speed)
    mutating func has(anyOf keys: [Text]) -> Bool {
        for key in keys {
            for index in 0..<entries.count where entries[index].key == key { return true }
        }
        for key in keys {
            (known + knownCount).initialize(to: key)
            knownCount += 1
        }
        return false
    }

    /// Returns the existing entries of several keys that exclude each other, in the order of the file.
    mutating func takeAll(_ keys: [Text]) -> [YAMLNode.Entry] {
        var found: [YAMLNode.Entry] = []
        for key in keys {
            if let entry = take(key) { found.append(entry) }
        }
        if found.count < 2 { return found }
        return found.sorted(byNumber: { UInt64($0.place.line) << 32 | UInt64($0.place.column) })
    }

    /// Reports every entry with an unknown key.
    func finish(_ log: DiagnosticLog) {
        if found == entries.count { return }
        let known = (0..<knownCount).map { self.known[$0].string }
        for entry in entries where !known.contains(entry.key.string) {
            let (key, blank) = (clipped(entry.key), missingBlank(in: entry.key))
            log.error(
                entry.place,
                "`\(key)` is not a key of \(what)" + (blank.isEmpty ? offer(key, among: known) : blank))
        }
    }
}
