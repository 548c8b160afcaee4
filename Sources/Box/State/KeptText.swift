import CPlatform

/// A small file of the box's own that outlives a power cut (P6), written only when it changes.
///
/// A change is written at once, so that a crash does not lose it. Cards wear, so what changes without end is written less
/// often: the first `burst` changes at once, and one more for every `pause` that has passed since. A write that failed is
/// tried again after each `pause`.
struct KeptText {
    private let path: String
    /// What the file holds; nil where that is not known, as after a failed write.
    private var written: String?
    private var isRead = false
    private var wanted: String?
    /// Writes that may follow each other at once, and when one was last added.
    private var credit = KeptText.burst
    private var creditedAt: UInt64 = 0
    private var failedAt: UInt64?

    /// Changes that are written at once.
    static let burst = 60
    /// Nanoseconds in which one more may be written, or in which a failed write is not tried again.
    static let pause: UInt64 = 5_000_000_000

    init(_ path: String) { self.path = path }

    /// What was kept; empty where nothing was.
    mutating func read() -> String {
        if !isRead { written = Console.readFile(path).map { String(decoding: $0, as: UTF8.self) } ?? "" }
        isRead = true
        return written ?? ""
    }

    /// What is to be in it: written now, or as soon as may be.
    mutating func keep(_ text: String, at now: UInt64) {
        wanted = text
        write(at: now)
    }

    /// Writes what is due; at the end of the box what waits.
    mutating func write(at now: UInt64, isEnd: Bool = false) {
        guard let text = wanted else { return }
        _ = read()
        if text == written {
            wanted = nil
        } else if isEnd || mayWrite(at: now) {
            put(text, at: now)
        }
    }

    private mutating func mayWrite(at now: UInt64) -> Bool {
        if let failedAt { return now - failedAt >= KeptText.pause }
        let pauses = (now - creditedAt) / KeptText.pause
        creditedAt += pauses * KeptText.pause
        credit = Int(min(UInt64(credit) + pauses, UInt64(KeptText.burst)))
        if credit == 0 { return false }
        credit -= 1
        return true
    }

    private mutating func put(_ text: String, at now: UInt64) {
        var files = SafeFiles(SystemCalls())
        do throws(SafeFiles<SystemCalls>.Problem) {
            try files.write(Array(text.utf8), to: path)
            (written, wanted, failedAt) = (text, nil, nil)
        } catch {
            // A failure is said once.
            if failedAt == nil { Console.error("treadle: \(path): \(error.message); it is not kept\n") }
            // The file may hold either: it was perhaps only not brought to the disk.
            (written, failedAt) = (nil, now)
        }
    }
}
