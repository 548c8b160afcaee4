import Testing

@testable import Loop

/// S9: a wire whose rate is not quite MIDI's never has more than a byte or two before what is written next.
@Suite struct WirePaceTests {
    /// What a driver and its hardware have left, each byte of which takes so long.
    private struct Wire {
        let byteTime: UInt64
        var doneAt: UInt64 = 0

        mutating func write(_ count: Int, at now: UInt64) { doneAt = max(doneAt, now) + UInt64(count) * byteTime }
    }

    /// Writes single bytes, or whole messages a byte before their time, without a pause; the most that was left in it
    /// before what is written, in nanoseconds, and when all is out.
    private func saturate(_ wire: inout Wire, bytes: Int, isClocked: Bool) -> (most: UInt64, at: UInt64) {
        var (pace, now, most) = (WirePace(byteTime: 320_000), UInt64(1_000_000_000), UInt64(0))
        pace.clockedUntil = isClocked ? UInt64.max : 0
        var written = 0
        while written < bytes {
            if pace.isToAsk {
                now = max(now, pace.readyAt)
                pace.heard(isIdle: wire.doneAt <= now, at: now)
                continue
            }
            now = max(now, isClocked ? pace.readyAt : max(pace.freeAt, 320_000) - 320_000)
            let count = pace.due(3, at: now)
            most = max(most, wire.doneAt > now ? wire.doneAt - now : 0)
            wire.write(count, at: now)
            pace.wrote(count, at: now)
            written += count
        }
        return (most, wire.doneAt - 1_000_000_000)
    }

    @Test(arguments: [UInt64(316_800), 320_000, 321_000, 323_200, 326_400], [true, false])
    func wireOfAnotherRateIsNeverFarBehind(byteTime: UInt64, isClocked: Bool) {
        var wire = Wire(byteTime: byteTime)
        let (most, took) = saturate(&wire, bytes: 30_000, isClocked: isClocked)
        // Three eighths of a byte or a whole one before its time, and what 128 bytes have come to.
        let ahead: UInt64 = isClocked ? 120_000 : 320_000
        let behind = byteTime > 320_000 ? (byteTime - 320_000) * 130 : 0
        #expect(most <= ahead + behind)
        // Asking costs less than one byte in a hundred.
        #expect(took < 30_000 * max(byteTime, 320_000) / 100 * 101)
    }

    /// A tick goes three eighths of a byte before the wire is free, also to a wire that has to be asked, which is asked
    /// later.
    @Test func tickAsksNobody() {
        var pace = WirePace(byteTime: 320_000)
        pace.clockedUntil = UInt64.max
        pace.wrote(200, at: 1_000_000)
        #expect(pace.isToAsk)
        #expect(pace.takesAt == pace.freeAt - 120_000 && pace.readyAt > pace.freeAt)
        #expect(pace.due(1, at: pace.takesAt - 1) == 0)
        #expect(pace.due(1, at: pace.takesAt) == 1)
    }

    @Test func driverThatNeverSaysIdleIsNotBelieved() {
        var pace = WirePace(byteTime: 320_000)
        pace.wrote(200, at: 1_000_000)
        var asked = 0
        while pace.isToAsk {
            pace.heard(isIdle: false, at: pace.readyAt)
            asked += 1
        }
        #expect(asked == 256)
        pace.wrote(1000, at: pace.freeAt)
        #expect(!pace.isToAsk)
    }

    @Test func pauseIsAsGoodAsAnAnswer() {
        var pace = WirePace(byteTime: 320_000)
        pace.wrote(100, at: 1_000_000)
        pace.wrote(100, at: pace.freeAt + 320_000)
        #expect(!pace.isToAsk)
        pace.wrote(28, at: pace.freeAt)
        #expect(pace.isToAsk)
    }

    @Test func whatIsNoWireIsNeverAsked() {
        var pace = WirePace()
        pace.wrote(10_000, at: 1)
        #expect(!pace.isToAsk)
        #expect(pace.due(500, at: 2) == 500)
    }
}
