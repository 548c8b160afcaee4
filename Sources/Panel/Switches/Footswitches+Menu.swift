// M1, M8: two switches open the menu, and while it is open what is pressed of them is the menu's. A press that has come
// out is released as it always is, whatever the menu does meanwhile.
extension Footswitches {
    /// A press of a menu switch while the menu is open; otherwise it may be the second of the two that open it.
    mutating func pressForMenu(_ index: Int, _ at: UInt64, _ emit: Emit) -> Bool {
        guard let menu, let other = menu.other(than: index) else { return false }
        if isMenuOpen {
            switches[index].isOfMenu = true
            switches[index].longAt = at + switches[index].long
            emit(menu.control(index), true, at)
            return true
        }
        if switches[other].isDown && !switches[other].isOfMenu { menuAt = at + PanelLimits.menuHold }
        return false
    }

    mutating func releaseForMenu(_ index: Int, _ at: UInt64, _ emit: Emit) -> Bool {
        guard let menu, menu.other(than: index) != nil else { return false }
        menuAt = never
        guard switches[index].isOfMenu else { return false }
        switches[index].isOfMenu = false
        switches[index].longAt = never
        emit(menu.control(index), false, at)
        return true
    }

    /// Both have been held for a second. Neither becomes long any more, nor is the next press a second one.
    mutating func openMenu(_ at: UInt64, _ emit: Emit) {
        menuAt = never
        guard let menu else { return }
        forgetPress(menu.step)
        forgetPress(menu.choose)
        emit(Self.menuOpens, true, at)
    }

    private mutating func forgetPress(_ index: Int) {
        switches[index].longAt = never
        switches[index].firstPressAt = never
    }
}
