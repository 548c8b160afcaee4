import MIDI
import Plan

/// The clock that each destination receives: one at a time (K7).
///
/// Example: a keyboard ticks all the time, so does the box, and both are routed to one drum machine. Together they
/// would be one clock at double tempo.
struct HeardClocks {
    /// The clock that one destination receives.
    private struct Heard {
        /// When the clock last ticked for the destination, in nanoseconds.
        var at: UInt64 = 0
        /// Sources whose song position was dropped here, one bit each: it is sent before their next continue.
        var missed: UInt64 = 0
        var source = HeardClocks.none
    }

    /// The tick rate of a port.
    private struct Pace {
        /// When the port last ticked, and when the count of fast ticks began, in nanoseconds.
        var at: UInt64 = 0
        var since: UInt64 = 0
        /// The number of fast ticks counted since then, and of successive periods with many of them.
        var fast: UInt32 = 0
        var rounds: UInt32 = 0
    }

    private let heard: UnsafeMutablePointer<Heard>
    private let paces: UnsafeMutablePointer<Pace>
    /// Sources that tick, one bit each: the box's own clock, and ports that have ticked since they appeared.
    private(set) var tickers: UInt64 = 1 << UInt64(Source.clock)
    /// Number of ticks and transport messages dropped because their destination receives another clock; wraps.
    private(set) var dropped: UInt32 = 0

    /// Used in place of a source while none has ticked.
    static let none = UInt8.max
    /// How long a clock must be silent before another one may replace it, in nanoseconds.
    static let silence: UInt64 = 500_000_000

    /// Ticks less than `fast` ns apart (1200 BPM) are fast. If `rounds` successive periods of `round` ns contain `many`
    /// fast ticks each, the ticks are feedback: no instrument is so fast, and a computer that catches up after a pause
    /// sends its ticks all at once.
    private static let fast: UInt64 = 2_083_333
    private static let round: UInt64 = 25_000_000
    private static let many: UInt32 = 8
    private static let rounds: UInt32 = 4

    static let byteCount =
        Memory.byteCount(of: Heard.self, Limits.ports) + Memory.byteCount(of: Pace.self, Limits.ports)

    init(_ memory: inout Memory) {
        heard = memory.take(Limits.ports, repeating: Heard())
        paces = memory.take(Limits.ports, repeating: Pace())
    }

    /// The source of the last clock that a destination received, or `none`.
    @inline(__always)
    func last(of destination: PortIndex) -> UInt8 { heard[destination.position].source }

    /// The source of the clock that a destination receives now, or `none` if that clock is silent.
    func current(of destination: PortIndex, at now: UInt64) -> UInt8 {
        let clock = heard[destination.position]
        return now < clock.at.plus(HeardClocks.silence) ? clock.source : HeardClocks.none
    }

    /// Records that a destination receives a tick or start of a source's clock.
    @inline(__always)
    func hear(_ source: UInt8, at destination: PortIndex, at now: UInt64) {
        heard[destination.position].source = source
        heard[destination.position].at = now
    }

    /// Lets a destination receive another clock at once.
    func leave(_ destination: PortIndex) { heard[destination.position].source = HeardClocks.none }
}

// MARK: - What ticks

extension HeardClocks {
    func ticks(_ source: UInt8) -> Bool { tickers & 1 &<< UInt64(source) != 0 }

    /// Records a tick of a port. Returns whether its ticks are feedback (R19).
    @inline(__always)
    mutating func tick(from port: UInt8, at now: UInt64) -> Bool {
        tickers |= 1 &<< UInt64(port)
        let pace = paces + Int(port)
        let isFast = now &- pace.pointee.at < HeardClocks.fast
        pace.pointee.at = now
        return isFast && comesRound(pace, at: now)
    }

    @inline(never)
    private func comesRound(_ pace: UnsafeMutablePointer<Pace>, at now: UInt64) -> Bool {
        let time = now - min(now, pace.pointee.since)
        if time > HeardClocks.round {
            let isNext = time <= 2 * HeardClocks.round && pace.pointee.fast >= HeardClocks.many
            pace.pointee.rounds = isNext ? pace.pointee.rounds + 1 : 0
            (pace.pointee.since, pace.pointee.fast) = (now, 0)
        }
        pace.pointee.fast &+= 1
        return pace.pointee.rounds >= HeardClocks.rounds
    }

    /// The destinations that receive the clock of a source, one bit each.
    func destinations(of source: UInt8) -> UInt32 {
        var destinations: UInt32 = 0
        for port in PortIndex.all where heard[port.position].source == source { destinations |= port.bit }
        return destinations
    }

    /// Forgets that a port ticks, because it was removed and another device may follow.
    mutating func forget(_ port: UInt8) { tickers &= ~(1 &<< UInt64(port)) }
}

// MARK: - What is dropped

extension HeardClocks {
    /// Counts a message dropped at a destination, and remembers a missed song position.
    mutating func drop(_ kind: MessageKind, from source: UInt8, at destination: PortIndex) {
        dropped &+= 1
        if kind == .songPosition { heard[destination.position].missed |= 1 &<< UInt64(source) }
    }

    /// Clears the mark that a destination missed the song position of a source. Returns whether the mark was set.
    func locate(_ source: UInt8, at destination: PortIndex) -> Bool {
        let bit: UInt64 = 1 &<< UInt64(source)
        defer { heard[destination.position].missed &= ~bit }
        return heard[destination.position].missed & bit != 0
    }
}

// MARK: - Recording

extension HeardClocks {
    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(heard, Limits.ports))
        visit(.of(paces, Limits.ports))
        withUnsafeMutableBytes(of: &tickers, visit)
        withUnsafeMutableBytes(of: &dropped, visit)
    }

    /// Checks restored bytes: times and sources must be in range.
    func hasValidState(at now: UInt64) -> Bool {
        for port in 0..<Limits.ports {
            let clock = heard[port]
            if clock.at > now || paces[port].at > now || paces[port].since > now { return false }
            if clock.source != HeardClocks.none && Int(clock.source) >= Limits.sources { return false }
        }
        return true
    }
}
