import MIDI
import Testing

@testable import Routing

/// S8: what would overflow the wait is dropped whole-message, oldest controller values first, and counted; note-offs
/// never are.
@Suite struct OverflowTests {
    private func full(_ fill: [String], then last: [String] = []) -> Rig {
        let rig = Rig(Way(from: [0]), Way(from: [1], to: [9]))
        for key in UInt8(0)..<128 { rig.receive(Message(status: 0x9F, key, 64)) }
        rig.block(8, true)
        _ = rig.take()
        for index in 0..<Limits.waiting - last.count { rig.receive(fill[index % fill.count]) }
        for text in last { rig.receive(text) }
        return rig
    }

    private func dropped(_ rig: Rig) -> UInt32 { rig.router.pointee.status.dropped }

    @Test func theOldestControllerValueGoesFirst() {
        let rig = full(["C0 01"], then: ["B0 07 01", "90 3C 64", "B0 07 02"])
        #expect(dropped(rig) == 0 && rig.router.pointee.room == 0)
        rig.receive("C0 02")
        #expect(dropped(rig) == 1)
        rig.block(8, false)
        let sent = rig.sent()
        #expect(sent.count == Limits.waiting)
        #expect(Array(sent.suffix(3)) == ["8 90 3C 64", "8 B0 07 02", "8 C0 02"])
        #expect(!sent.contains("8 B0 07 01"))
    }

    /// No controller left: what comes is dropped itself.
    @Test func withoutControllersTheNewMessageIsDropped() {
        let rig = full(["C0 01"])
        rig.receive("C0 02")
        rig.receive("90 3C 64")
        #expect(dropped(rig) == 2)
        rig.block(8, false)
        #expect(rig.sent().allSatisfy { $0 == "8 C0 01" })
    }

    @Test(arguments: [["B0 07 01"], ["90 3C 64"], ["C0 01"], ["C0 01", "90 3C 64", "D0 01"], ["F8"], ["F2 01 02"]])
    func noteOffsAreNeverDropped(fill: [String]) {
        let rig = full(fill)
        for key in UInt8(0)..<16 { rig.receive(Message(status: 0x8F, key, 64)) }
        #expect(dropped(rig) == 16)
        rig.block(8, false)
        let sent = rig.take()
        #expect(sent.filter { $0.message.status == 0x8F }.count == 16)
        #expect(sent.count == Limits.waiting)
    }

    /// What floods one port does not silence a note at another.
    @Test func aNoteOffFindsRoomAtAnotherPort() {
        let rig = full(["C0 01"])
        rig.receive("90 3C 64", from: 1)
        #expect(rig.sent() == ["9 90 3C 64"])
        rig.block(9, true)
        rig.receive("80 3C 40", from: 1)
        rig.block(9, false)
        #expect(rig.sent() == ["9 80 3C 40"])
    }

    /// A dump leaves the reserve to what is played; it is dropped whole, and what has begun of it is closed.
    @Test func aSysExDoesNotTakeTheReserve() {
        let rig = Rig(Way(from: [0, 1]))
        rig.receive("start 01 02 03 04 05 06")
        rig.block(8, true)
        for _ in 0..<Limits.waiting { rig.receive("continue 01 02 03 04 05 06") }
        #expect(dropped(rig) == 1)
        rig.receive("90 3C 64", from: 1)
        rig.receive("end")
        rig.block(8, false)
        #expect(rig.sent() == ["8 F0 01 02 03 04 05 06", "8 F7", "8 90 3C 64"])
    }

    @Test func anotherPortsDumpMakesRoomForANoteOff() {
        let rig = Rig(Way(from: [0]), Way(from: [1], to: [9]))
        for key in UInt8(0)..<128 { rig.receive(Message(status: 0x90, key, 64), from: 1) }
        rig.receive("start 01 02 03 04 05 06")
        rig.block(8, true)
        rig.block(9, true)
        for _ in 0..<Limits.waiting - Limits.waitingReserve { rig.receive("continue 01 02 03 04 05 06") }
        while rig.router.pointee.room > 100 {
            rig.receive("80 11 40", from: 1)
        }
        _ = rig.take()
        for key in UInt8(0)..<128 { rig.receive(Message(status: 0x80, key, 64), from: 1) }
        rig.block(9, false)
        #expect(Set(rig.sent()).count == 128)
    }
}
