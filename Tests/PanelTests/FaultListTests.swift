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
        list.removeFaultsAtStart()
        #expect(list.count == 0)
    }

    /// I5: it comes first, and a reload of good files leaves it there.
    @Test func anUpdateThatFailedIsAFaultOfItsOwn() {
        var list = FaultList()
        list.add(DisplayText("1.yaml:3".unicodeScalars))
        list.faultsAtStart = 1
        list.addUpdate(DisplayText("update".unicodeScalars))
        list.addUpdate(DisplayText("it is cut off".unicodeScalars))
        #expect(list.faults == 2 && list.count == 3)
        let rows = ["update", "it is cut off", "1.yaml:3"].map { DisplayText<20>($0.unicodeScalars) }
        #expect((0..<3).map { list[$0] } == rows)
        list.removeFaultsAtStart()
        #expect(list.faults == 1 && list.count == 2)
        list.removeUpdate()
        #expect(list.faults == 0 && list.count == 0)
    }

    /// I3, I9: a computer may edit again and again while the box plays.
    @Test func theNewestFaultyEditReplacesTheOneBefore() {
        func text(_ row: String) -> DisplayText<20> { DisplayText(row.unicodeScalars) }
        var list = FaultList()
        list.add(text("1.yaml:3"))
        list.faultsAtStart = 1
        for number in 1...3 {
            list.beginEdit(faults: 2)
            for row in ["card", "song.yaml:\(number)"] { list.add(text(row)) }
            #expect(list.faults == 3 && list.count == 3)
            #expect((0..<3).map { list[$0] } == [text("1.yaml:3"), text("card"), text("song.yaml:\(number)")])
        }
        list.removeEdit()
        #expect(list.faults == 1 && list.count == 1)
        list.beginEdit(faults: 1)
        list.add(text("card"))
        list.removeFaultsAtStart()
        #expect(list.faults == 0 && list.count == 0)
        list.removeEdit()
        #expect(list.count == 0)
    }

    @Test func aRowTooManyOfAnUpdateIsRefusedAndItsLastOneSaysSo() {
        var list = FaultList()
        for number in 0..<PanelLimits.updateFaultRows {
            let isAdded = list.addUpdate(DisplayText("row \(number)".unicodeScalars))
            #expect(isAdded)
        }
        let isAdded = list.addUpdate(DisplayText("one more".unicodeScalars))
        #expect(!isAdded && list.count == PanelLimits.updateFaultRows)
        #expect(list[PanelLimits.updateFaultRows - 1] == DisplayText("...".unicodeScalars))
    }
}
