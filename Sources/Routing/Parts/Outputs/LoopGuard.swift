import MIDI
import Program

/// Detects feedback: messages sent by the box that return to it again and again. Mutes the path that closes the loop
/// (R19).
///
/// Every sent message is remembered. An incoming message that was sent just before is a return. Messages that routings
/// make from a return continue its row, whatever they turn into. A player who repeats a message looks alike, so a long
/// row is only suspicious, and a test decides (`RingTest`).
struct LoopGuard {
    /// The recent returns of one source.
    struct Row {
        /// The number of successive returns, and when the last one arrived, in nanoseconds.
        var length: UInt32 = 0
        var lastAt: UInt64 = 0
        /// When a new message of the source ended all current rows, in nanoseconds.
        var endedAt: UInt64 = 0
    }

    /// The message being routed, if it is a return.
    struct Coming {
        var origin = SentLog.Origin()
        /// The number of the test that the message belongs to, or 0.
        var test: UInt8 = 0
        /// The message returned so often that a test begins with it.
        var isInDoubt = false
    }

    var log: SentLog
    var paths: MutedPaths
    var exemptions: LoopExemptions
    /// Rows indexed by source.
    let rows: UnsafeMutablePointer<Row>
    /// The log entry of the latest return, indexed by source and destination. Feedback preserves the order of messages.
    private let latest: UnsafeMutablePointer<UInt32>
    var test = RingTest()
    var coming = Coming()
    /// True after a recent return or while a path is muted: then no message takes a short path.
    var watches = false
    /// When the last return arrived, in nanoseconds.
    var lastReturnAt: UInt64 = 0
    /// The paths muted by the message being routed: their source, and their destinations as one bit each.
    var closed: (source: UInt8, destinations: UInt32) = (0, 0)
    /// The message repeated by muted sources, how often in succession, and when it last arrived, in nanoseconds.
    var repeated: (word: UInt32, count: UInt32, at: UInt64) = (0, 0, 0)

    /// How long after sending a message its arrival still counts as a return, in nanoseconds.
    static let window: UInt64 = 21_000_000

    init(_ memory: inout Memory) {
        log = SentLog(&memory)
        paths = MutedPaths(&memory)
        exemptions = LoopExemptions(&memory)
        rows = memory.take(Limits.ports, repeating: Row())
        latest = memory.take(Limits.ports * Limits.ports, repeating: 0)
    }

    static let byteCount =
        SentLog.byteCount + MutedPaths.byteCount + LoopExemptions.byteCount
        + Memory.byteCount(of: Row.self, Limits.ports)
        + Memory.byteCount(of: UInt32.self, Limits.ports * Limits.ports)

    /// Whether any path is muted.
    @inline(__always)
    var hasLoop: Bool { paths.isAny }

    /// Whether the message being routed is a return.
    @inline(__always)
    var hasReturned: Bool { coming.origin.isReturn }

    @inline(__always)
    static func counts(_ message: Message) -> Bool { !message.isRealTime && message.type != MessageType.sysEx }

    /// The log entries of the latest returns from a source, indexed by destination.
    func latest(of source: UInt8) -> UnsafeMutablePointer<UInt32> { latest + Int(source) * Limits.ports }
}

// MARK: - Opening

extension LoopGuard {
    /// Opens all paths, after a preset was loaded or on panic.
    mutating func open() {
        paths.open()
        exemptions.forget()
        test.end()
        (coming, closed) = (Coming(), (0, 0))
    }

    /// Opens the paths from and to a port that has been removed.
    mutating func open(port: PortIndex) {
        paths.open(port: port)
        if test.source == port.rawValue || test.answered & port.bit != 0 { test.end() }
    }
}

// MARK: - Recording

extension LoopGuard {
    /// Whether nothing is held back and nothing is muted.
    var isQuiet: Bool { !paths.isAny && test.phase == .idle }

    /// Visits all state that exists when `isQuiet` and nothing has been sent for `Router.echoTime`.
    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        paths.forEachTable(visit)
        exemptions.forEachTable(visit)
    }

    func hasValidState(at now: UInt64) -> Bool { exemptions.hasValidState(at: now) }
}
