/// Limits of the files of a configuration (docs/reference/CONFIGURATION.md, "Limits"): a bad file costs bounded time and
/// memory.
///
/// The largest configuration there can be, in files of one preset each, stays below a fifth of the limits of a file.
enum ReadingLimits {
    /// Bytes of a file.
    static let fileBytes = 4 << 20
    /// Bytes of all files.
    static let configurationBytes = 32 << 20
    /// Scalars, lists and mappings that are written in a file.
    static let values = 200_000
    /// The same, what an alias stands for counted at each alias.
    static let aliasedValues = 1_000_000
    /// The same of all files.
    static let configurationValues = 4_000_000
    /// Lists and mappings within one another. The language itself needs 24.
    static let levels = 48
    /// Bytes of a value or anchor. The longest that means anything is a message pattern of 256 bytes.
    static let valueBytes = 4096
    /// Lines that begin with `%`, as directives do. libyaml compares each directive with all before it.
    static let directives = 16
    /// Curves over 14-bit inputs, each a table of 16,384 values.
    static let curves = 256
    /// Packets that all presets send when they are loaded, those of inserted presets counted wherever they are
    /// inserted. A message has one, but a long SysEx, which has one for each six bytes.
    static let onLoadPackets = 1 << 19
}

extension DiagnosticLog {
    /// Reports a limit that was passed; `count` is how many there are, nil where nobody counted on.
    func overLimit(_ place: Place, _ name: String, _ limit: Int, _ count: Int? = nil) {
        let found = count.map { "\($0)" } ?? "more than \(limit)"
        error(place, "over the limit `\(name)`: \(found), and at most \(limit) are possible")
    }
}
