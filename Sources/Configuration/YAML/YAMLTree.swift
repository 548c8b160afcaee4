import CPlatform

/// A YAML text that was read: its nodes, and the memory they and their texts stand in.
///
/// The nodes point into it, so who uses them keeps it.
final class YAMLTree {
    let memory: Arena
    let root: YAMLNode
    /// How many values it has, each alias counted as what it stands for.
    let values: Int

    /// A tree of what the caller puts into its memory.
    init(_ memory: Arena, root: YAMLNode, values: Int = 0) {
        self.memory = memory
        self.root = root
        self.values = values
    }

    /// The tree of a text, or nil where it is no YAML, which the log then says.
    ///
    /// - Parameter file: the number of the file it stands in (`DiagnosticLog.file`).
    convenience init?(_ text: [UInt8], file: Int32, log: DiagnosticLog) {
        let memory = Arena()
        guard let parsed = YAMLParser.parse(text, file: file, log: log, into: memory) else { return nil }
        self.init(memory, root: parsed.root, values: parsed.values)
    }
}
