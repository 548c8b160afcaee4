import Testing

@testable import Devices

@Suite struct DisplayPortTests {
    @Test func nibbleIsTakenAsEnableFalls() {
        var port = DisplayPort()
        #expect(strobe(&port, 0x3, isData: false) == [0x38, 0x3C, 0x38])
    }

    @Test func registerSelectStandsBeforeEnableRises() {
        var port = DisplayPort()
        _ = port.strobe(0x0, isData: false)
        #expect(strobe(&port, 0x4, isData: true) == [0x49, 0x4D, 0x49])
        #expect(strobe(&port, 0x1, isData: true) == [0x1D, 0x19])
        #expect(strobe(&port, 0x8, isData: false) == [0x88, 0x8C, 0x88])
    }

    @Test func afterAFailureNothingIsTakenForSure() {
        var port = DisplayPort()
        _ = port.strobe(0x0, isData: false)
        port.forget()
        #expect(strobe(&port, 0x0, isData: false).count == 3)
    }

    @Test func lightStaysAsItWasSet() {
        var port = DisplayPort()
        #expect(port.setBacklight(false) == 0x00)
        #expect(strobe(&port, 0xF, isData: true) == [0xF1, 0xF5, 0xF1])
        #expect(port.setBacklight(true) == 0xF9)
    }

    @Test(arguments: [(0, 0, 0x00), (15, 0, 0x0F), (0, 1, 0x40), (0, 2, 0x14), (19, 3, 0x67)] as [(Int, Int, UInt8)])
    func rowsOfFourBegin(column: Int, row: Int, address: UInt8) {
        #expect(CharacterDisplay.address(column: column, row: row, columns: 20) == address)
    }

    private func strobe(_ port: inout DisplayPort, _ nibble: UInt8, isData: Bool) -> [UInt8] {
        let states = port.strobe(nibble, isData: isData)
        return (states.first..<3).map { states.bytes[$0] }
    }
}
