import Panel
import Testing

/// The rows of the menu page `Network` (N13).
@Suite struct NetworkListTests {
    @Test func aRowTooManyIsRefusedAndTheLastOneSaysSo() {
        var list = NetworkList()
        list.begin(DisplayText("no cable".unicodeScalars))
        for number in 0..<PanelLimits.networkRows {
            let isAdded = list.add(DisplayText("row \(number)".unicodeScalars))
            #expect(isAdded)
        }
        let isAdded = list.add(DisplayText("one more".unicodeScalars))
        #expect(!isAdded)
        #expect(list.count == PanelLimits.networkRows)
        #expect(list[PanelLimits.networkRows - 1] == DisplayText("...".unicodeScalars))
        #expect(list.state == DisplayText("no cable".unicodeScalars))
        #expect(!list.hasPage)
        list.begin(DisplayText(), hasPage: true)
        #expect(list.count == 0 && list.state.count == 0 && list.hasPage)
    }
}
