import MIDI
import Plan

/// Detects feedback: messages sent by the box that return to it again and again. Mutes the path through which
/// they return (R19).
///
/// Every sent message is remembered. An incoming message that was sent just before is a return. Messages that routings
/// make from a return continue its row, whatever they turn into. A player who repeats a message looks alike, so a long
/// row is only suspicious, and a test decides (`FeedbackTest`). A SysEx of several UMPs is represented by a hash
/// (`SysExHashes`).
struct FeedbackGuard {
    /// The recent returns of one source.
    struct Row {
        /// The number of successive returns, and when the last one arrived, in nanoseconds.
        var length: UInt32 = 0
        var lastAt: UInt64 = 0
        /// When a new message of the source ended all current rows, in nanoseconds.
        var endedAt: UInt64 = 0
        /// When a message of its rows last returned to two sources, in nanoseconds; 0: never.
        var sharedAt: UInt64 = 0
        var growth = Growth()
    }

    /// A pause in which a source is not tested for doubling, because such a test proved nothing.
    struct Pause {
        /// The end of the pause, in nanoseconds.
        var until: UInt64 = 0
        /// How many such tests proved nothing in succession because the message returned only once.
        var singleReturns: UInt64 = 0
    }

    /// How fast the number of a source's returns grows, whatever their order.
    struct Growth {
        private var count: UInt32 = 0
        /// When the count reached its latest powers of two, the latest first, and when it last grew, in nanoseconds.
        private var reached: (UInt64, UInt64, UInt64) = (0, 0, 0)
        private var lastAt: UInt64 = 0
        /// Whether each doubling of the count took at most half as long again as the one before. At a constant rate, as
        /// when a player repeats a message, each doubling takes twice as long as the one before.
        private(set) var isExponential = false

        private static let many: UInt32 = 32

        /// Counts a message that was sent within the window.
        mutating func add(at now: UInt64) {
            if now > lastAt + FeedbackGuard.window { self = Growth() }
            lastAt = now
            count &+= 1
            if count < 4 || count & (count &- 1) != 0 { return }
            let (last, before, first) = (now - reached.0, reached.0 - reached.1, reached.1 - reached.2)
            if count >= Growth.many && before > 0 && 2 * last <= 3 * before && 2 * before <= 3 * first {
                isExponential = true
            }
            reached = (now, reached.0, reached.1)
        }
    }

    /// The message being routed, if it is a return.
    struct Coming {
        var origin = SentLog.Origin()
        /// The source that returned the message, and the message's word.
        var source: UInt8 = 0
        var word: UInt32 = 0
        /// The number of the test that the message belongs to, or 0.
        var test: UInt8 = 0
        /// Whether the message returned so often that a test begins with it.
        var isInDoubt = false
    }

    var log: SentLog
    var sysEx: SysExHashes
    var paths: MutedPaths
    var exemptions: FeedbackExemptions
    /// Rows indexed by source.
    let rows: UnsafeMutablePointer<Row>
    /// Pauses indexed by source.
    let pauses: UnsafeMutablePointer<Pause>
    /// The log entry of the latest return, indexed by source and destination. Feedback preserves the order of messages.
    private let latest: UnsafeMutablePointer<UInt32>
    var test = FeedbackTest()
    var coming = Coming()
    /// Whether the SysEx that began last begins like a recent SysEx of the tested source.
    var beginsLikeTested = false
    /// True after a recent return or while a path is muted: then no message takes a short path.
    var watches = false
    /// When the last return arrived, in nanoseconds.
    var lastReturnAt: UInt64 = 0
    /// The sources of paths muted by the message being routed, one bit each.
    var closed: UInt32 = 0
    /// The message repeated by muted sources, how often in succession, and when it last arrived, in nanoseconds.
    var repeated: (word: UInt32, count: UInt32, at: UInt64) = (0, 0, 0)

    /// How long after sending a message its arrival still counts as a return, in nanoseconds.
    static let window: UInt64 = 21_000_000
    /// How long a source is not tested for doubling after such a test failed, in nanoseconds.
    static let noDoubling: UInt64 = 4_000_000_000
    /// How many more tests for doubling begin soon after a message returned only once.
    static let retries: UInt64 = 2

    init(_ memory: inout Memory) {
        log = SentLog(&memory)
        sysEx = SysExHashes(&memory)
        paths = MutedPaths(&memory)
        exemptions = FeedbackExemptions(&memory)
        rows = memory.take(Limits.ports, repeating: Row())
        pauses = memory.take(Limits.ports, repeating: Pause())
        latest = memory.take(Limits.ports * Limits.ports, repeating: 0)
    }

    static let byteCount =
        SentLog.byteCount + SysExHashes.byteCount + MutedPaths.byteCount + FeedbackExemptions.byteCount
        + Memory.byteCount(of: Row.self, Limits.ports) + Memory.byteCount(of: Pause.self, Limits.ports)
        + Memory.byteCount(of: UInt32.self, Limits.ports * Limits.ports)

    /// Whether any path is muted.
    @inline(__always)
    var hasFeedback: Bool { paths.isAny }

    /// Whether the message being routed is a return.
    @inline(__always)
    var hasReturned: Bool { coming.origin.isReturn }

    /// Whether a message can be a return: neither real-time nor a piece of a longer SysEx.
    @inline(__always)
    static func counts(_ message: Message) -> Bool {
        !message.isRealTime && (message.type != MessageType.sysEx || message.sysExStatus == .complete)
    }

    /// The log entries of the latest returns from a source, indexed by destination.
    func latest(of source: UInt8) -> UnsafeMutablePointer<UInt32> { latest + Int(source) * Limits.ports }
}

// MARK: - Opening

extension FeedbackGuard {
    /// Opens all paths, after a preset was loaded or on panic.
    mutating func open() {
        paths.open()
        exemptions.forget()
        for source in 0..<Limits.ports { pauses[source] = Pause() }
        test.end()
        (coming, closed) = (Coming(), 0)
    }

    /// Opens the paths from and to a port that has been removed.
    mutating func open(port: PortIndex) {
        paths.open(port: port)
        if test.source == port.rawValue || test.answered & port.bit != 0 { test.end() }
    }
}

// MARK: - Recording

extension FeedbackGuard {
    /// Whether nothing is held back and nothing is muted.
    var isQuiet: Bool { !paths.isAny && test.phase == .idle }

    /// Visits all state that exists when `isQuiet` and nothing has been sent for `Router.echoTime`.
    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        paths.forEachTable(visit)
        exemptions.forEachTable(visit)
        sysEx.forEachTable(visit)
        visit(.of(pauses, Limits.ports))
    }

    func hasValidState(at now: UInt64) -> Bool {
        for source in 0..<Limits.ports where pauses[source].until > now + FeedbackGuard.noDoubling { return false }
        return exemptions.hasValidState(at: now) && sysEx.hasValidState()
    }
}
