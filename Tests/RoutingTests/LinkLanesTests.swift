import MIDI
import Testing

@testable import Plan
@testable import Routing

/// B10: what waits for a Bluetooth peer that takes nothing.
@Suite struct LinkLanesTests {
    private func rig() -> Rig { Rig([[Way(from: [0, 1, 2])]], isBluetooth: true) }

    @Test func valuesOfOneControllerCollapse() {
        let rig = rig()
        rig.block(8, true)
        for value in ["B0 07 01", "E0 00 10", "B0 07 02", "B1 07 03", "E0 00 20", "B0 07 04"] { rig.receive(value) }
        #expect(rig.sent() == [])
        rig.block(8, false)
        #expect(rig.sent() == ["8 B0 07 04", "8 E0 00 20", "8 B1 07 03"])
        #expect(!rig.isWaiting(8))
    }

    @Test func noteOffsOvertakeAllButTheirNoteOn() {
        let rig = rig()
        rig.receive("90 3C 64")
        rig.block(8, true)
        for text in ["B0 07 01", "90 3E 64", "80 3E 40", "80 3C 40", "F8"] { rig.receive(text) }
        #expect(rig.sent() == ["8 90 3C 64"])
        rig.block(8, false)
        let sent = rig.sent()
        #expect(Array(sent.prefix(2)) == ["8 F8", "8 80 3C 40"])
        #expect(sent.firstIndex(of: "8 90 3E 64")! < sent.firstIndex(of: "8 80 3E 40")!)
        #expect(sent.count == 5)
    }

    @Test func sysExStandsBehindEverything() {
        let rig = rig()
        rig.block(8, true)
        rig.receive("start 01 02 03 04 05 06")
        rig.receive("end 07")
        rig.receive("complete 21", from: 2)
        rig.receive("90 3C 64", from: 1)
        rig.receive("B0 07 64", from: 1)
        rig.block(8, false)
        #expect(
            rig.sent() == ["8 90 3C 64", "8 B0 07 64", "8 F0 01 02 03 04 05 06", "8 07 F7", "8 F0 21 F7"])
        #expect(!rig.isWaiting(8))
    }

    /// B9: only real-time comes between the pieces of a SysEx.
    @Test func nothingComesBetweenThePiecesOfASysEx() {
        let rig = rig()
        rig.receive("90 3C 64", from: 1)
        rig.receive("start 01 02 03 04 05 06")
        for text in ["B0 07 01", "B0 07 02", "80 3C 40", "F8"] { rig.receive(text, from: 1) }
        rig.block(8, true)
        rig.receive("continue 07 08 09 0A 0B 0C")
        rig.block(8, false)
        #expect(rig.sent() == ["8 90 3C 64", "8 F0 01 02 03 04 05 06", "8 F8", "8 07 08 09 0A 0B 0C"])
        rig.receive("end 0D")
        #expect(rig.sent() == ["8 0D F7", "8 80 3C 40", "8 B0 07 02"])
    }

    /// H10
    @Test func aPanicGoesFirst() {
        let rig = rig()
        rig.receive("90 3C 64")
        rig.block(8, true)
        for text in ["90 3E 64", "B0 07 01", "C0 05"] { rig.receive(text) }
        _ = rig.sent()
        rig.perform(.panic)
        rig.receive("90 40 64")
        rig.block(8, false)
        let sent = rig.sent().filter { $0.hasPrefix("8 ") }
        #expect(sent.first == "8 80 3C 40" && sent.last == "8 90 40 64", "\(sent)")
        #expect(!sent.contains("8 90 3E 64") && !sent.contains("8 C0 05"))
    }
}
