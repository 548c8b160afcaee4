import CPlatform

/// The nodes of a YAML text, and their memory.
///
/// The nodes point into this memory, so keep the tree while using them.
final class YAMLTree {
    let memory: Arena
    let root: YAMLNode
    /// The number of values, with each alias counted as all values that it inserts.
    let values: Int

    /// Makes a tree of nodes that the caller allocated in `memory`.
    init(_ memory: Arena, root: YAMLNode, values: Int = 0) {
        self.memory = memory
        self.root = root
        self.values = values
    }

    /// Parses a text; nil if it is not valid YAML, which is reported.
    ///
    /// - Parameter file: the number of the file (`DiagnosticLog.file`).
    convenience init?(_ text: [UInt8], file: Int32, log: DiagnosticLog) {
        let memory = Arena()
        var mistake: YAMLParser.SyntaxError?
        guard let parsed = YAMLParser.parse(text, file: file, log: log, into: memory, mistake: &mistake) else {
            if let mistake { YAMLMistakes.report(text, from: mistake, file: file, log: log) }
            return nil
        }
        self.init(memory, root: parsed.root, values: parsed.values)
    }
}
