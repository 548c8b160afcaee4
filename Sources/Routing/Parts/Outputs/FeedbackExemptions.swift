import Plan

/// Messages known to be repeated by their sources: for 4 seconds they start no feedback test (R19).
struct FeedbackExemptions {
    private struct Exemption {
        var word: UInt32 = 0
        var until: UInt64 = 0
    }

    private let exemptions: UnsafeMutablePointer<Exemption>

    private static let count = Limits.loopExemptions
    /// How long an exemption lasts, in nanoseconds.
    private static let duration: UInt64 = 4_000_000_000

    init(_ memory: inout Memory) { exemptions = memory.take(FeedbackExemptions.count, repeating: Exemption()) }

    static let byteCount = Memory.byteCount(of: Exemption.self, count)

    func contains(_ word: UInt32, at now: UInt64) -> Bool {
        for index in 0..<FeedbackExemptions.count
        where exemptions[index].word == word && now < exemptions[index].until { return true }
        return false
    }

    /// Adds an exemption until `duration` after `now`. If the table is full, the one that ends first is replaced.
    func add(_ word: UInt32, at now: UInt64) {
        var oldest = 0
        for index in 0..<FeedbackExemptions.count {
            if exemptions[index].word == word {
                oldest = index
                break
            }
            if exemptions[index].until < exemptions[oldest].until { oldest = index }
        }
        exemptions[oldest] = Exemption(word: word, until: now + FeedbackExemptions.duration)
    }

    func forget() {
        for index in 0..<FeedbackExemptions.count { exemptions[index] = Exemption() }
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(exemptions, FeedbackExemptions.count))
    }

    func hasValidState(at now: UInt64) -> Bool {
        for index in 0..<FeedbackExemptions.count where exemptions[index].until > now + FeedbackExemptions.duration {
            return false
        }
        return true
    }
}
