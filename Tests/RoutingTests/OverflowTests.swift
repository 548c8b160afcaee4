import MIDI
import Testing

@testable import Plan
@testable import Routing

/// S8: when the outbox is full, whole messages are dropped and counted, the oldest controller values first. Note-offs
/// are never dropped.
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

    @Test func theOldestControllerValueGoesFirst() {
        let rig = full(["C0 01"], then: ["B0 07 01", "90 3C 64", "B0 07 02"])
        #expect(rig.dropped == 0 && rig.router.pointee.room == 0)
        rig.receive("C0 02")
        #expect(rig.dropped == 1)
        rig.block(8, false)
        let sent = rig.sent()
        #expect(sent.count == Limits.waiting)
        #expect(Array(sent.suffix(3)) == ["8 90 3C 64", "8 B0 07 02", "8 C0 02"])
        #expect(!sent.contains("8 B0 07 01"))
    }

    /// If no controller waits, the new message is dropped.
    @Test func withoutControllersTheNewMessageIsDropped() {
        let rig = full(["C0 01"])
        rig.receive("C0 02")
        rig.receive("90 3C 64")
        #expect(rig.dropped == 2)
        rig.block(8, false)
        #expect(rig.sent().allSatisfy { $0 == "8 C0 01" })
    }

    @Test(arguments: [["B0 07 01"], ["90 3C 64"], ["C0 01"], ["C0 01", "90 3C 64", "D0 01"], ["F8"], ["F2 01 02"]])
    func noteOffsAreNeverDropped(fill: [String]) {
        let rig = full(fill)
        for key in UInt8(0)..<16 { rig.receive(Message(status: 0x8F, key, 64)) }
        #expect(rig.dropped == 16)
        rig.block(8, false)
        let sent = rig.take()
        #expect(sent.filter { $0.message.status == 0x8F }.count == 16)
        #expect(sent.count == Limits.waiting)
    }

    /// A flood at one port does not block note-offs at another.
    @Test func aNoteOffFindsRoomAtAnotherPort() {
        let rig = full(["C0 01"])
        rig.receive("90 3C 64", from: 1)
        #expect(rig.sent() == ["9 90 3C 64"])
        rig.block(9, true)
        rig.receive("80 3C 40", from: 1)
        rig.block(9, false)
        #expect(rig.sent() == ["9 80 3C 40"])
    }

    /// A dump does not use the reserve for played messages. It is dropped whole, and closed if it has begun.
    @Test func aSysExDoesNotTakeTheReserve() {
        let rig = Rig(Way(from: [0, 1]))
        rig.receive("start 01 02 03 04 05 06")
        rig.block(8, true)
        for _ in 0..<Limits.waiting { rig.receive("continue 01 02 03 04 05 06") }
        #expect(rig.dropped == 1)
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
        let noteOff = message("80 11 40")
        while rig.router.pointee.room > 100 {
            _ = rig.router.pointee.outputs.outbox.append(noteOff, path: .none, to: .noteOff, of: 9)
        }
        _ = rig.take()
        for key in UInt8(0)..<128 { rig.receive(Message(status: 0x80, key, 64), from: 1) }
        rig.block(9, false)
        #expect(Set(rig.sent()).count == 128)
    }

    /// A repeated note-off is redundant and takes none of the last slots.
    @Test func repeatedNoteOffsLeaveRoomForOthers() {
        let rig = Rig(Way(from: [0]))
        for key in UInt8(0)..<128 { rig.receive(Message(status: 0x90, key, 64)) }
        rig.block(8, true)
        _ = rig.take()
        let noteOff = message("80 11 40")
        for _ in 0..<Limits.waiting + 1000 { rig.receive(noteOff) }
        #expect(rig.router.pointee.room == Limits.waitingReserve)
        for key in UInt8(0)..<128 { rig.receive(Message(status: 0x80, key, 64)) }
        rig.block(8, false)
        #expect(Set(rig.sent()).count == 128 && rig.dropped == 0)
    }

    /// A source sends far more than the wire carries. All notes end, and nothing stays in the outbox.
    @Test func noNoteOffIsLostInAFloodOfNotes() {
        let rig = Rig(Way(from: [0]), byteTime: 320_000, lead: 320_000)
        var sounding: Set<UInt8> = []
        var wrong = 0
        func take() {
            for sent in rig.take() {
                let key = sent.message.data1
                if sent.message.isNoteOn { sounding.insert(key) } else if sounding.remove(key) == nil { wrong += 1 }
            }
        }
        // 40 pairs in the time of one: the pool is soon full and stays full.
        for pair in 0..<80_000 {
            let time = UInt64(pair) * 48_000
            let key = UInt8(pair * 37 % 128)
            rig.receive(Message(status: 0x90, key, 100), at: time)
            rig.receive(Message(status: 0x80, key, 64), at: time)
            if pair % 64 == 0 { take() }
        }
        #expect(rig.router.pointee.room < 3 && rig.dropped > 0)
        for key in UInt8(0)..<128 { rig.receive(Message(status: 0x80, key, 64), at: 4_000_000_000) }
        rig.advance(to: 400_000_000_000)
        take()
        #expect(sounding.isEmpty && !rig.isWaiting(8) && rig.router.pointee.room == Limits.waiting)
    }
}
