// M1, M8: two footswitches open the menu, and while it is open their presses belong to the menu. A press that was
// emitted as a gesture is released as a gesture, even if the menu opens or closes in between.
extension Footswitches {
    /// Handles a press of a menu switch: while the menu is open, as a gesture of the menu; otherwise it may be the
    /// second of the two presses that open the menu.
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

    /// Opens the menu after both switches were held for a second. Neither press becomes long or short any more, and the next
    /// press is no second press of a double.
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
        switches[index].firstPressAt = never
    }
}
