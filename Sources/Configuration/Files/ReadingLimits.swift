/// Limits of configuration files (docs/reference/CONFIGURATION.md, "Limits"), so that a bad file costs bounded time
/// and memory.
///
/// The largest valid configuration, with each preset in its own file, stays below a fifth of the limits of a file.
enum ReadingLimits {
    /// The size of a file in bytes.
    static let fileBytes = 4 << 20
    /// The size of all files in bytes.
    static let configurationBytes = 32 << 20
    /// The number of scalars, lists and mappings written in a file.
    static let values = 200_000
    /// The number of scalars, lists and mappings in a file, with each alias counted as all values that it inserts.
    static let aliasedValues = 1_000_000
    /// The number of scalars, lists and mappings in all files, with aliases counted as in `aliasedValues`.
    static let configurationValues = 4_000_000
    /// The nesting depth of lists and mappings. The language needs 24.
    static let levels = 48
    /// The size of a value or anchor in bytes. The longest valid value is a message pattern of 256 bytes.
    static let valueBytes = 4096
    /// The number of lines that begin with `%`, like directives. libyaml compares each directive with all previous
    /// ones.
    static let directives = 16
    /// The number of syntax errors of a file that are reported together. The file is parsed once more for each.
    static let syntaxErrors = 8
    /// The size in bytes of the largest file in which more than one syntax error is reported.
    static let syntaxErrorBytes = 256 << 10
    /// The number of peers in `invite`; as many as can be connected (N3).
    static let invites = 8
    /// The number of network interfaces in `interfaces`.
    static let interfaces = 8
    /// The number of prefixes in `allow`, and of names in `hosts`, of `http`.
    static let http = 8
    /// The number of wireless networks in `join`.
    static let join = 8
    /// The number of curves with 14-bit inputs, each a table of 16,384 values.
    static let curves = 256
    /// The number of on-load UMPs of all presets; an inserted preset counts wherever it is inserted. A message is
    /// one UMP; a long SysEx is one UMP for each six bytes.
    static let onLoadUMPs = 1 << 19
}
