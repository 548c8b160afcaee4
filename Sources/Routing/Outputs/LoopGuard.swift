import MIDI
import Program

/// Finds what the box itself sent and what comes back to it, and mutes the path that it comes back by (R19).
///
/// What was sent is kept by its bytes, one message a place; a later one may take the place of an earlier, which then is
/// found one turn later. So a message costs one look when it comes and one when it goes. A message that comes back carries
/// on how often that has happened to those it was made of, whatever routings made of them in between.
struct LoopGuard {
    private struct Sent {
        var word: UInt32 = 0
        /// Where it went, a bit a port, and where those before it in the row went that came back.
        var destinations: UInt32 = 0
        var trail: UInt32 = 0
        /// How many in a row had come back.
        var returns: UInt8 = 0
        /// How often it came though it was not sent any more.
        var repeats: UInt8 = 0
        var sentAt: UInt64 = 0
        var heardAt: UInt64 = 0
    }

    private let sent: UnsafeMutablePointer<Sent>
    /// By source the destinations that it does not reach, and those that were found to be none of a ring.
    private let muted: UnsafeMutablePointer<UInt32>
    private let acquitted: UnsafeMutablePointer<UInt32>
    /// By source when the latest of what came back had been sent. A ring keeps the order of what goes round; what was sent
    /// before this is somebody's own, who says the same again.
    private let latest: UnsafeMutablePointer<UInt64>
    /// Of the message that is being routed: its source, how often in a row it has come back, and from where.
    private var source = TraceRecord.none
    private var returns: UInt8 = 0
    private var trail: UInt32 = 0
    /// How many returns it may have made.
    private var allowed = LoopGuard.most
    /// Any path is muted.
    private(set) var hasLoop = false
    /// Destinations, a bit each, to which the message being routed muted a path: what is held along it is to end.
    private var newest: UInt32 = 0

    /// What comes later than this was not sent by the box, in nanoseconds.
    static let window: UInt64 = 5_000_000
    /// More returns in a row than these mute.
    private static let most: UInt8 = 4
    /// The same where it comes from another port than it went to: it may be an encoder that says one step again and again,
    /// which must not cost a player their instrument.
    private static let mostFromElsewhere: UInt8 = 32
    /// So many in a row that nobody sent, as close together, are no ring but somebody who says the same again and again.
    private static let proof: UInt8 = 16

    init(_ memory: inout Memory) {
        sent = memory.take(Limits.echoes, repeating: Sent())
        muted = memory.take(Limits.ports, repeating: 0)
        acquitted = memory.take(Limits.ports, repeating: 0)
        latest = memory.take(Limits.ports, repeating: 0)
    }

    static let byteCount = Limits.echoes * MemoryLayout<Sent>.stride + Limits.ports * 16 + 4 * 16

    @inline(__always)
    private static func counts(_ message: Message) -> Bool { !message.isRealTime && message.type != 3 }

    @inline(__always)
    private func place(_ message: Message) -> UnsafeMutablePointer<Sent> {
        // The middle bits of a product depend on all bits below.
        sent + Int((message.word0 &* 0x9E37_79B9) >> 16) % Limits.echoes
    }

    /// Whether a message that comes in is one that went out just now. Mostly not.
    @inline(__always)
    func meets(_ message: Message, from source: UInt8, at now: UInt64) -> Bool {
        let sent = place(message)
        return sent.pointee.word == message.word0 && now <= sent.pointee.sentAt &+ LoopGuard.window
            && source < Limits.ports && LoopGuard.counts(message)
    }

    /// A message comes in.
    @inline(__always)
    mutating func meet(_ message: Message, from source: UInt8, at now: UInt64) {
        if meets(message, from: source, at: now) { meet(place(message).pointee, from: source, at: now) }
    }

    @inline(never)
    private mutating func meet(_ sent: Sent, from source: UInt8, at now: UInt64) {
        let isItsOwn = sent.destinations & 1 << UInt32(source) != 0
        // No way round other ports takes no time.
        if !isItsOwn && now == sent.sentAt { return }
        if sent.sentAt < latest[Int(source)] { return }
        latest[Int(source)] = sent.sentAt
        self.source = source
        allowed = isItsOwn ? LoopGuard.most : LoopGuard.mostFromElsewhere
        returns = sent.returns < 0xFF ? sent.returns + 1 : sent.returns
        // Of several ports that it went to nobody knows by which it came back: by its own most likely, or as those before.
        let back = sent.destinations & (sent.trail | 1 << UInt32(source))
        trail = sent.trail | back
        if trail == 0 { trail = sent.destinations }
    }

    /// What is being routed was sent by the box.
    @inline(__always)
    var hasReturned: Bool { returns != 0 }

    /// The message has been routed; what the box sends now is its own. Returns the destinations, a bit each, to which the message
    /// muted the path from its source.
    mutating func leave() -> UInt32 {
        defer { (source, returns, trail, allowed, newest) = (TraceRecord.none, 0, 0, LoopGuard.most, 0) }
        return newest
    }

    /// A message goes out: made of the one that is being routed, or one that has waited, of which that is not known.
    @inline(__always)
    func note(_ message: Message, to destination: UInt8, at now: UInt64, isAnswer: Bool) {
        if LoopGuard.counts(message) { noteCounting(message, to: destination, at: now, isAnswer: isAnswer) }
    }

    /// Remembers a message that counts, as `note` does.
    @inline(__always)
    func noteCounting(_ message: Message, to destination: UInt8, at now: UInt64, isAnswer: Bool) {
        let (returns, trail) = isAnswer ? (returns, trail) : (0, 0)
        let place = place(message)
        let bit: UInt32 = 1 &<< UInt32(destination)
        if place.pointee.word == message.word0 && place.pointee.sentAt == now && place.pointee.returns == returns {
            place.pointee.destinations |= bit
        } else {
            place.pointee = Sent(
                word: message.word0, destinations: bit, trail: trail, returns: returns, sentAt: now)
        }
    }

    /// Whether anything can be muted now: asked first, for it mostly cannot.
    @inline(__always)
    var isAlert: Bool { hasLoop || returns > allowed }

    /// Whether what is being routed may not go from a source to a destination.
    mutating func blocks(_ message: Message, from source: UInt8, to destination: UInt8, at now: UInt64) -> Bool {
        if source >= Limits.ports { return false }
        let bit: UInt32 = 1 << UInt32(destination)
        if muted[Int(source)] & bit != 0 { return !isInnocent(message, from: source, bit, at: now) }
        if source != self.source || returns <= allowed || trail & bit == 0 { return false }
        if acquitted[Int(source)] & bit != 0 { return false }
        muted[Int(source)] |= bit
        newest |= bit
        hasLoop = true
        return true
    }

    /// A ring is silent once it is cut. What goes on coming though nothing was sent comes of itself, so that the path was
    /// none of a ring, and is open again.
    private mutating func isInnocent(
        _ message: Message, from source: UInt8, _ bit: UInt32, at now: UInt64
    ) -> Bool {
        if !LoopGuard.counts(message) { return false }
        let place = place(message)
        if place.pointee.word != message.word0 { place.pointee = Sent(word: message.word0) }
        if place.pointee.sentAt > 0 && now <= place.pointee.sentAt + LoopGuard.window { return false }
        let goesOn = now <= place.pointee.heardAt + LoopGuard.window && place.pointee.repeats > 0
        place.pointee.repeats = goesOn ? place.pointee.repeats + 1 : 1
        place.pointee.heardAt = now
        if place.pointee.repeats < LoopGuard.proof { return false }
        acquitted[Int(source)] |= bit
        muted[Int(source)] &= ~bit
        recount()
        return true
    }

    /// Everything is open again: a preset was loaded, or panic asked for.
    mutating func open() {
        for port in 0..<Limits.ports { (muted[port], acquitted[port]) = (0, 0) }
        hasLoop = false
    }

    /// A port has gone: what is plugged in next may be something else.
    mutating func open(port: UInt8) {
        (muted[Int(port)], acquitted[Int(port)]) = (0, 0)
        let others: UInt32 = ~(1 << UInt32(port))
        for source in 0..<Limits.ports {
            muted[source] &= others
            acquitted[source] &= others
        }
        recount()
    }

    /// What goes on when nothing has been sent for `window` and no path is muted.
    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(muted, Limits.ports))
        visit(.of(acquitted, Limits.ports))
    }

    private mutating func recount() {
        hasLoop = false
        for source in 0..<Limits.ports where muted[source] != 0 { hasLoop = true }
    }
}
