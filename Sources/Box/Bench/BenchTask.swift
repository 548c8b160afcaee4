/// One thing that is measured.
struct BenchTask: Sendable {
    /// What the command line and Tests/Cost/thresholds.txt call it.
    let key: String
    let name: String
    /// How many messages, or other things, one pass does.
    let things: Int
    /// The bytes of one pass, whose plain copy it is compared with; empty where there are none.
    let bytes: [UInt8]
    /// Makes ready, and returns what does so many passes. Nil: it could not be made ready.
    let prepare: @Sendable () -> ((Int) -> Void)?

    /// Bytes that go through an engine and leave nothing held.
    init(_ key: String, _ name: String, box: String, _ bytes: [UInt8], messages: Int) {
        self.init(key, name, things: messages, bytes: bytes) {
            guard let engine = BenchEngine(box) else { return nil }
            return { engine.receive(bytes, times: $0) }
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
