import Panel
import Testing

/// The rows of the menu page `Faults` (E1).
@Suite struct FaultListTests {
    @Test func aRowTooManyIsRefusedAndTheLastOneSaysSo() {
        var list = FaultList()
        for number in 0..<PanelLimits.faultRows {
            let isAdded = list.add(DisplayText("row \(number)".unicodeScalars))
            #expect(isAdded)
        }
        #expect(list[PanelLimits.faultRows - 1] == DisplayText("row 119".unicodeScalars))
        let isAdded = list.add(DisplayText("one more".unicodeScalars))
        #expect(!isAdded)
        #expect(list.count == PanelLimits.faultRows)
        #expect(list[PanelLimits.faultRows - 1] == DisplayText("...".unicodeScalars))
        #expect(list[0] == DisplayText("row 0".unicodeScalars))
        list.removeAll()
        #expect(list.count == 0)
    }
}
