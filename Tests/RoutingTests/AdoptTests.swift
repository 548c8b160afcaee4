import MIDI
import Testing

@testable import Plan
@testable import Routing

/// A configuration that is reloaded while the box plays (E1).
@Suite struct AdoptTests {
    private let second: UInt64 = 1_000_000_000

    /// The messages of an internal clock in the second before and the second after a reload, with the number of ticks.
    private func sent(
        running: Bool, before: @escaping (inout Plan) -> Void, after: @escaping (inout Plan) -> Void
    ) -> [String] {
        let ways = [[Way(from: [Source.clock])]]
        let rig = Rig(ways)
        rig.adopt(ways, settings: before)
        rig.router.pointee.beginClock(at: 0)
        if running { rig.perform(.clock(.start)) }
        var lines: [String] = []
        for end in [second - 1, 2 * second - 1] {
            rig.advance(to: end)
            let messages = rig.sent()
            let ticks = messages.count { $0 == "8 F8" }
            lines.append((messages.filter { $0 != "8 F8" } + ["\(ticks) ticks"]).joined(separator: ", "))
            rig.adopt(ways, at: end, settings: after)
        }
        return lines
    }

    @Test func reloadChangesTheClockToTheNewSettings() {
        func always(_ plan: inout Plan) { plan.ticksWhenStopped = true }
        func playing(_ plan: inout Plan) { plan.ticksWhenStopped = false }
        func following(_ plan: inout Plan) { plan.clockSource = 0 }
        #expect(sent(running: false, before: always, after: always) == ["48 ticks", "48 ticks"])
        #expect(sent(running: false, before: always, after: playing) == ["48 ticks", "0 ticks"])
        #expect(sent(running: false, before: playing, after: always) == ["0 ticks", "49 ticks"])
        #expect(sent(running: true, before: playing, after: always) == ["8 FA, 48 ticks", "48 ticks"])
        #expect(sent(running: false, before: always, after: following) == ["48 ticks", "0 ticks"])
        #expect(sent(running: true, before: always, after: following) == ["8 FA, 48 ticks", "8 FC, 0 ticks"])
        #expect(sent(running: false, before: following, after: always) == ["0 ticks", "49 ticks"])
        #expect(sent(running: false, before: following, after: playing) == ["0 ticks", "0 ticks"])
    }

    /// H12: Stop is sent once, and not to a destination that still gets the clock by another routing.
    @Test func destinationThatLosesItsClockIsStopped() {
        let rig = Rig(Way(from: [Source.clock], to: [8, 9, 10]))
        rig.perform(.clock(.start))
        #expect(rig.sent() == ["8 FA", "9 FA", "10 FA"])
        rig.adopt([[Way(from: [Source.clock], to: [8]), Way(from: [0], to: [9])]])
        // Port 10 is no longer used (E5), so it is stopped before the load.
        #expect(rig.sent() == ["10 FC", "9 FC"])
        rig.adopt([[Way(from: [0], to: [8, 9])]])
        #expect(rig.sent() == ["8 FC"])
        rig.adopt([[]])
        #expect(rig.sent() == [])
    }

    /// H7: a curve or list ends with its program, so the controllers that it holds are reset. Others go on.
    @Test func controllerHeldByACurveOrListIsReset() {
        let double = [UInt8](0..<128).map { min(2 * $0, 127) }
        double.withUnsafeBufferPointer { table in
            var listed = Remap()
            listed.output = .controlChange(64)
            listed.values = .table(UnsafeRawPointer(table.baseAddress!))
            var way = Way()
            way.remaps = [(1, listed)]
            let rig = Rig(way.remapping(2, to: .pitchBend))
            rig.receive("B0 01 20")
            rig.receive("B0 02 7F")
            #expect(rig.sent() == ["8 B0 40 40", "8 E0 7F 00"])
            rig.adopt([[Way(to: [9])], [Way()]])
            #expect(rig.sent() == ["8 B0 40 00"])
            rig.receive("B0 01 30")
            rig.receive("B0 02 00")
            #expect(rig.sent() == ["9 B0 01 30", "8 E0 00 00", "9 B0 02 00"])
        }
    }

    /// H1, P3: a key that is held over a reload is released at its destination.
    @Test func heldKeyIsReleasedAtItsDestination() {
        let rig = Rig(Way().shifted(12))
        rig.receive("90 3C 64")
        rig.adopt([[Way(to: [9])], [Way()]])
        rig.receive("90 3E 64")
        rig.receive("80 3C 40")
        #expect(rig.sent() == ["8 90 48 64", "9 90 3E 64", "8 80 48 40"])
    }

    /// E5: a destination that no preset uses any more is reset at once. Other destinations of the same key go on.
    @Test func unusedDestinationIsReset() {
        let rig = Rig(Way(to: [8, 9]))
        rig.receive("90 3C 64")
        rig.receive("B0 40 7F")
        rig.receive("start 01 02 03 04 05 06", from: 1)
        _ = rig.sent()
        rig.adopt([[Way(to: [9])]])
        #expect(rig.sent() == ["8 80 3C 40", "8 B0 40 00"])
        rig.receive("80 3C 22")
        rig.receive("B0 40 00")
        #expect(rig.sent() == ["9 80 3C 22", "9 B0 40 00"])
        #expect(rig.router.pointee.isAtRest && rig.router.pointee.status.heldNotes == 0)
    }

    /// E5, S8: the SysEx to an unused destination is closed, and messages that wait for it are dropped.
    @Test func sysExToAnUnusedDestinationIsClosed() {
        let rig = Rig(Way(from: [0, 1], to: [8]))
        rig.receive("start 01 02 03 04 05 06")
        rig.receive("90 3C 64", from: 1)
        #expect(rig.sent() == ["8 F0 01 02 03 04 05 06"])
        rig.adopt([[Way(from: [0, 1], to: [9])]])
        rig.receive("end 07")
        rig.receive("80 3C 40", from: 1)
        #expect(rig.sent() == ["8 F7"])
        #expect(!rig.isWaiting(8))
    }
}
