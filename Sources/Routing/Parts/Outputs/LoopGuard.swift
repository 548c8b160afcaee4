import MIDI
import Program

/// Finds rings, by which messages that the box sent come back to it again and again, and mutes the path that closes one (R19).
///
/// Each message sent is remembered. One that comes in and was sent just now is a return. A message made of a return carries on the
/// row of returns, whatever routings make of it. A player who repeats a message looks the same, so a long row is only a doubt,
/// and a test decides (`RingTest`).
struct LoopGuard {
    /// What a source has brought lately.
    struct Row {
        /// How many messages in a row have come back, and when the last one did.
        var length: UInt32 = 0
        var lastAt: UInt64 = 0
        /// When a message of the source's own ended the rows that are under way, in nanoseconds.
        var endedAt: UInt64 = 0
    }

    /// The message that is being routed, if it is a return.
    struct Coming {
        var origin = SentLog.Origin()
        /// The test that it is part of, or 0.
        var test: UInt8 = 0
        /// It has come back so often that a test begins with it.
        var isInDoubt = false
    }

    var log: SentLog
    var paths: MutedPaths
    var exemptions: LoopExemptions
    /// By source.
    let rows: UnsafeMutablePointer<Row>
    /// By source and destination, the entry of the latest message that came back. A ring keeps the order of its messages.
    private let latest: UnsafeMutablePointer<UInt32>
    var test = RingTest()
    var coming = Coming()
    /// Something came back lately, or a path is muted: no message takes a short path.
    var watches = false
    /// When something came back last, in nanoseconds.
    var lastReturnAt: UInt64 = 0
    /// The paths that the message being routed has muted: their source and their destinations, a bit each.
    var closed: (source: UInt8, destinations: UInt32) = (0, 0)
    /// The message that muted sources repeat, how often they did in a row, and when the last one came.
    var repeated: (word: UInt32, count: UInt32, at: UInt64) = (0, 0, 0)

    /// A message that comes in later than this does not count as sent by the box, in nanoseconds.
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

    /// Any path is muted.
    @inline(__always)
    var hasLoop: Bool { paths.isAny }

    /// Whether the message being routed is a return.
    @inline(__always)
    var hasReturned: Bool { coming.origin.isReturn }

    @inline(__always)
    static func counts(_ message: Message) -> Bool { !message.isRealTime && message.type != MessageType.sysEx }

    /// By destination, the entry of the latest message that a source brought back.
    func latest(of source: UInt8) -> UnsafeMutablePointer<UInt32> { latest + Int(source) * Limits.ports }
}

// MARK: - Opening

extension LoopGuard {
    /// Opens all paths: a preset was loaded, or panic asked for.
    mutating func open() {
        paths.open()
        exemptions.forget()
        test.end()
        (coming, closed) = (Coming(), (0, 0))
    }

    /// Opens the paths from and to a port that has gone.
    mutating func open(port: PortIndex) {
        paths.open(port: port)
        if test.source == port.rawValue || test.answered & port.bit != 0 { test.end() }
    }
}

// MARK: - Recording

extension LoopGuard {
    /// Whether nothing is held back and nothing is muted.
    var isQuiet: Bool { !paths.isAny && test.phase == .idle }

    /// Visits all there is when nothing has been sent for `Router.echoTime`, and `isQuiet`.
    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        paths.forEachTable(visit)
        exemptions.forEachTable(visit)
    }

    func hasValidState(at now: UInt64) -> Bool { exemptions.hasValidState(at: now) }
}
