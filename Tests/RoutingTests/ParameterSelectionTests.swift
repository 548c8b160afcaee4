import Testing

@testable import Plan
@testable import Routing

@Suite struct ParameterSelectionTests {
    /// R16: 101 and 100 select an RPN, 99 and 98 an NRPN. A half of the other kind begins a new selection.
    @Test(
        arguments: [
            ([], nil),
            ([(101, 0)], nil),
            ([(100, 1)], nil),
            ([(101, 0), (100, 1)], 1),
            ([(100, 1), (101, 2)], 2 << 7 | 1),
            ([(99, 1), (98, 8)], 1 << 14 | 1 << 7 | 8),
            ([(101, 0), (100, 1), (100, 2)], 2),
            ([(101, 0), (100, 1), (99, 1)], nil),
            ([(101, 0), (100, 1), (99, 1), (100, 3)], nil),
            ([(101, 0), (98, 1), (99, 127)], 1 << 14 | 127 << 7 | 1),
        ] as [([(UInt8, UInt8)], UInt16?)])
    func twoHalvesSelectAParameter(_ halves: [(UInt8, UInt8)], _ number: UInt16?) {
        var selection = ParameterSelection()
        for (controller, value) in halves { selection.select(controller, value) }
        #expect(selection.number == number)
    }

    @Test func changeOfKindClearsTheTakenHalves() {
        var selection = ParameterSelection()
        selection.select(101, 0)
        selection.tookMSB = 1
        selection.select(101, 5)
        #expect(selection.tookMSB == 1 && selection.isSecondHalf(100))
        selection.select(98, 5)
        #expect(selection.tookMSB == 0 && !selection.isSecondHalf(100))
    }

    @Test func numbersOfBothKindsDiffer() {
        let low = Parameter(isRegistered: true, msb: 127, lsb: 127, isFine: false)
        let high = Parameter(isRegistered: false, msb: 0, lsb: 0, isFine: true)
        #expect(low.number == 16383 && high.number == 16384)
    }
}
