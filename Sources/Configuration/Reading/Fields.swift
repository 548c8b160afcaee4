/// The entries of a mapping as they are taken out by name. What is left in the end is no key of that mapping.
struct Fields {
    /// What the mapping is, for messages: "a port".
    let what: String
    let place: Place
    let entries: [YAMLNode.Entry]
    /// False where something else stood there, which is reported already.
    let isMapping: Bool
    private var taken: [Bool]
    private var known: [String] = []

    init(what: String, place: Place, entries: [YAMLNode.Entry]?) {
        self.what = what
        self.place = place
        self.entries = entries ?? []
        isMapping = entries != nil
        let entries = self.entries
        taken = Array(repeating: false, count: entries.count)
    }

    /// The entry of a key, which by this is known to be one.
    mutating func take(_ key: String) -> YAMLNode.Entry? {
        known.append(key)
        for index in entries.indices where entries[index].key == key {
            taken[index] = true
            return entries[index]
        }
        return nil
    }

    /// The entries that are there of several keys that exclude each other.
    mutating func takeAll(_ keys: [String]) -> [YAMLNode.Entry] {
        var found: [YAMLNode.Entry] = []
        for key in keys {
            if let entry = take(key) { found.append(entry) }
        }
        found.sort { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
        return found
    }

    /// Reports every entry that nobody took.
    func finish(_ log: DiagnosticLog) {
        for index in entries.indices where !taken[index] {
            let key = clipped(entries[index].key)
            log.error(entries[index].place, "`\(key)` is no key of \(what)" + offer(key, among: known))
        }
    }
}
