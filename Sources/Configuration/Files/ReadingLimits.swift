/// Limits of the files of a configuration (docs/reference/CONFIGURATION.md, "Limits"), so that a bad file costs bounded
/// time and memory.
///
/// The largest valid configuration, with one preset in each file, stays below a fifth of the limits of a file.
enum ReadingLimits {
    /// Bytes of a file.
    static let fileBytes = 4 << 20
    /// Bytes of all files.
    static let configurationBytes = 32 << 20
    /// Scalars, lists and mappings that are written in a file.
    static let values = 200_000
    /// Scalars, lists and mappings of a file, with each alias counted as the values it stands for.
    static let aliasedValues = 1_000_000
    /// Scalars, lists and mappings of all files, aliases counted in the same way.
    static let configurationValues = 4_000_000
    /// Nesting depth of lists and mappings. The language itself needs 24.
    static let levels = 48
    /// Bytes of a value or anchor. The longest valid value is a message pattern of 256 bytes.
    static let valueBytes = 4096
    /// Lines that begin with `%`, as directives do. libyaml compares each directive with all before it.
    static let directives = 16
    /// Syntax errors of a file that are told together. The file is parsed once more for each.
    static let syntaxErrors = 8
    /// Bytes of a file of which more than the first syntax error is told.
    static let syntaxErrorBytes = 256 << 10
    /// Peers that `invite` names: as many as can be connected (N3).
    static let invites = 8
    /// Network interfaces that `interfaces` names.
    static let interfaces = 8
    /// Curves over 14-bit inputs, each a table of 16,384 values.
    static let curves = 256
    /// On-load packets of all presets, those of inserted presets counted wherever they are inserted. A message is one
    /// packet; a long SysEx is one packet for each six bytes.
    static let onLoadPackets = 1 << 19
}
