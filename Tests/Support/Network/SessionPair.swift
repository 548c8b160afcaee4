import MIDI
import RTPMIDI
import TestSupport

/// Two sessions and the network between them, in virtual time.
package final class SessionPair {
    /// How the network treats datagrams.
    package struct Weather {
        /// Probability that a datagram is lost, and that it comes twice.
        package var loss = 0.0, doubling = 0.0
        /// Probability that a burst of losses begins, and its longest length.
        package var bursts = 0.0, longestBurst = 50
        /// Longest delay in nanoseconds. Datagrams overtake each other.
        package var delay: UInt64 = 0

        package init() {}
    }

    private struct Flying {
        var bytes: [UInt8]
        var end: Int
        var at: UInt64
        var number: Int
    }

    package var sessions: [Session] = []
    package var weather = Weather()
    package var now: UInt64 = 1_000_000_000
    /// Called with the index of the session and the datagram that it sends.
    package var sent: (Int, [UInt8]) -> Void = { _, _ in }
    /// Called with the index of the session and each message that it delivers.
    package var delivered: (Int, Message) -> Void = { _, _ in }
    /// Called with the index of the session and each datagram that it has taken.
    package var arrived: (Int, [UInt8]) -> Void = { _, _ in }
    /// Events of a session that ended.
    package var ended: [(Int, Session.Event)] = []
    private var flying: [Flying] = []
    private var random: SplitMix
    private var burst = [0, 0]
    private var number = 0
    private let memory: [UnsafeMutableRawPointer]
    private let datagram: UnsafeMutableRawBufferPointer

    package init(_ random: inout SplitMix, buffer: UInt64 = 0, acknowledges: Bool = true) {
        self.random = SplitMix(state: random.next())
        memory = (0..<2).map { _ in .allocate(byteCount: Session.byteCount, alignment: 64) }
        datagram = .allocate(byteCount: SessionLimits.payload, alignment: 64)
        for index in 0..<2 {
            var session = Session(memory: memory[index])
            let setup = SessionSetup(
                ownSSRC: UInt32(0x1_0000 + index), remoteSSRC: UInt32(0x1_0001 - index), token: 7,
                isInitiator: index == 0, buffer: buffer)
            session.begin(setup, firstSequence: UInt16.random(in: 0...UInt16.max, using: &random), at: now)
            sessions.append(session)
        }
    }

    deinit {
        for block in memory { block.deallocate() }
        datagram.deallocate()
    }

    /// Sends what the sessions have to send now.
    package func flush() {
        for index in 0..<2 {
            while let range = sessions[index].nextDatagram(at: now, to: datagram) {
                let bytes = Array(datagram[range])
                sent(index, bytes)
                fly(bytes, to: 1 - index)
            }
            sessions[index].prepareJournal()
        }
    }

    private func fly(_ bytes: [UInt8], to end: Int) {
        if burst[end] == 0 && Double.random(in: 0..<1, using: &random) < weather.bursts {
            burst[end] = Int.random(in: 1...weather.longestBurst, using: &random)
        }
        // Bursts hit what comes quickly; the clock's exchanges are seconds apart.
        if burst[end] > 0 && !bytes.starts(with: [0xFF, 0xFF, 0x43, 0x4B]) {
            burst[end] -= 1
            return
        }
        if Double.random(in: 0..<1, using: &random) < weather.loss { return }
        let copies = Double.random(in: 0..<1, using: &random) < weather.doubling ? 2 : 1
        for _ in 0..<copies {
            let delay = weather.delay == 0 ? 0 : UInt64.random(in: 0...weather.delay, using: &random)
            flying.append(Flying(bytes: bytes, end: end, at: now + delay, number: number))
            number += 1
        }
    }

    /// Lets time pass, and does all that is due until then.
    package func run(until time: UInt64) {
        while true {
            flush()
            let arrival = flying.indices.min { (flying[$0].at, flying[$0].number) < (flying[$1].at, flying[$1].number) }
            let due = min(sessions[0].deadline, sessions[1].deadline)
            let next = min(arrival.map { flying[$0].at } ?? UInt64.max, due)
            if next > time { break }
            now = max(now, next)
            if let arrival, flying[arrival].at <= now {
                take(flying.remove(at: arrival))
            } else {
                for index in 0..<2 where sessions[index].deadline <= now {
                    let event = sessions[index].advance(to: now) { delivered(index, $0) }
                    if event != .none { return ended.append((index, event)) }
                }
            }
        }
        now = max(now, time)
    }

    private func take(_ datagram: Flying) {
        let event = datagram.bytes.withUnsafeBytes { bytes in
            sessions[datagram.end].receive(bytes, at: now) { delivered(datagram.end, $0) }
        }
        if event != .none { ended.append((datagram.end, event)) }
        arrived(datagram.end, datagram.bytes)
    }
}
