// F6: a press that no second one follows. Only this gesture waits.
extension Footswitches {
    /// Begins to wait whether a second press follows the one at `at`, if the single press has a listener.
    mutating func waitForSecond(_ index: Int, _ at: UInt64) {
        if singles & 1 << UInt16(index) == 0 { return }
        // A press exactly at `double` is the second one.
        switches[index].singleAt = at + switches[index].double + 1
    }

    /// Emits the single press of a footswitch, and its end at once if the footswitch is up by now, or down for the menu
    /// or as the second of a chord, whose release does not end it.
    mutating func goSingle(_ index: Int, _ at: UInt64, _ emit: Emit) {
        switches[index].singleAt = never
        emit(Self.single(index), true, at)
        if switches[index].isDown && !switches[index].belongsToMenu && !switches[index].isSecondOfChord {
            switches[index].isSingle = true
        } else {
            emit(Self.single(index), false, at)
        }
    }
}
