import CPlatform

/// A small file of the box itself that survives a power cut (P6). It is written only when its text changes.
///
/// A change is written at once, so that a crash does not lose it. Writes wear out the card, so their rate is limited:
/// `burst` changes at once, then one more for every `pause`. A failed write is tried again after each `pause`.
package struct KeptText {
    private let path: String
    /// The text in the file; nil if unknown, for example after a failed write.
    private var written: String?
    private var isRead = false
    private var wanted: String?
    /// The number of writes that are allowed now.
    private var credit = KeptText.burst
    /// When `credit` last grew, in nanoseconds.
    private var creditedAt: UInt64 = 0
    private var failedAt: UInt64?

    /// The number of changes that are written at once.
    package static let burst = 60
    /// Nanoseconds until one more write is allowed, or a failed write is tried again.
    package static let pause: UInt64 = 5_000_000_000

    package init(_ path: String) { self.path = path }

    /// The text in the file; empty if there is no file.
    package mutating func read() -> String {
        if !isRead { written = Console.readOwnFile(path).map { String(decoding: $0, as: UTF8.self) } ?? "" }
        isRead = true
        return written ?? ""
    }

    /// Changes the text. The file is written now, or as soon as the rate allows.
    package mutating func keep(_ text: String, at now: UInt64) {
        wanted = text
        write(at: now)
    }

    /// Writes a waiting change if the rate allows it, or if the box ends.
    package mutating func write(at now: UInt64, isEnd: Bool = false) {
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
            // A repeated failure is not reported again.
            if failedAt == nil { Console.error("treadle: \(path): \(error.message); it is not saved\n") }
            // The file may hold the old or the new text, for example if only the sync failed.
            (written, failedAt) = (nil, now)
        }
    }
}
