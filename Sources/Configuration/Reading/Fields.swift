import Settings

/// The entries of a mapping, which the reader takes by key. An entry that nobody takes has an unknown key.
struct Fields {
    /// A description of the mapping for messages: "a port".
    let what: String
    let place: Place
    let entries: UnsafeBufferPointer<YAMLNode.Entry>
    /// Whether the value is a mapping; if not, an error was reported.
    let isMapping: Bool
    /// The keys that were asked for, in memory of the arena that `init` gets.
    private let known: UnsafeMutablePointer<Text>
    private var knownCount = 0
    /// The number of known keys that exist in the mapping, where each key occurs once.
    private var found = 0

    /// More than the number of keys that any mapping of the language may have.
    private static let mostKeys = 32

    init(what: String, place: Place, entries: UnsafeBufferPointer<YAMLNode.Entry>?, _ memory: Arena) {
        known = memory.room(Fields.mostKeys, of: Text.self)
        self.what = what
        self.place = place
        self.entries = entries ?? UnsafeBufferPointer(start: nil, count: 0)
        isMapping = entries != nil
    }

    /// Returns the entry of a key; the key counts as known from now on.
    @_optimize(speed)
    mutating func take(_ key: Text) -> YAMLNode.Entry? {
        know(key)
        // Most mappings have few of the keys that they may have.
        if found == entries.count { return nil }
        for index in 0..<entries.count where entries[index].key == key {
            found += 1
            return entries[index]
        }
        return nil
    }

    /// Whether any of several keys exists. If none exists, all of them count as known.
    @_optimize(speed)
    mutating func has(anyOf keys: [Text]) -> Bool {
        for key in keys where found < entries.count {
            for index in 0..<entries.count where entries[index].key == key { return true }
        }
        for key in keys { know(key) }
        return false
    }

    @inline(__always)
    private mutating func know(_ key: Text) {
        precondition(knownCount < Fields.mostKeys)
        (known + knownCount).initialize(to: key)
        knownCount += 1
    }

    /// Returns the existing entries of several alternative keys, in the order of the file.
    @_optimize(speed)
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
            if let refusal = KeyElsewhere.refusal(of: entry.key) {
                log.error(entry.place, refusal)
                continue
            }
            let (key, blank) = (clipped(entry.key), missingBlank(in: entry.key))
            log.error(
                entry.place,
                "`\(key)` is not a key of \(what)" + (blank.isEmpty ? offer(key, among: known) : blank))
        }
    }
}
