/// One measurement of `treadle bench`.
struct BenchTask: Sendable {
    /// The name on the command line and in Tests/Cost/thresholds.txt.
    let key: String
    /// The name in the table that users see.
    let name: String
    /// Number of messages, or of other things, in one pass.
    let things: Int
    /// The bytes of one pass; empty for a task without bytes. The cost is compared with a plain copy of these bytes.
    let bytes: [UInt8]
    /// Prepares the task and returns a function that runs a number of passes; nil if the preparation fails.
    let prepare: @Sendable () -> ((Int) -> Void)?

    /// A task that sends bytes through an engine. The bytes must leave no note held.
    init(_ key: String, _ name: String, box: String, _ bytes: [UInt8], messages: Int) {
        self.init(key, name, things: messages, bytes: bytes) {
            guard let engine = BenchEngine(box) else { return nil }
            return { engine.receive(bytes, times: $0) }
        }
    }

    /// A task that sends UMPs through an engine. The cost is compared with a plain copy of the UMPs' bytes.
    init(_ key: String, _ name: String, box: String, words: [UInt32], messages: Int) {
        self.init(key, name, things: messages, bytes: words.withUnsafeBytes { [UInt8]($0) }) {
            guard let engine = BenchEngine(box) else { return nil }
            return { engine.receive(words, times: $0) }
        }
    }

    init(
        _ key: String, _ name: String, things: Int, bytes: [UInt8] = [],
        prepare: @escaping @Sendable () -> ((Int) -> Void)?
    ) {
        self.key = key
        self.name = name
        self.things = things
        self.bytes = bytes
        self.prepare = prepare
    }
}
