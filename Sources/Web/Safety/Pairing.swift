/// The codes by which browsers are paired (W4).
///
/// At most one code is valid, wherever it is shown, so that a guess has one chance in a million. Times are in
/// nanoseconds.
package struct Pairing {
    private struct Code {
        var digits: String
        /// When it stops being valid.
        var end: UInt64
        /// Until when the display shows it; 0 for never.
        var shownUntil: UInt64
    }

    private var code: Code?
    /// Wrong codes since the last right one or lock.
    private var wrong = 0
    /// Locks since the last right code.
    private var locks = 0
    private var lockedUntil: UInt64 = 0
    /// Codes that unknown browsers may have shown now.
    private var credit = WebLimits.askedCodes
    /// When `credit` last grew, or was last full.
    private var creditedAt: UInt64 = 0
    private let random: RandomBytes

    private static let second: UInt64 = 1_000_000_000

    package init(random: RandomBytes = .kernel) { self.random = random }

    /// A code that was asked for.
    package enum Asked: Equatable {
        /// Show the code for some seconds.
        case show(String, seconds: Int)
        /// A code is being shown, for some more seconds.
        case isShown(seconds: Int)
        /// Pairing is locked, or too many were asked for: no code for some seconds.
        case wait(seconds: Int)
    }

    /// An unknown browser asks for a code on the display (`POST pair {}`).
    ///
    /// It does not get a new one while one is shown, and only so many in a time: the display is the player's.
    package mutating func ask(at now: UInt64) -> Asked {
        if let wait = locked(at: now) { return .wait(seconds: wait) }
        end(at: now)
        if let code, code.shownUntil > now { return .isShown(seconds: seconds(from: now, to: code.shownUntil)) }
        let pauses = (now - creditedAt) / (WebLimits.askingTime * Pairing.second)
        creditedAt += pauses * WebLimits.askingTime * Pairing.second
        credit = Int(min(UInt64(credit) + pauses, UInt64(WebLimits.askedCodes)))
        if credit == 0 {
            return .wait(seconds: seconds(from: now, to: creditedAt + WebLimits.askingTime * Pairing.second))
        }
        // Time counts from the first code on.
        if credit == WebLimits.askedCodes { creditedAt = now }
        credit -= 1
        return show(at: now)
    }

    /// The player asks for a code on the display: menu, page of a paired browser, command. The code stays the same
    /// while one is valid.
    package mutating func show(at now: UInt64) -> Asked {
        if let wait = locked(at: now) { return .wait(seconds: wait) }
        let end = now + WebLimits.codeTime * Pairing.second
        let digits = valid(until: end, at: now)
        code?.shownUntil = end
        return .show(digits, seconds: Int(WebLimits.codeTime))
    }

    /// The player asks for a code for a printed address, which the display does not show.
    package mutating func printed(at now: UInt64) -> Asked {
        if let wait = locked(at: now) { return .wait(seconds: wait) }
        let digits = valid(until: now + WebLimits.printedCodeTime * Pairing.second, at: now)
        return .show(digits, seconds: Int(WebLimits.printedCodeTime))
    }

    /// Returns the valid code, or a new one, and keeps it valid at least until `end`.
    private mutating func valid(until end: UInt64, at now: UInt64) -> String {
        self.end(at: now)
        let digits = code?.digits ?? Digits.padded(UInt64(random.number(below: 1_000_000)), 6)
        code = Code(digits: digits, end: max(end, code?.end ?? 0), shownUntil: code?.shownUntil ?? 0)
        return digits
    }

    /// Forgets a code whose time is over.
    private mutating func end(at now: UInt64) {
        if let end = code?.end, end <= now { code = nil }
    }
}

// MARK: - Trying codes

extension Pairing {
    /// What a browser's code has led to.
    package enum Tried: Equatable {
        /// The code is right and used up: the browser is paired.
        case right
        case wrong
        /// A wrong code too many: the display stops showing the right one, and pairing is locked for some seconds.
        case ended(seconds: Int)
        /// No code is valid. This does not count as a guess.
        case noCode
        /// Not six digits. This does not count as a guess.
        case malformed
        /// Pairing is locked for some seconds.
        case wait(seconds: Int)
    }

    /// Tries a code that a browser has sent.
    package mutating func enter(_ text: String, at now: UInt64) -> Tried {
        guard text.utf8.count == 6, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return .malformed }
        if let wait = locked(at: now) { return .wait(seconds: wait) }
        end(at: now)
        guard let code else { return .noCode }
        // All digits are compared, so that the time tells nothing.
        if zip(code.digits.utf8, text.utf8).reduce(0, { $0 | ($1.0 ^ $1.1) }) == 0 {
            self.code = nil
            (wrong, locks, credit) = (0, 0, WebLimits.askedCodes)
            return .right
        }
        wrong += 1
        return wrong == WebLimits.wrongCodes ? .ended(seconds: lock(at: now)) : .wrong
    }

    /// Ends the code and locks pairing. Returns the seconds of the lock.
    private mutating func lock(at now: UInt64) -> Int {
        (code, wrong) = (nil, 0)
        // After six doublings the lock is at its longest.
        let time = min(WebLimits.firstLock << UInt64(min(locks, 6)), WebLimits.longestLock)
        lockedUntil = now + time * Pairing.second
        locks += 1
        return Int(time)
    }

    /// Seconds until pairing is no longer locked; nil if it is not.
    private func locked(at now: UInt64) -> Int? { lockedUntil > now ? seconds(from: now, to: lockedUntil) : nil }

    /// Whole seconds, rounded up.
    private func seconds(from now: UInt64, to end: UInt64) -> Int {
        Int((end - now + Pairing.second - 1) / Pairing.second)
    }
}
