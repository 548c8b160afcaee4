import CPlatform

/// A small file of the box's own that outlives a power cut (P6), written only when it changes. Cards wear: what changes
/// more often than that is written once in `pause`.
struct KeptText {
    private let path: String
    private var written = ""
    private var isRead = false
    private var wanted: String?
    private var writtenAt: UInt64?
    private var isReported = false

    /// Nanoseconds from one writing to the next.
    static let pause: UInt64 = 5_000_000_000

    init(_ path: String) { self.path = path }

    /// What was kept; empty where nothing was.
    mutating func read() -> String {
        if !isRead, let bytes = Console.readFile(path) { written = String(decoding: bytes, as: UTF8.self) }
        isRead = true
        return written
    }

    /// What is to be in it: written now, or when the pause is over.
    mutating func keep(_ text: String, at now: UInt64) {
        wanted = text
        write(at: now)
    }

    /// Writes what is due; at the end of the box what waits.
    mutating func write(at now: UInt64, isEnd: Bool = false) {
        guard let text = wanted else { return }
        if let writtenAt, !isEnd, now - writtenAt < KeptText.pause { return }
        wanted = nil
        if text == read() { return }
        written = text
        writtenAt = now
        var files = SafeFiles(SystemCalls())
        do throws(SafeFiles<SystemCalls>.Problem) {
            try files.write(Array(text.utf8), to: path)
            isReported = false
        } catch {
            // A failure is said once.
            if !isReported { Console.error("treadle: \(path): \(error.message); it is not kept\n") }
            isReported = true
        }
    }
}
