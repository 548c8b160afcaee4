// M1, M8: two footswitches open the menu; while it is open, their presses are menu gestures. A press that was emitted
// as another gesture is also released as that gesture, even if the menu opens or closes in between.
extension Footswitches {
    /// Handles a press of a menu switch. With an open menu it is a menu gesture; otherwise it may be the second of the
    /// two presses that open the menu.
    ///
    /// - Returns: whether the press belongs to the menu.
    mutating func pressForMenu(_ index: Int, _ at: UInt64, _ emit: Emit) -> Bool {
        guard let menu, let other = menu.other(than: index) else { return false }
        if isMenuOpen {
            switches[index].belongsToMenu = true
            switches[index].longAt = at + switches[index].long
            emit(menu.control(index), true, at)
            return true
        }
        if switches[other].isDown && !switches[other].belongsToMenu { menuAt = at + PanelLimits.menuHold }
        return false
    }

    mutating func releaseForMenu(_ index: Int, _ at: UInt64, _ emit: Emit) -> Bool {
        guard let menu, menu.other(than: index) != nil else { return false }
        menuAt = never
        guard switches[index].belongsToMenu else { return false }
        switches[index].belongsToMenu = false
        switches[index].longAt = never
        emit(menu.control(index), false, at)
        return true
    }

    /// Opens the menu after both switches were held for a second. Then neither press becomes long or short, and the
    /// next press does not complete a double press.
    mutating func openMenu(_ at: UInt64, _ emit: Emit) {
        menuAt = never
        guard let menu else { return }
        forgetPress(menu.step)
        forgetPress(menu.choose)
        emit(Self.menuOpens, true, at)
    }

    private mutating func forgetPress(_ index: Int) {
        switches[index].longAt = never
        switches[index].isShort = false
        switches[index].singleAt = never
        switches[index].firstPressAt = never
    }
}
