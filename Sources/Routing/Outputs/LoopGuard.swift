import MIDI
import Program

/// Finds messages that the box sent and that come back to it, and mutes the path by which they come back (R19).
///
/// Each message sent is remembered by its bytes in a table with one place for each hash. A later message may take the place of
/// an earlier one, whose loop is then found a turn later. So a message costs one look when it comes and one when it goes. A
/// message that is made of one that came back carries on the count of returns, whatever routings make of it.
struct LoopGuard {
    private struct Sent {
        var word: UInt32 = 0
        /// Destinations of this message, and of the messages before it in the row that came back, a bit each.
        var destinations: UInt32 = 0
        var trail: UInt32 = 0
        /// How many messages in a row had come back.
        var returns: UInt8 = 0
        /// How often the message came in though the box no longer sent it.
        var repeats: UInt8 = 0
        var sentAt: UInt64 = 0
        var heardAt: UInt64 = 0
    }

    private let sent: UnsafeMutablePointer<Sent>
    private var paths: MutedPaths
    /// By source, when the latest message that came back had been sent. A loop keeps the order of its messages: one that was
    /// sent before this is a repetition by the device itself.
    private let latest: UnsafeMutablePointer<UInt64>
    /// The source of the message being routed, how often in a row it has come back, and the destinations it came by.
    private var source = TraceRecord.none
    private var returns: UInt8 = 0
    private var trail: UInt32 = 0
    /// More returns than these mute the path of the message being routed.
    private var allowed = LoopGuard.most
    /// Destinations, a bit each, to which the message being routed has muted a path.
    private var newest: UInt32 = 0

    /// A message that comes in later than this does not count as sent by the box, in nanoseconds.
    static let window: UInt64 = 5_000_000
    /// Returns in a row that are allowed.
    private static let most: UInt8 = 4
    /// Returns in a row that are allowed where a message comes from another port than it went to: an encoder may repeat one
    /// step, and must not be muted.
    private static let mostFromElsewhere: UInt8 = 32
    /// So many repetitions that the box did not send, as close together, prove that a device repeats itself, in no loop.
    private static let proof: UInt8 = 16

    init(_ memory: inout Memory) {
        sent = memory.take(Limits.echoes, repeating: Sent())
        paths = MutedPaths(&memory)
        latest = memory.take(Limits.ports, repeating: 0)
    }

    static let byteCount =
        Memory.byteCount(of: Sent.self, Limits.echoes) + MutedPaths.byteCount
        + Memory.byteCount(of: UInt64.self, Limits.ports)

    /// Any path is muted.
    @inline(__always)
    var hasLoop: Bool { paths.isAny }

    @inline(__always)
    private static func counts(_ message: Message) -> Bool { !message.isRealTime && message.type != MessageType.sysEx }

    @inline(__always)
    private func place(_ message: Message) -> UnsafeMutablePointer<Sent> {
        // The middle bits of a product depend on all bits below.
        sent + Int((message.word0 &* 0x9E37_79B9) >> 16) % Limits.echoes
    }

    /// Whether a message that comes in was sent just now. Rarely true.
    @inline(__always)
    func meets(_ message: Message, from source: UInt8, at now: UInt64) -> Bool {
        let sent = place(message)
        return sent.pointee.word == message.word0 && now <= sent.pointee.sentAt &+ LoopGuard.window
            && source < Limits.ports && LoopGuard.counts(message)
    }

    /// A message comes in: finds out whether it has come back.
    @inline(__always)
    mutating func meet(_ message: Message, from source: UInt8, at now: UInt64) {
        if meets(message, from: source, at: now) { meet(place(message).pointee, from: source, at: now) }
    }

    @inline(never)
    private mutating func meet(_ sent: Sent, from source: UInt8, at now: UInt64) {
        let isItsOwn = sent.destinations & 1 << UInt32(source) != 0
        // A loop by way of another port takes time.
        if !isItsOwn && now == sent.sentAt { return }
        if sent.sentAt < latest[Int(source)] { return }
        latest[Int(source)] = sent.sentAt
        self.source = source
        allowed = isItsOwn ? LoopGuard.most : LoopGuard.mostFromElsewhere
        returns = sent.returns < 0xFF ? sent.returns + 1 : sent.returns
        // A message that went to several ports most likely came back by its source's own, or by that of those before it.
        let back = sent.destinations & (sent.trail | 1 << UInt32(source))
        trail = sent.trail | back
        if trail == 0 { trail = sent.destinations }
    }

    /// Whether the message being routed has come back.
    @inline(__always)
    var hasReturned: Bool { returns != 0 }

    /// The message has been routed; what the box sends now is its own. Returns the destinations, a bit each, to which the message
    /// muted the path from its source.
    mutating func leave() -> UInt32 {
        defer { (source, returns, trail, allowed, newest) = (TraceRecord.none, 0, 0, LoopGuard.most, 0) }
        return newest
    }

    /// Remembers a message that goes out.
    ///
    /// - Parameter isAnswer: the message is made of the one being routed; false: it has waited, and its origin is not known.
    @inline(__always)
    func remember(_ message: Message, to destination: PortIndex, at now: UInt64, isAnswer: Bool) {
        if LoopGuard.counts(message) { rememberCounting(message, to: destination, at: now, isAnswer: isAnswer) }
    }

    /// Remembers a message that is known to be neither real-time nor SysEx.
    @inline(__always)
    func rememberCounting(_ message: Message, to destination: PortIndex, at now: UInt64, isAnswer: Bool) {
        let (returns, trail) = isAnswer ? (returns, trail) : (0, 0)
        let place = place(message)
        let bit = destination.bit
        if place.pointee.word == message.word0 && place.pointee.sentAt == now && place.pointee.returns == returns {
            place.pointee.destinations |= bit
        } else {
            place.pointee = Sent(
                word: message.word0, destinations: bit, trail: trail, returns: returns, sentAt: now)
        }
    }
}

// MARK: - Muting

extension LoopGuard {
    /// Whether any message can be blocked now: asked first, because it is rarely so.
    @inline(__always)
    var isAlert: Bool { paths.isAny || returns > allowed }

    /// Whether the message being routed may not go from a source to a destination.
    mutating func blocks(_ message: Message, from source: UInt8, to destination: PortIndex, at now: UInt64) -> Bool {
        if source >= Limits.ports { return false }
        if paths.isMuted(source, destination) { return !isInnocent(message, from: source, to: destination, at: now) }
        let bit = destination.bit
        if source != self.source || returns <= allowed || trail & bit == 0 { return false }
        if paths.isAcquitted(source, destination) { return false }
        paths.mute(source, destination)
        newest |= bit
        return true
    }

    /// A loop is silent once its path is muted. A message that goes on coming though the box sends nothing comes from a device
    /// that repeats itself: its path is open again.
    private mutating func isInnocent(
        _ message: Message, from source: UInt8, to destination: PortIndex, at now: UInt64
    ) -> Bool {
        if !LoopGuard.counts(message) { return false }
        let place = place(message)
        if place.pointee.word != message.word0 { place.pointee = Sent(word: message.word0) }
        if place.pointee.sentAt > 0 && now <= place.pointee.sentAt + LoopGuard.window { return false }
        let goesOn = now <= place.pointee.heardAt + LoopGuard.window && place.pointee.repeats > 0
        place.pointee.repeats = goesOn ? place.pointee.repeats + 1 : 1
        place.pointee.heardAt = now
        if place.pointee.repeats < LoopGuard.proof { return false }
        paths.acquit(source, destination)
        return true
    }

    /// Opens all paths: a preset was loaded, or panic asked for.
    mutating func open() { paths.open() }

    /// Opens the paths from and to a port that has gone.
    mutating func open(port: PortIndex) { paths.open(port: port) }

    /// Visits all there is when nothing has been sent for `window` and no path is muted.
    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) { paths.forEachTable(visit) }
}
