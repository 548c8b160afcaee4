import MIDI
import Program

/// Finds rings, by which messages that the box sent come back to it again and again, and mutes the path that closes one (R19).
///
/// Each message sent is remembered. One that comes in and was sent just now is a return. A message made of a return carries on the
/// count of returns, whatever routings make of it. A player who repeats a message looks the same, so a high count is only a doubt,
/// and a test decides (`RingTest`).
struct LoopGuard {
    /// What a source has brought lately.
    struct Row {
        /// The entry of the latest message that came back. A ring keeps the order of its messages.
        var latest: UInt32 = 0
        /// How many messages in a row have come back, and when the last one did.
        var length: UInt32 = 0
        var lastAt: UInt64 = 0
        /// When a message of the source's own ended the rows that are under way, in nanoseconds.
        var endedAt: UInt64 = 0
    }

    /// A message whose source repeats it, and until when it starts no test.
    struct Exemption {
        var word: UInt32 = 0
        var until: UInt64 = 0
    }

    /// The message that is being routed, if it is a return.
    struct Coming {
        var source = TraceRecord.none
        var origin = SentLog.Origin()
        /// It has come back so often that a test begins with it.
        var isInDoubt = false
    }

    var log: SentLog
    var paths: MutedPaths
    /// By source.
    let rows: UnsafeMutablePointer<Row>
    let exemptions: UnsafeMutablePointer<Exemption>
    var test = RingTest()
    var coming = Coming()
    /// Something came back lately, or a path is muted: no message takes a short path.
    private(set) var watches = false
    /// When something came back last, in nanoseconds.
    private var lastReturnAt: UInt64 = 0
    /// The paths that the message being routed has muted: their source and their destinations, a bit each.
    var closed: (source: UInt8, destinations: UInt32) = (0, 0)
    /// The message that muted sources repeat, how often they did in a row, and when the last one came.
    private var repeated: (word: UInt32, count: UInt32, at: UInt64) = (0, 0, 0)

    /// A message that comes in later than this does not count as sent by the box, in nanoseconds.
    static let window: UInt64 = 21_000_000
    /// Returns in a row that are no doubt yet, for a ring that is steady and one that is not.
    private static let few: UInt8 = 3
    private static let fewUnsteady: UInt8 = 12
    /// A row must last so long or be so many messages long, so that fast repetitions are no doubt at once.
    private static let span: UInt64 = 50_000_000
    private static let length: UInt32 = 32
    /// A message of the source's own ends a row unless so many returns came since the one before it. No instrument repeats so
    /// many messages between two that are new; in a ring there are more and more.
    private static let crowd: UInt32 = 8
    /// So many repetitions that the box did not send prove that a source repeats itself.
    private static let proof: UInt32 = 16
    static let exemptionCount = 8
    static let exemption: UInt64 = 4_000_000_000

    init(_ memory: inout Memory) {
        log = SentLog(&memory)
        paths = MutedPaths(&memory)
        rows = memory.take(Limits.ports, repeating: Row())
        exemptions = memory.take(LoopGuard.exemptionCount, repeating: Exemption())
    }

    static let byteCount =
        SentLog.byteCount + MutedPaths.byteCount + Memory.byteCount(of: Row.self, Limits.ports)
        + Memory.byteCount(of: Exemption.self, exemptionCount)

    /// Any path is muted.
    @inline(__always)
    var hasLoop: Bool { paths.isAny }

    @inline(__always)
    static func counts(_ message: Message) -> Bool { !message.isRealTime && message.type != MessageType.sysEx }
}

// MARK: - What comes

extension LoopGuard {
    /// Whether a message of one word that comes in may have been sent just now. Rarely true.
    @inline(__always)
    func meets(_ message: Message, from source: UInt8, at now: UInt64) -> Bool {
        log.isSent(message.word0, within: LoopGuard.window, at: now) && source < Limits.ports
            && LoopGuard.counts(message)
    }

    /// A message comes in: finds out whether it has come back.
    @inline(never)
    mutating func meet(_ message: Message, from source: UInt8, at now: UInt64) {
        if source >= Limits.ports || !LoopGuard.counts(message) { return }
        if test.phase == .holding && log.isWaiting(message, test: test.number) && !test.takesCopy(at: now) {
            acquit(message, from: source, at: now)
            return meetOwn(message, from: source, at: now)
        }
        let ofTest = test.phase == .awaiting ? log.newest(message, test: test.number, before: now) : nil
        guard
            let found = ofTest
                ?? log.oldestUnreturned(
                    message, from: source, after: rows[Int(source)].latest, since: now - min(now, LoopGuard.window),
                    before: now)
        else { return meetOwn(message, from: source, at: now) }
        (watches, lastReturnAt) = (true, now)
        meetReturn(found, as: message, from: source, at: now)
    }

    /// A message comes that the box has not sent.
    private mutating func meetOwn(_ message: Message, from source: UInt8, at now: UInt64) {
        if rows[Int(source)].length < LoopGuard.crowd { rows[Int(source)].endedAt = now }
        rows[Int(source)].length = 0
        if paths.isMuted(source) { countRepeated(message, from: source, at: now) }
        if test.phase == .idle && now > lastReturnAt + LoopGuard.window { watches = paths.isAny }
    }

    private mutating func meetReturn(_ number: UInt32, as message: Message, from source: UInt8, at now: UInt64) {
        let sentAt = log[number].sentAt
        let isOfTest = test.phase == .awaiting && log[number].test == test.number
        let destination = PortIndex(rawValue: log[number].destination)
        let row = rows + Int(source)
        if now > row.pointee.lastAt + LoopGuard.window { row.pointee.length = 0 }
        row.pointee.latest = number
        row.pointee.length &+= 1
        row.pointee.lastAt = now
        var origin = log.origin(of: number)
        if origin.generation == 0 || origin.began < row.pointee.endedAt {
            origin = SentLog.Origin(began: max(sentAt, row.pointee.endedAt))
        }
        origin.add(after: now - sentAt, by: log.markReturned(number, as: message, from: source))
        coming = Coming(source: source, origin: origin)
        if isOfTest {
            comesBack(to: destination, after: now - sentAt, at: now)
        } else if test.phase == .idle && isInDoubt(origin, row.pointee, at: now)
            && !isExempt(message.wordInLoops, at: now)
        {
            test.begin(message.wordInLoops, from: source, origin)
            coming.isInDoubt = true
        }
    }

    private func isInDoubt(_ origin: SentLog.Origin, _ row: Row, at now: UInt64) -> Bool {
        origin.generation >= (origin.isSteady ? LoopGuard.few : LoopGuard.fewUnsteady)
            && (now >= origin.began + LoopGuard.span || row.length >= LoopGuard.length)
    }

    /// A ring is silent once its path is muted. A source that goes on repeating a message that nobody sent may be none: its paths
    /// open again.
    private mutating func countRepeated(_ message: Message, from source: UInt8, at now: UInt64) {
        let goesOn = message.wordInLoops == repeated.word && now <= repeated.at + LoopGuard.window
        repeated = (message.wordInLoops, goesOn ? repeated.count + 1 : 1, now)
        if repeated.count < LoopGuard.proof { return }
        exempt(message.wordInLoops, at: now)
        paths.open(source: source)
    }
}

// MARK: - What goes

extension LoopGuard {
    /// Remembers a message of one word that goes out.
    ///
    /// - Parameter isAnswer: false: the message being routed is known to be no return.
    @inline(__always)
    mutating func remember(_ message: Message, to destination: PortIndex, at now: UInt64, isAnswer: Bool) {
        if LoopGuard.counts(message) { rememberCounting(message, to: destination, at: now, isAnswer: isAnswer) }
    }

    /// Remembers a message of one word that is known to be neither real-time nor SysEx.
    @inline(__always)
    mutating func rememberCounting(_ message: Message, to destination: PortIndex, at now: UInt64, isAnswer: Bool) {
        log.append(message.word0, to: destination, at: now)
        if isAnswer && watches { setOrigin(at: now) }
    }

    /// Remembers a packet that goes out.
    mutating func remember(packet: Message, to destination: PortIndex, at now: UInt64) {
        log.append(packet, to: destination, at: now)
        if watches { setOrigin(at: now) }
    }

    @inline(never)
    private mutating func setOrigin(at now: UInt64) {
        if coming.origin.generation > 0 { log.setOrigin(coming.origin, routedAt: now) }
    }

    /// Remembers a message that has to wait for its port, so that it keeps its origin.
    mutating func rememberWaiting(_ message: Message, to destination: PortIndex, at now: UInt64) {
        if !watches || !LoopGuard.counts(message) { return }
        let isOfTest = coming.isInDoubt && test.held & destination.bit != 0
        if isOfTest { test.answered |= destination.bit }
        log.appendWaiting(
            message, to: destination, from: coming.origin, test: isOfTest ? test.number : 0, at: now)
    }

    /// Remembers a message that goes out and has waited.
    mutating func rememberWaited(_ message: Message, to destination: PortIndex, at now: UInt64) {
        if !LoopGuard.counts(message) { return }
        let number = log.appendWaited(message, to: destination, at: now)
        if number != 0 && number == test.number { test.messageIsSent(at: now) }
    }
}

extension SentLog.Origin {
    /// One more return: after a time in nanoseconds, from destinations, a bit each.
    fileprivate mutating func add(after delay: UInt64, by destinations: UInt32) {
        if generation < .max { generation += 1 }
        trail |= destinations
        shortest = min(shortest, UInt32(truncatingIfNeeded: delay))
        longest = max(longest, UInt32(truncatingIfNeeded: delay))
    }
}
