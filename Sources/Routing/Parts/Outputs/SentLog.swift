import MIDI
import Program

/// The last `Limits.echoes` messages sent, so that a message that comes back is known word for word (R19).
///
/// Every message sent is one entry for each destination. Entries whose words have the same hash are a chain, so neither a message that
/// comes nor one that goes needs a search. What is only needed of returns stands in tables of its own.
struct SentLog {
    struct Entry {
        /// The word of a MIDI 1.0 message; of a packet, a hash of its words.
        var word: UInt32 = 0
        var destination: UInt8 = 0
        /// The test of the ring that this message is part of, or 0.
        var test: UInt8 = 0
        var hasOrigin = false
        /// It waits for its port, and `sentAt` is when it was queued.
        var isWaiting = false
        var sentAt: UInt64 = 0
        /// The number of the entry before this one in its chain.
        var previous: UInt32 = 0
        /// The sources by which it has come back, or one that was made with it for another destination, a bit each.
        var returned: UInt32 = 0
        /// The sources that brought back this one, a bit each.
        var matched: UInt32 = 0
    }

    /// Where a message comes from that was made of a return.
    struct Origin {
        /// The source by which the row began: what is counted and measured is how it comes back there.
        var source: UInt8 = 0
        /// How often it has come back there.
        var rounds: UInt8 = 0
        /// It was made of a return.
        var isReturn = false
        /// The destinations of all messages of this row, a bit each.
        var trail: UInt32 = 0
        /// When the first message of the row was sent, in nanoseconds.
        var began: UInt64 = 0
        /// When it went from `source` last, in nanoseconds.
        var passedAt: UInt64 = 0
        /// When the message was routed that this was made of, in nanoseconds.
        var routedAt: UInt64 = 0
        /// The shortest and the longest time that it took to come back to `source`, in nanoseconds.
        var shortest = UInt32.max
        var longest: UInt32 = 0
    }

    private let entries: UnsafeMutablePointer<Entry>
    private let origins: UnsafeMutablePointer<Origin>
    /// The words of entries that are packets.
    private let packets: UnsafeMutablePointer<Message>
    /// The newest entry of each chain: its number, and when it was sent, which mostly answers whether a message can be a return.
    private struct Head {
        var sentAt: UInt64 = 0
        var number: UInt32 = 0
    }

    private let heads: UnsafeMutablePointer<Head>
    /// The number of the next entry. Numbers wrap; those of the last `Limits.echoes` entries are good.
    private var next = UInt32(Limits.echoes) + 1

    private static let chains = 1024
    /// What a ring of two cables has doubled by the time it is proven, and as many as a message may cost.
    private static let steps = 512

    init(_ memory: inout Memory) {
        entries = memory.take(Limits.echoes, repeating: Entry())
        origins = memory.take(Limits.echoes, repeating: Origin())
        packets = memory.take(Limits.echoes, repeating: Message(0))
        heads = memory.take(SentLog.chains, repeating: Head())
    }

    static let byteCount =
        Memory.byteCount(of: Entry.self, Limits.echoes) + Memory.byteCount(of: Origin.self, Limits.echoes)
        + Memory.byteCount(of: Message.self, Limits.echoes) + Memory.byteCount(of: Head.self, chains)

    @inline(__always)
    private func head(of word: UInt32) -> UnsafeMutablePointer<Head> {
        // The middle bits of a product depend on all bits below.
        heads + Int((word &* 0x9E37_79B9) >> 16) & (SentLog.chains - 1)
    }

    @inline(__always)
    private func place(_ number: UInt32) -> Int { Int(number) & (Limits.echoes - 1) }

    @inline(__always)
    private func isGood(_ number: UInt32) -> Bool { next &- number <= UInt32(Limits.echoes) }

    @inline(__always)
    subscript(number: UInt32) -> Entry { entries[place(number)] }

    /// What a message was made from; nothing for one that was made of no return.
    func origin(of number: UInt32) -> Origin {
        self[number].hasOrigin ? origins[place(number)] : Origin()
    }
}

extension SentLog.Origin {
    /// A row that begins with a message that a source brings back. Where it was played is not known, and so is how long it takes
    /// from there.
    init(from source: UInt8, began: UInt64) { self.init(source: source, isReturn: true, began: began) }

    /// It has come back to `source` once more.
    mutating func goRound(at now: UInt64) {
        if rounds > 0 {
            let delay = UInt32(clamping: now - min(now, passedAt))
            shortest = min(shortest, delay)
            longest = max(longest, delay)
        }
        if rounds < .max { rounds += 1 }
        passedAt = now
    }

    /// Whether it is known how long it takes.
    var isMeasured: Bool { longest > 0 }

    /// Whether all of the row took about the same time to come back, as through a cable or a computer.
    var isSteady: Bool { spread <= 1_000_000 + UInt64(longest) / 16 }

    /// Whether all of the row took the same time to come back, as through a cable.
    var isSharp: Bool { spread <= 500_000 }

    private var spread: UInt64 { UInt64(longest - min(shortest, longest)) }
}

// MARK: - Remembering

extension SentLog {
    /// Remembers that a word was sent.
    @inline(__always)
    mutating func append(_ word: UInt32, to destination: PortIndex, at now: UInt64) {
        let head = head(of: word)
        let number = next
        next = number &+ 1
        entries[place(number)] = Entry(
            word: word, destination: destination.rawValue, sentAt: now, previous: head.pointee.number)
        head.pointee = Head(sentAt: now, number: number)
    }

    /// Remembers that a message was sent, of as many words as it has.
    mutating func append(_ message: Message, to destination: PortIndex, at now: UInt64) {
        append(message.wordInLoops, to: destination, at: now)
        if message.isPacketOnly { packets[place(next &- 1)] = message }
    }

    /// Says of the newest entry what it was made from.
    mutating func setOrigin(_ origin: Origin, test: UInt8, routedAt time: UInt64) {
        let place = place(next &- 1)
        entries[place].hasOrigin = true
        entries[place].test = test
        origins[place] = origin
        origins[place].routedAt = time
    }

    /// Says of the newest entry that it waits for its port.
    mutating func letWait() { entries[place(next &- 1)].isWaiting = true }

    /// Makes the newest entry part of a test.
    mutating func markNewest(_ test: UInt8) { entries[place(next &- 1)].test = test }

    /// A message that has waited is sent. Returns the test that it is part of, or 0.
    mutating func appendWaited(_ message: Message, to destination: PortIndex, at now: UInt64) -> UInt8 {
        var found: UInt32?
        forEach(message) { number in
            if self[number].isWaiting && self[number].destination == destination.rawValue { found = number }
            return true
        }
        append(message, to: destination, at: now)
        guard let found else { return 0 }
        var origin = origins[place(found)]
        // How long it waited is no part of the time in which a ring brings back a message.
        origin.passedAt += now - min(now, entries[place(found)].sentAt)
        let test = entries[place(found)].test
        setOrigin(origin, test: test, routedAt: origin.routedAt)
        // Never found again: no word is 0.
        entries[place(found)].word = 0
        return test
    }
}

// MARK: - Finding

extension SentLog {
    /// Whether a word was sent within the last nanoseconds, or waits since then.
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

    /// The message with these words that a source most likely has brought back: the oldest that has been sent since `time` and
    /// before `now`, and is behind the one that it brought back last from the same destination. One that went to several
    /// destinations at once mostly comes back once: its copies are taken only where there is no other. Nil: there is none.
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

    /// The message of a test with these words that passed the source of the test in a time given in nanoseconds, and that a source
    /// has not brought back yet. Nil: there is none.
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

    /// Whether a message with these words that is no part of a test was sent since `time` and before `now`, and has not been
    /// brought back by a source.
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

    /// A message has come back by a source, and most likely those for it that went to other destinations at once. Returns their
    /// destinations, a bit each.
    mutating func markReturned(_ number: UInt32, as message: Message, from source: UInt8) -> UInt32 {
        let bit: UInt32 = 1 << UInt32(source)
        var destinations: UInt32 = 0
        forEachSibling(of: number, message) { destinations |= 1 << UInt32(self[$0].destination) }
        // One that went to a single destination has come back by its only cable.
        let isOne = destinations & (destinations &- 1) == 0
        forEachSibling(of: number, message) { entries[place($0)].returned |= isOne ? .max : bit }
        entries[place(number)].matched |= bit
        return destinations
    }

    /// Whether a message with these words waits, as part of a test.
    func isWaiting(_ message: Message, test: UInt8) -> Bool {
        var isFound = false
        forEach(message) { number in
            if self[number].isWaiting && self[number].test == test { isFound = true }
            return !isFound
        }
        return isFound
    }

    /// Visits the words of all messages that wait.
    func forEachWaiting(_ visit: (UInt32) -> Void) {
        for place in 0..<Limits.echoes where entries[place].isWaiting && entries[place].word != 0 {
            visit(entries[place].word)
        }
    }

    private func event(of number: UInt32) -> UInt64 {
        self[number].hasOrigin ? origins[place(number)].routedAt : self[number].sentAt
    }

    /// Visits an entry and those to other destinations that were made with it.
    @inline(__always)
    private func forEachSibling(of number: UInt32, _ message: Message, _ visit: (UInt32) -> Void) {
        let event = event(of: number)
        forEach(message) { other in
            if self.event(of: other) == event { visit(other) }
            return self[other].sentAt >= event
        }
    }

    private func isEqual(_ number: UInt32, to message: Message) -> Bool {
        self[number].word == message.wordInLoops
            && (!message.isPacketOnly || packets[place(number)] == message)
    }

    /// Visits the entries with these words, the newest first, until the closure returns false. No more than `steps` of their chain,
    /// so that a flood of one message costs bounded time.
    @inline(__always)
    private func forEach(_ message: Message, _ visit: (UInt32) -> Bool) {
        var number = head(of: message.wordInLoops).pointee.number
        var left = SentLog.steps
        while isGood(number) && left > 0 {
            if isEqual(number, to: message) && !visit(number) { return }
            number = self[number].previous
            left -= 1
        }
    }
}

extension Message {
    /// The word by which a message is found among those sent: its own, or of a packet a hash of its words.
    var wordInLoops: UInt32 {
        if !isPacketOnly { return word0 }
        let hash = word0 &* 0x9E37_79B1 ^ word1 &* 0x85EB_CA77 ^ word2 &* 0xC2B2_AE3D ^ word3
        return UInt32(MessageType.midi2Channel) << 28 | hash >> 4
    }
}
