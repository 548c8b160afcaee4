import Testing

@testable import Routing

/// What undo goes back to (P5).
@Suite struct HistoryTests {
    @Test func eightStepsAreKept() {
        var history = History()
        for preset in Int32(0)..<11 { history.push(History.Step(preset: preset, isLoad: true)) }
        let back = (0..<9).map { _ in history.pop()?.preset }
        #expect(back == [10, 9, 8, 7, 6, 5, 4, 3, nil])
        history.push(History.Step(preset: 1, tempo: 99.5))
        let (last, none) = (history.pop(), history.pop())
        #expect(last?.tempo == 99.5 && none == nil)
    }

    /// A step is what came in by foot or hand; going back is none.
    @Test func undoIsNoStep() {
        let rig = Rig([[Way()], [Way()], [Way()]])
        rig.perform(.loadNumber(1))
        rig.perform(.clock(.tempo(9950)))
        rig.perform(.undo)
        #expect(rig.router.pointee.status.tempo == 12000 && rig.router.pointee.status.preset == 1)
        rig.perform(.undo)
        #expect(rig.router.pointee.status.preset == 0)
        let before = rig.router.pointee.status.undoneAt
        rig.perform(.undo, at: 5)
        #expect(rig.router.pointee.status.preset == 0 && rig.router.pointee.status.undoneAt == before)
    }
}
