// Tasks: what the control thread asks the player before it does them, and their results.
extension Menu {
    /// Waits for the control thread. The page stays open until it answers or the player goes back.
    mutating func wait(for new: MenuTask) {
        task = new
        open(.waiting, at: 0)
        leavesAt = never
    }

    /// Lets the player write a name, which begins as `text` (M13).
    public mutating func asks(name text: DisplayText<20>, at time: UInt64) {
        if page != .waiting { return }
        typed = NameEntry(text)
        open(.naming, at: 0)
        touch(time)
    }

    /// Lets the player choose a number 0...127, beginning at `number` (M14).
    public mutating func asks(number: UInt8, at time: UInt64) {
        if page != .waiting { return }
        open(.numbers, at: min(Int(number), Menu.numbers - 1))
        touch(time)
    }

    /// Asks `No` or `Yes`, beginning at `No`.
    public mutating func asksWhether(at time: UInt64) {
        if page != .waiting { return }
        open(.question, at: 0)
        touch(time)
    }

    /// The numbers that a preset may have, from 0 on.
    static let numbers = 128

    /// Goes on while the stepping switch is held: to the next group of characters, the next ten numbers, or one entry.
    mutating func stepHeld(_ lists: Lists) {
        switch page {
        case .naming: typed.stepGroup()
        case .numbers: cursor = cursor / 10 < (Menu.numbers - 1) / 10 ? cursor / 10 * 10 + 10 : 0
        default: step(lists)
        }
    }

    /// Takes a choice on the page of a task.
    mutating func chooseInTask(_ index: Int, _ lists: Lists) -> Wish {
        switch page {
        case .naming: if typed.take() == .goesOn { return .nothing }
        case .question:
            if index == 0 {
                back(lists)
                return .nothing
            }
        default: break
        }
        let number = page == .numbers ? index : 0
        wait(for: task)
        return .finish(task, number: number)
    }
}
