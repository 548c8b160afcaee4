import MIDI
import Plan

/// The last `Limits.echoes` messages sent, by which a returning message is recognized word for word (R19).
///
/// A sent message has one entry for each destination. Entries with equal hashes form a chain, so neither an incoming
/// nor an outgoing message needs a search. Data needed only for returns is stored in separate tables.
struct SentLog {
    struct Entry {
        /// The word of a MIDI 1.0 message, or the hash of the words of a UMP or SysEx.
        var word: UInt32 = 0
        var destination: UInt8 = 0
        /// The number of the feedback test that this message belongs to, or 0.
        var test: UInt8 = 0
        var hasOrigin = false
        /// The message waits for its port; `sentAt` is the time when it was queued.
        var isWaiting = false
        var sentAt: UInt64 = 0
        /// The number of the previous entry in the same chain.
        var previous: UInt32 = 0
        /// The sources that returned this message or one made together with it for another destination, one bit each.
        var returned: UInt32 = 0
        /// The sources that returned this very message, one bit each.
        var matched: UInt32 = 0
    }

    private let entries: UnsafeMutablePointer<Entry>
    private let origins: UnsafeMutablePointer<Origin>
    /// The words of entries that are UMPs or SysEx.
    private let umps: UnsafeMutablePointer<Message>
    /// The newest entry of a chain: its number and the time it was sent, which usually suffices to rule out a return.
    private struct Head {
        var sentAt: UInt64 = 0
        var number: UInt32 = 0
    }

    private let heads: UnsafeMutablePointer<Head>
    /// The number of the next entry. Numbers wrap; only the last `Limits.echoes` are valid.
    private var next = UInt32(Limits.echoes) + 1

    private static let chains = 1024
    /// Maximum entries to search for one message: as many copies as two parallel cables make before feedback is proven.
    private static let steps = 512

    init(_ memory: inout Memory) {
        entries = memory.take(Limits.echoes, repeating: Entry())
        origins = memory.take(Limits.echoes, repeating: Origin())
        umps = memory.take(Limits.echoes, repeating: Message(0))
        heads = memory.take(SentLog.chains, repeating: Head())
    }

    static let byteCount =
        Memory.byteCount(of: Entry.self, Limits.echoes) + Memory.byteCount(of: Origin.self, Limits.echoes)
        + Memory.byteCount(of: Message.self, Limits.echoes) + Memory.byteCount(of: Head.self, chains)

    @inline(__always)
    private func head(of word: UInt32) -> UnsafeMutablePointer<Head> {
        // The middle bits of a product depend on all lower bits.
        heads + Int((word &* 0x9E37_79B9) >> 16) & (SentLog.chains - 1)
    }

    @inline(__always)
    private func place(_ number: UInt32) -> Int { Int(number) & (Limits.echoes - 1) }

    @inline(__always)
    private func isGood(_ number: UInt32) -> Bool { next &- number <= UInt32(Limits.echoes) }

    @inline(__always)
    subscript(number: UInt32) -> Entry { entries[place(number)] }

    /// The origin of a sent message; an empty one if it was not made from a return.
    func origin(of number: UInt32) -> Origin {
        self[number].hasOrigin ? origins[place(number)] : Origin()
    }
}

// MARK: - Remembering

extension SentLog {
    /// Stores that a word was sent.
    @inline(__always)
    mutating func append(_ word: UInt32, to destination: PortIndex, at now: UInt64) {
        let head = head(of: word)
        let number = next
        next = number &+ 1
        entries[place(number)] = Entry(
            word: word, destination: destination.rawValue, sentAt: now, previous: head.pointee.number)
        head.pointee = Head(sentAt: now, number: number)
    }

    /// Stores that a message was sent, with all its words.
    mutating func append(_ message: Message, to destination: PortIndex, at now: UInt64) {
        append(message.wordInFeedback, to: destination, at: now)
        if message.needsAllWords { umps[place(next &- 1)] = message }
    }

    /// Sets the origin of the newest entry.
    mutating func setOrigin(_ origin: Origin, test: UInt8, routedAt time: UInt64) {
        let place = place(next &- 1)
        entries[place].hasOrigin = true
        entries[place].test = test
        origins[place] = origin
        origins[place].routedAt = time
    }

    /// Marks the newest entry, which was made from a return, if it differs from that return.
    mutating func markIfChanged(from word: UInt32) {
        origins[place(next &- 1)].isChanged = entries[place(next &- 1)].word != word
    }

    /// The index of the port to which the newest message was sent.
    var newestDestination: Int { Int(entries[place(next &- 1)].destination) }

    /// Marks the newest entry as waiting for its port.
    mutating func letWait() { entries[place(next &- 1)].isWaiting = true }

    /// Makes the newest entry part of a test.
    mutating func markNewest(_ test: UInt8) { entries[place(next &- 1)].test = test }

    /// Stores that a message was sent after waiting. Returns the number of its test, or 0.
    mutating func appendWaited(_ message: Message, to destination: PortIndex, at now: UInt64) -> UInt8 {
        var found: UInt32?
        forEach(message) { number in
            if self[number].isWaiting && self[number].destination == destination.rawValue { found = number }
            return true
        }
        append(message, to: destination, at: now)
        guard let found else { return 0 }
        var origin = origins[place(found)]
        // The waiting time must not count as part of the return time.
        origin.passedAt += now - min(now, entries[place(found)].sentAt)
        let test = entries[place(found)].test
        setOrigin(origin, test: test, routedAt: origin.routedAt)
        // Hides the old entry from searches: no message has the word 0.
        entries[place(found)].word = 0
        return test
    }
}

// MARK: - Finding

extension SentLog {
    /// Whether a word was sent or queued within the last `window` nanoseconds.
    @inline(__always)
    func isSent(_ word: UInt32, within window: UInt64, at now: UInt64) -> Bool {
        now <= head(of: word).pointee.sentAt &+ window && isInChain(word, within: window, at: now)
    }

    @inline(never)
    private func isInChain(_ word: UInt32, within window: UInt64, at now: UInt64) -> Bool {
        var number = head(of: word).pointee.number
        var left = SentLog.steps
        while isGood(number) && left > 0 && now <= self[number].sentAt &+ window {
            if self[number].word == word { return true }
            number = self[number].previous
            left -= 1
        }
        return false
    }

    /// The sent message that a source most likely returned: the oldest with these words, sent since `time` and before
    /// `now`, and later than the last return from the same destination. A message sent to several destinations at once
    /// usually returns once, so its copies are chosen only if there is no other. Nil if there is none.
    func oldestUnreturned(
        _ message: Message, from source: UInt8, after latest: UnsafePointer<UInt32>, since time: UInt64,
        before now: UInt64
    ) -> UInt32? {
        var (found, copy): (UInt32?, UInt32?)
        let bit: UInt32 = 1 << UInt32(source)
        forEach(message) { number in
            let entry = self[number]
            if entry.sentAt < time { return false }
            let isBehind = Int32(bitPattern: number &- latest[Int(entry.destination)]) > 0
            if !isBehind || entry.isWaiting || entry.sentAt >= now || entry.matched & bit != 0 { return true }
            if entry.returned & bit == 0 { found = number } else { copy = number }
            return true
        }
        return found ?? copy
    }

    /// A message of a test with these words that passed the source of the test within `time`, in nanoseconds, and was
    /// not returned by `source` yet. Nil if there is none.
    func passed(
        _ message: Message, test: UInt8, during time: ClosedRange<UInt64>, before now: UInt64, from source: UInt8
    ) -> UInt32? {
        var found: UInt32?
        forEach(message) { number in
            let entry = self[number]
            if entry.test == test && !entry.isWaiting && entry.sentAt < now && entry.matched & 1 << UInt32(source) == 0
                && time.contains(origins[place(number)].passedAt)
            {
                found = number
            }
            return true
        }
        return found
    }

    /// Whether a message with these words, outside any test, was sent since `time` and before `now`, and has not been
    /// returned by `source`.
    func isSentOutsideTests(
        _ message: Message, since time: UInt64, before now: UInt64, notBackAt source: UInt8
    ) -> Bool {
        var isFound = false
        forEach(message) { number in
            let entry = self[number]
            if entry.sentAt < time { return false }
            isFound =
                entry.test == 0 && !entry.isWaiting && entry.sentAt < now
                && entry.matched & 1 << UInt32(source) == 0
            return !isFound
        }
        return isFound
    }

    /// Marks a sent message as returned by a source, and its siblings to other destinations as probably returned.
    /// Returns the destinations of all of them, one bit each.
    mutating func markReturned(_ number: UInt32, as message: Message, from source: UInt8) -> UInt32 {
        let bit: UInt32 = 1 << UInt32(source)
        var destinations: UInt32 = 0
        forEachSibling(of: number, message) { destinations |= 1 << UInt32(self[$0].destination) }
        // A message sent to a single destination has returned through the only possible cable.
        let isOne = destinations & (destinations &- 1) == 0
        forEachSibling(of: number, message) { entries[place($0)].returned |= isOne ? .max : bit }
        entries[place(number)].matched |= bit
        return destinations
    }

    /// The newest message with these words, sent since `time` and before `now`, that routings made from a different
    /// return. Nil if there is none. Its returns count in any order, because no player plays such a message.
    func newestChanged(_ message: Message, since time: UInt64, before now: UInt64) -> UInt32? {
        var found: UInt32?
        forEach(message) { number in
            let entry = self[number]
            if entry.sentAt < time { return false }
            let isChanged = entry.hasOrigin && origins[place(number)].isReturn && origins[place(number)].isChanged
            if isChanged && !entry.isWaiting && entry.sentAt < now { found = number }
            return found == nil
        }
        return found
    }

    /// The newest message of a test with these words that was sent before `now`. Nil if there is none.
    func newest(_ message: Message, test: UInt8, before now: UInt64) -> UInt32? {
        var found: UInt32?
        forEach(message) { number in
            if self[number].test == test && !self[number].isWaiting && self[number].sentAt < now { found = number }
            return found == nil
        }
        return found
    }

    /// Whether a source other than `source` returned a sent message or a copy to another destination.
    func isReturnedElsewhere(_ number: UInt32, than source: UInt8) -> Bool {
        let entry = self[number]
        let others: UInt32 = ~(1 << UInt32(source))
        // `returned` has all bits set if the message was sent to a single destination, and then names no source.
        return (entry.matched | (entry.returned == .max ? 0 : entry.returned)) & others != 0
    }

    /// Whether a message with these words waits as part of the test.
    func isWaiting(_ message: Message, test: UInt8) -> Bool {
        var isFound = false
        forEach(message) { number in
            if self[number].isWaiting && self[number].test == test { isFound = true }
            return !isFound
        }
        return isFound
    }

    /// Visits the words of all waiting messages.
    func forEachWaiting(_ visit: (UInt32) -> Void) {
        for place in 0..<Limits.echoes where entries[place].isWaiting && entries[place].word != 0 {
            visit(entries[place].word)
        }
    }

    private func event(of number: UInt32) -> UInt64 {
        self[number].hasOrigin ? origins[place(number)].routedAt : self[number].sentAt
    }

    /// Visits an entry and its siblings: messages to other destinations made from the same incoming message.
    @inline(__always)
    private func forEachSibling(of number: UInt32, _ message: Message, _ visit: (UInt32) -> Void) {
        let event = event(of: number)
        forEach(message) { other in
            if self.event(of: other) == event { visit(other) }
            return self[other].sentAt >= event
        }
    }

    private func isEqual(_ number: UInt32, to message: Message) -> Bool {
        self[number].word == message.wordInFeedback
            && (!message.needsAllWords || umps[place(number)] == message)
    }

    /// Visits the entries with these words, newest first, until the closure returns false. Visits at most `steps`
    /// entries of the chain, so that a flood of one message costs bounded time.
    @inline(__always)
    private func forEach(_ message: Message, _ visit: (UInt32) -> Bool) {
        var number = head(of: message.wordInFeedback).pointee.number
        var left = SentLog.steps
        while isGood(number) && left > 0 {
            if isEqual(number, to: message) && !visit(number) { return }
            number = self[number].previous
            left -= 1
        }
    }
}
