/// The entries of a mapping as they are taken out by name. What is left in the end is no key of that mapping.
struct Fields {
    /// What the mapping is, for messages: "a port".
    let what: String
    let place: Place
    let entries: UnsafeBufferPointer<YAMLNode.Entry>
    /// False where something else stood there, which is reported already.
    let isMapping: Bool
    /// Keys that were asked for, in memory of the tree they stand in.
    private let known: UnsafeMutablePointer<Text>
    private var knownCount = 0
    /// How many of them were there; no key stands in a mapping twice.
    private var found = 0

    /// Keys that any mapping of the language has, and more.
    private static let mostKeys = 24

    init(what: String, place: Place, entries: UnsafeBufferPointer<YAMLNode.Entry>?, _ memory: Arena) {
        known = memory.room(Fields.mostKeys, of: Text.self)
        self.what = what
        self.place = place
        self.entries = entries ?? UnsafeBufferPointer(start: nil, count: 0)
        isMapping = entries != nil
    }

    /// The entry of a key, which by this is known to be one.
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

    /// Whether there is any of several keys. Where there is none, all of them are known to be keys by this.
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

    /// The entries that are there of several keys that exclude each other.
    mutating func takeAll(_ keys: [Text]) -> [YAMLNode.Entry] {
        var found: [YAMLNode.Entry] = []
        for key in keys {
            if let entry = take(key) { found.append(entry) }
        }
        if found.count < 2 { return found }
        return found.sorted(byNumber: { UInt64($0.place.line) << 32 | UInt64($0.place.column) })
    }

    /// Reports every entry that nobody took.
    func finish(_ log: DiagnosticLog) {
        if found == entries.count { return }
        let known = (0..<knownCount).map { self.known[$0].string }
        for entry in entries where !known.contains(entry.key.string) {
            let key = clipped(entry.key)
            log.error(entry.place, "`\(key)` is no key of \(what)" + offer(key, among: known))
        }
    }
}
