@testable import Loop
import CPlatform
import Configuration
import Devices
import Foundation
import Testing

@testable import Box

/// F5: a bus that hangs. A test cannot make a bus hang, so a turn that waits stands for the endless transfer.
@Suite struct TiltThreadTests {
    @Test func hangingTurnIsNoticed() throws {
        let file = try TemporaryFile("treadle: 1\n")
        let configuration = try Configuration.load(path: file.path).get()
        let loop = UnsafeMutablePointer<Loop>.allocate(capacity: 1)
        let contacts = UnsafeMutableBufferPointer<GPIOInput?>(start: nil, count: 0)
        loop.initialize(to: try #require(Loop(configuration, sequencer: nil, contacts: contacts)))
        let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let tilt = try #require(
            TiltThread(bus: "/dev/i2c-1", loop: loop) { now in
                begun.signal()
                mayEnd.wait()
                return .init(event: .lost, nextAt: now + 3_600_000_000_000, recoveries: 1)
            })
        tilt.start()
        begun.wait()
        let now = treadle_now()
        #expect(!tilt.hangs(at: now) && tilt.hangs(at: now + TiltThread.hangTime + 1))
        #expect(loop.pointee.motions.pop() == nil && tilt.recoveries == 0)
        mayEnd.signal()
        var ready: UInt32 = 0
        _ = treadle_poll([loop.pointee.wake], 1, 0, 10_000, &ready)
        #expect(ready == 1 && loop.pointee.motions.pop() != nil)
        #expect(!tilt.hangs(at: treadle_now()) && tilt.recoveries == 1)
        tilt.thread.askToEnd()
        #expect(tilt.thread.hasEnded(by: treadle_now() + 60_000_000_000))
    }

    /// E5: a transfer that does not end holds up the end of the box no longer than the deadline.
    @Test func hangingTurnDoesNotDelayTheEnd() throws {
        let thread = try #require(SlowThread("the test"))
        let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        thread.start {
            begun.signal()
            mayEnd.wait()
        }
        begun.wait()
        thread.askToEnd()
        #expect(!thread.hasEnded(by: treadle_now() + 1_000_000))
        mayEnd.signal()
        #expect(thread.hasEnded(by: treadle_now() + 60_000_000_000))
    }
}
