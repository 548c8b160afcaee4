import MIDI
import Program

/// Which clock each destination hears: one at a time (K7).
///
/// A keyboard ticks all the time, the box does too, and both are routed to one drum machine. Heard together they would be one
/// clock at double tempo.
struct HeardClocks {
    /// The clock of a destination.
    private struct Heard {
        /// When it last ticked for the destination, in nanoseconds.
        var at: UInt64 = 0
        /// Sources whose song position was dropped here, a bit each: their next continue carries it.
        var missed: UInt64 = 0
        var source = HeardClocks.none
    }

    /// How fast a port ticks.
    private struct Pace {
        /// When it last ticked, and since when fast ticks are counted, in nanoseconds.
        var at: UInt64 = 0
        var since: UInt64 = 0
        /// Fast ticks since then, and how many times in a row there were many.
        var fast: UInt32 = 0
        var rounds: UInt32 = 0
    }

    private let heard: UnsafeMutablePointer<Heard>
    private let paces: UnsafeMutablePointer<Pace>
    /// Sources that tick: the box's own, and ports that have ticked since they came. A bit each.
    private(set) var tickers: UInt64 = 1 << UInt64(Source.clock)
    /// Ticks and transport that were dropped because their destination heard another clock. Wraps.
    private(set) var dropped: UInt32 = 0

    /// In the place of a source: none has ticked yet.
    static let none = UInt8.max
    /// A clock that is silent for so long gives way to another, in nanoseconds.
    static let silence: UInt64 = 500_000_000

    /// Ticks closer than those of 1200 quarters a minute are fast, in nanoseconds. So many of them within `round`, so many times
    /// in a row, are those of a ring that brings ticks back: no instrument is so fast, and what a computer makes up for after a
    /// pause comes at once.
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

    /// The source whose clock a destination heard last, or `none`.
    @inline(__always)
    func last(of destination: PortIndex) -> UInt8 { heard[destination.position].source }

    /// The source whose clock a destination hears, or `none` where it is silent.
    func current(of destination: PortIndex, at now: UInt64) -> UInt8 {
        let clock = heard[destination.position]
        return now < clock.at.plus(HeardClocks.silence) ? clock.source : HeardClocks.none
    }

    /// A destination hears the clock of a source.
    @inline(__always)
    func hear(_ source: UInt8, at destination: PortIndex, at now: UInt64) {
        heard[destination.position].source = source
        heard[destination.position].at = now
    }

    /// A destination may hear another clock at once.
    func leave(_ destination: PortIndex) { heard[destination.position].source = HeardClocks.none }
}

// MARK: - What ticks

extension HeardClocks {
    func ticks(_ source: UInt8) -> Bool { tickers & 1 &<< UInt64(source) != 0 }

    /// A port has ticked. Returns whether its ticks come round in a ring (R19).
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

    /// The destinations that hear the clock of a source, a bit each.
    func destinations(of source: UInt8) -> UInt32 {
        var destinations: UInt32 = 0
        for port in PortIndex.all where heard[port.position].source == source { destinations |= port.bit }
        return destinations
    }

    /// A port is gone; what comes next may be another device.
    mutating func forget(_ port: UInt8) { tickers &= ~(1 &<< UInt64(port)) }
}

// MARK: - What is dropped

extension HeardClocks {
    /// A message of a source is dropped at a destination.
    mutating func drop(_ kind: MessageKind, from source: UInt8, at destination: PortIndex) {
        dropped &+= 1
        if kind == .songPosition { heard[destination.position].missed |= 1 &<< UInt64(source) }
    }

    /// A destination is told where a source is in its song. Returns whether it has missed the last song position.
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

    /// Whether recorded bytes are clocks of destinations.
    func hasValidState(at now: UInt64) -> Bool {
        for port in 0..<Limits.ports {
            let clock = heard[port]
            if clock.at > now || paces[port].at > now || paces[port].since > now { return false }
            if clock.source != HeardClocks.none && Int(clock.source) >= Limits.sources { return false }
        }
        return true
    }
}
