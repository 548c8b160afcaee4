import Plan
import Testing

@testable import Box

/// The lines of the simulator's monitor.
@Suite struct MonitorLogTests {
    private func texts(_ log: MonitorLog, _ rows: Int = 20) -> [String] { log.window(rows).map { $0.text } }

    private func line(
        _ way: MonitorLine.Way, _ milliseconds: UInt64, _ content: MonitorLine.Content, _ note: String = ""
    )
        -> MonitorQueue.Group
    {
        .line(MonitorLine(way, milliseconds * 1_000_000, way == .out ? "module" : "motion", note, content))
    }

    @Test func droppedMessagesAreShownOnRequest() {
        var log = MonitorLog()
        log.add(.message, "one", at: 1)
        log.add(.dropped, "two", at: 2)
        #expect(texts(log) == ["one"])
        log.toggleDrops()
        #expect(texts(log) == ["one", "two"])
        log.toggleDrops()
        #expect(texts(log) == ["one"])
    }

    /// The window stays where it is while newer lines come.
    @Test func theWindowLooksBackOverAThousandLines() {
        var log = MonitorLog()
        for number in 0..<1500 { log.add(.message, "\(number)", at: UInt64(number)) }
        #expect(texts(log, 3) == ["1497", "1498", "1499"])
        log.scroll(by: 1000, rows: 3)
        #expect(texts(log, 3) == ["497", "498", "499"] && log.below == 1000)
        log.add(.message, "new", at: 1500)
        log.add(.dropped, "hidden", at: 1501)
        #expect(texts(log, 3) == ["497", "498", "499"] && log.below == 1001)
        log.scrollToOldest(rows: 3)
        #expect(texts(log, 3) == ["0", "1", "2"])
        log.scroll(by: -1, rows: 3)
        #expect(texts(log, 3) == ["1", "2", "3"])
        log.scrollToNewest()
        #expect(texts(log, 3) == ["1498", "1499", "new"] && log.below == 0)
        for number in 0..<10_000 { log.add(.message, "\(number)", at: UInt64(number)) }
        #expect(log.entries.count >= BoxLimits.simulatorLines && log.entries.count < 2 * BoxLimits.simulatorLines)
    }

    @Test func aSweepOfTheTiltIsOneLine() {
        var log = MonitorLog()
        let words = MonitorText()
        for step in 0..<5 as Range<UInt64> {
            log.add(line(.into, 10 * step, .words("motion y = \(8192 + step)")), words)
            log.add(line(.out, 10 * step, .bytes([0xB2, 11, UInt8(64 + step)]), "All"), words)
        }
        log.add(line(.out, 45, .bytes([0x92, 60, 90]), "All"), words)
        #expect(
            texts(log) == [
                "motion > motion y = 8196  5 values", "module < cc 11 expression 68 channel 3  (All)  5 values",
                "module < note C4 90 channel 3  (All)",
            ])
        // After a rest another sweep begins; without the tilt each message has its line.
        log.add(line(.into, 5000, .words("motion y = 1")), words)
        log.add(line(.out, 6000, .bytes([0xB2, 11, 1]), "All"), words)
        log.add(line(.out, 6001, .bytes([0xB2, 11, 2]), "All"), words)
        #expect(
            texts(log, 3) == [
                "motion > motion y = 1", "module < cc 11 expression 1 channel 3  (All)",
                "module < cc 11 expression 2 channel 3  (All)",
            ])
    }

    /// A2: what continuous values set is one line, with the last value.
    @Test func aSettingIsOneLineWhileItMoves() {
        var log = MonitorLog()
        for tempo in 120...124 as ClosedRange<UInt32> {
            let time = UInt64(tempo) * 1_000_000
            let action = Action.clock(.tempo(tempo * 100))
            let line = MonitorLine(.action, time, "keys", "set tempo \(tempo)", .action(action))
            log.add(line, "keys: set tempo \(tempo)")
            log.add(.message, "a message", at: time)
        }
        #expect(texts(log) == ["keys: set tempo 124"] + Array(repeating: "a message", count: 5))
    }

    /// H10: a panic is one line, and what is sent for other reasons has its own.
    @Test func aPanicIsOneLine() {
        var log = MonitorLog()
        log.beginPanic(at: 1_000_000)
        for controller in [64, 123, 120] as [UInt8] {
            log.add(line(.out, 1, .bytes([0xB0, controller, 0])), MonitorText())
        }
        log.add(line(.out, 2, .bytes([0xB0, 20, 1])), MonitorText())
        log.add(line(.out, 3000, .bytes([0xB0, 64, 0])), MonitorText())
        #expect(
            texts(log) == [
                "panic: 3 messages to module", "module < cc 20 1 channel 1", "module < cc 64 sustain 0 channel 1",
            ])
    }
}
