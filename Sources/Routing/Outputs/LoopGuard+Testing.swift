import MIDI
import Program

extension LoopGuard {
    /// Whether any message can be blocked or held back now: asked first, because it is rarely so.
    @inline(__always)
    var isAlert: Bool { paths.isAny || coming.isInDoubt }

    /// Whether the message being routed may not go from a source to a destination. A message in doubt is held back where the row
    /// went.
    mutating func blocks(_ message: Message, from source: UInt8, to destination: PortIndex) -> Bool {
        if source >= Limits.ports { return false }
        if paths.isMuted(source, destination) { return true }
        if coming.isInDoubt && source == coming.source && LoopGuard.counts(message) {
            test.held |= destination.bit & coming.origin.trail
        }
        return false
    }

    /// Whether the message being routed is a return.
    @inline(__always)
    var hasReturned: Bool { coming.origin.generation != 0 }

    /// The message has been routed; what the box sends now is its own. Returns the paths that are muted since: their source and their
    /// destinations, a bit each.
    mutating func leave(at now: UInt64) -> (source: UInt8, destinations: UInt32) {
        defer { (coming, closed) = (Coming(), (0, 0)) }
        if coming.isInDoubt {
            test.held &= test.answered
            if test.held == 0 { test.end() } else { test.startHolding(at: now) }
        }
        return closed
    }

    /// A message of the test has come back.
    mutating func comesBack(to destination: PortIndex, after delay: UInt64, at now: UInt64) {
        if !test.isInTime(delay) {
            exempt(test.word, at: now)
            return test.end()
        }
        if !test.isLast {
            test.pass()
            test.beginNext(from: coming.source, coming.origin)
            coming.isInDoubt = true
            return
        }
        paths.mute(test.source, destination)
        test.isProven = true
        closed = (test.source, closed.destinations | destination.bit)
        if !test.releaseNext(at: now) { test.end() }
    }

    /// A message comes though it is held back: its source repeats it.
    mutating func acquit(_ message: Message, from source: UInt8, at now: UInt64) {
        exempt(test.word, at: now)
        exempt(message.wordInLoops, at: now)
        rows[Int(source)].endedAt = now
        rows[Int(test.source)].endedAt = now
        test.end()
    }

    /// Does what is due: sends what was held back, or ends the test.
    mutating func advance(to now: UInt64) {
        if now < test.until { return }
        switch test.phase {
        case .idle: break
        case .holding:
            if !test.isLast { return test.release(at: now) }
            if !test.releaseNext(at: now) { test.end() }
        case .awaiting:
            if test.held != 0 && test.releaseNext(at: now) { return }
            if !test.isProven { exempt(test.word, at: now) }
            test.end()
        }
    }
}

// MARK: - Exemptions

extension LoopGuard {
    func isExempt(_ word: UInt32, at now: UInt64) -> Bool {
        for index in 0..<LoopGuard.exemptionCount
        where exemptions[index].word == word && now < exemptions[index].until { return true }
        return false
    }

    mutating func exempt(_ word: UInt32, at now: UInt64) {
        var oldest = 0
        for index in 0..<LoopGuard.exemptionCount {
            if exemptions[index].word == word {
                oldest = index
                break
            }
            if exemptions[index].until < exemptions[oldest].until { oldest = index }
        }
        exemptions[oldest] = Exemption(word: word, until: now + LoopGuard.exemption)
    }
}

// MARK: - Opening

extension LoopGuard {
    /// Opens all paths: a preset was loaded, or panic asked for.
    mutating func open() {
        paths.open()
        for index in 0..<LoopGuard.exemptionCount { exemptions[index] = Exemption() }
        test.end()
        (coming, closed) = (Coming(), (0, 0))
    }

    /// Opens the paths from and to a port that has gone.
    mutating func open(port: PortIndex) {
        paths.open(port: port)
        if test.source == port.rawValue || test.answered & port.bit != 0 { test.end() }
    }

    /// Whether nothing is held back and nothing is muted.
    var isQuiet: Bool { !paths.isAny && test.phase == .idle }

    /// Visits all there is when nothing has been sent for `Router.echoTime`, and `isQuiet`.
    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        paths.forEachTable(visit)
        visit(.of(exemptions, LoopGuard.exemptionCount))
    }

    func hasValidState(at now: UInt64) -> Bool {
        for index in 0..<LoopGuard.exemptionCount where exemptions[index].until > now + 10_000_000_000 { return false }
        return true
    }
}
