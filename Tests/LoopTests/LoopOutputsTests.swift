import Testing

@testable import Loop

@Suite struct LoopOutputsTests {
    /// Only where nothing has to be asked about is a message laid down at once (S6, S9, H9).
    @Test(arguments: 0..<16)
    func portIsPlainOnlyWithoutAnyCare(cares: Int) {
        let (isWire, omits) = (cares & 1 != 0, cares & 2 != 0)
        let (isBlocked, isGone) = (cares & 4 != 0, cares & 8 != 0)
        var port = LoopOutputs.Port(runningStatus: omits, byteTime: isWire ? 320_000 : 0)
        port.isBlocked = isBlocked
        port.isGone = isGone
        let isPlain = !isWire && !omits && !isBlocked && !isGone
        #expect(port.isPlain == isPlain)
        #expect(port.plainCount == (isPlain ? LoopLimits.outputBytes - 8 : -1))
        #expect(port.isBlocked == isBlocked && port.isGone == isGone)
        #expect(port.pace.byteTime == (isWire ? 320_000 : 0))
        port.isBlocked = false
        port.isGone = false
        #expect(port.isPlain == (!isWire && !omits))
    }
}
